// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// One case of a conformance suite: what is asked, in the words of the suite.
struct Vector {
    let id: String
    let kind: String
    var input: JSON
    /// Where `fixture` paths begin.
    let folder: String

    subscript(_ name: String) -> JSON? { input.object?[name] }

    var op: String { self["op"]?.string ?? "" }
    var type: String { self["type"]?.string ?? "" }

    /// The members called `on`: the type and the value that a question is about.
    var subject: (type: String, value: JSON) {
        let on = self["on"]?.object
        return (on?["type"]?.string ?? "", on?["value"] ?? .null)
    }

    /// Arguments by place or by name.
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

    /// All texts, also those that are given as a list.
    var texts: [String] {
        (0..<count).flatMap { index in
            self[index].string.map { [$0] } ?? (self[index].array ?? []).compactMap(\.string)
        }
    }

    var count: Int { json.array?.count ?? json.object?.count ?? (json.isNull ? 0 : 1) }
}

/// Why there is no answer to a vector.
enum Unanswered: Error {
    /// The code under test refused the input: what `$error` expects.
    case refused(String)
    /// The evaluator has no way to ask this.
    case unhandled(String)
}
