// SPDX-License-Identifier: BSD-3-Clause

/// A place in an EPUB as stored by KOReader: an XPointer of its engine, crengine, such as
/// `/body/DocFragment[2]/body/p[3]/text().0`.
public struct XPointer: Sendable, Equatable {
    public struct Step: Sendable, Equatable {
        public let name: String
        /// The index among the siblings of this name, from 1; nil for the first one.
        public let index: Int?

        public var isText: Bool { name == "text()" }
    }

    /// The index of the resource in the spine, from 1.
    public let fragment: Int
    /// The steps inside the body.
    public let steps: [Step]
    /// The number of characters before the place in a text node, or of child nodes in an element.
    public let offset: Int?

    /// Bytes.
    public static let maxLength = 4096
    public static let maxSteps = 256
    private static let prefix = "/body/DocFragment"

    public init?(_ text: String) {
        guard text.utf8.count <= XPointer.maxLength, text.utf8.first == UInt8(ascii: "/") else { return nil }
        var parts = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= XPointer.maxSteps + 3, let last = parts.popLast() else { return nil }
        let (name, offset) = XPointer.parts(of: last)
        var steps: [Step] = []
        for part in parts + [name] {
            guard let step = Step(part) else { return nil }
            steps.append(step)
        }
        guard let fragment = XPointer.fragment(steps) else { return nil }
        self.fragment = fragment
        // The only siblings of the body are style sheets.
        let isInBody = steps.count > 2 && steps[2].name == "body"
        self.steps = isInBody ? Array(steps.dropFirst(3)) : []
        self.offset = isInBody ? offset : nil
    }

    /// Returns the index of the resource, even if the rest of the text is invalid.
    public static func fragment(of text: String) -> Int? {
        let parts = text.utf8.prefix(64).split(
            separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].isEmpty else { return nil }
        return fragment([parts[1], XPointer.parts(of: parts[2]).name].compactMap { Step($0) })
    }

    /// Since August 2026, the first steps have an index as well: `/body[1]/DocFragment[2]`.
    private static func fragment(_ steps: [Step]) -> Int? {
        guard steps.count > 1, steps[0].name == "body", steps[0].index ?? 1 == 1, steps[1].name == "DocFragment" else {
            return nil
        }
        return steps[1].index ?? 1
    }

    /// Returns the path to the body of a resource.
    ///
    /// - Parameter count: the number of resources; if it is 1, the step has no index.
    public static func path(ofFragment number: Int, of count: Int) -> String {
        prefix + (count > 1 ? "[\(number)]" : "") + "/body"
    }

    /// Splits the last step from the offset: `text()[2].15`.
    private static func parts(of last: Substring.UTF8View) -> (name: Substring.UTF8View, offset: Int?) {
        guard let dot = last.lastIndex(of: UInt8(ascii: ".")), let offset = number(last[last.index(after: dot)...])
        else { return (last, nil) }
        return (last[..<dot], offset)
    }

    fileprivate static func number(_ digits: Substring.UTF8View) -> Int? {
        guard (1...9).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
        return Int(String(Substring(digits)))
    }
}

extension XPointer.Step {
    /// `p` or `p[3]`.
    fileprivate init?(_ text: Substring.UTF8View) {
        let name = text.prefix { $0 != UInt8(ascii: "[") }
        guard !name.isEmpty else { return nil }
        self.name = String(Substring(name))
        let rest = text.dropFirst(name.count)
        if rest.isEmpty {
            index = nil
        } else {
            guard rest.last == UInt8(ascii: "]"), let index = XPointer.number(rest.dropFirst().dropLast()), index >= 1
            else { return nil }
            self.index = index
        }
    }
}

/// A KOReader range or place in a locator.
public struct XPointerRange: Sendable, Equatable {
    public let start: String
    /// nil for a place.
    public let end: String?

    public init(start: String, end: String? = nil) {
        self.start = start
        self.end = end
    }

    /// Returns nil if the value has no start.
    init?(_ json: JSON) {
        guard let start = json.object?["start"]?.string else { return nil }
        self.init(start: start, end: json.object?["end"]?.string)
    }

    public var json: JSON {
        var json = JSONObject()
        json["start"] = .string(start)
        json["end"] = end.map(JSON.string)
        return .object(json)
    }
}
