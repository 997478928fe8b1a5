// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A case of a conformance suite: a question in the terms of the suite.
struct Vector {
    let id: String
    let kind: String
    var input: JSON
    /// The base of `fixture` paths.
    let folder: String

    subscript(_ name: String) -> JSON? { input.object?[name] }

    var op: String { self["op"]?.string ?? "" }
    var type: String { self["type"]?.string ?? "" }

    /// The members called `on`: the type and value of the subject.
    var subject: (type: String, value: JSON) {
        let on = self["on"]?.object
        return (on?["type"]?.string ?? "", on?["value"] ?? .null)
    }

    /// Arguments by position or by name.
    var arguments: Arguments { Arguments(self["args"] ?? .null) }
}

/// The arguments of a call in a vector: a list, an object of labels, or a single value.
struct Arguments {
    private let json: JSON

    init(_ json: JSON) { self.json = json }

    subscript(_ index: Int) -> JSON {
        if let list = json.array { return index < list.count ? list[index] : .null }
        if let labels = json.object { return index < labels.count ? labels.members[index].value : .null }
        return index == 0 ? json : .null
    }

    subscript(_ label: String) -> JSON? { json.object?[label] }

    /// The only argument, or the labels with their values.
    var whole: JSON {
        if let labels = json.object, labels.count == 1, let only = labels.members.first,
            ["rawValue", "string", "value", "json"].contains(only.key)
        {
            return only.value
        }
        return json.array?.first ?? json
    }

    /// All strings, including those in lists.
    var texts: [String] {
        (0..<count).flatMap { index in
            self[index].string.map { [$0] } ?? (self[index].array ?? []).compactMap(\.string)
        }
    }

    var count: Int { json.array?.count ?? json.object?.count ?? (json.isNull ? 0 : 1) }
}

/// The reason why a vector has no answer.
enum Unanswered: Error {
    /// The code under test rejected the input, as `$error` expects.
    case refused(String)
    /// The evaluator does not support this question.
    case unhandled(String)
}
