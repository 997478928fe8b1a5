// SPDX-License-Identifier: BSD-3-Clause

/// Reads an untrusted manifest, and tracks the path to the current value.
///
/// Errors are not fatal: an invalid value is left out or repaired, with a warning that has its path.
public struct ManifestReader {
    /// Rules that depend on the source of the manifest.
    public struct Rules: Sendable {
        /// Whether hrefs refer to entries of a package, so that they are normalised and relative to its root.
        public var isPackaged = false
        /// Whether a link without a media type gets one by its file name extension; otherwise it is left out of the
        /// reading order and the resources.
        public var guessesTypes = false
        /// The replacement for a missing title; if nil, a missing title is a failure.
        public var title: String?
        /// The maximum nesting of links and collections.
        public var maxNesting = Limits().maxNesting

        public init() {}
    }

    let rules: Rules
    public private(set) var log: WarningLog
    private let start: JSONReader
    private var steps: [Step] = []
    private var nesting: UInt64 = 0

    private enum Step {
        case member(String)
        case element(Int)

        var text: String {
            switch self {
            case .member(let name): name
            case .element(let index): "\(index)"
            }
        }
    }

    /// - Parameter start: the root value; the paths of warnings are relative to it.
    public init(_ start: JSONReader, _ rules: Rules = Rules(), log: WarningLog = WarningLog()) {
        self.start = start
        self.rules = rules
        self.log = log
    }

    // MARK: Places

    mutating func enter(_ name: String) { steps.append(.member(name)) }
    mutating func enter(_ index: Int) { steps.append(.element(index)) }
    mutating func leave() { _ = steps.popLast() }

    @inline(never)
    mutating func warn(_ severity: Warning.Severity, _ message: @autoclosure () -> String) {
        let (start, steps) = (start, steps)
        log.add(severity, message(), start.path(of: steps.map(\.text)))
    }

    func failure(_ message: String) -> Failure {
        Failure(.format, message, path: start.path(of: steps.map(\.text)))
    }

    /// Reads one level of nested links or collections; returns nil, with a warning, beyond the maximum.
    mutating func nested<T>(_ read: (inout ManifestReader) -> T) -> T? {
        let most = rules.maxNesting
        guard nesting < most else {
            warn(.moderate, "This is nested more than \(most) levels deep; it is ignored.")
            return nil
        }
        nesting += 1
        defer { nesting -= 1 }
        return read(&self)
    }

    // MARK: Values

    /// Returns nil for null, and also warns if the value does not have the `wanted` type.
    @inline(never)
    mutating func expected<T>(_ wanted: StaticString, _ value: T?, _ json: JSON) -> T? {
        if value == nil && !json.isNull { warn(.minor, "Expected \(wanted), found \(json.found); it is ignored.") }
        return value
    }

    mutating func string(_ json: JSON) -> String? { expected("a string", json.string, json) }

    mutating func bool(_ json: JSON) -> Bool? { expected("a boolean", json.bool, json) }

    mutating func object(_ json: JSON) -> JSONObject? { expected("an object", json.object, json) }

    mutating func number(_ json: JSON) -> Double? { expected("a number", json.number, json) }

    mutating func positiveNumber(_ json: JSON) -> Double? {
        guard let number = number(json) else { return nil }
        return expected("a number that is not negative", number >= 0 ? number : nil, json)
    }

    mutating func positiveInteger(_ json: JSON) -> Int? {
        let number = json.integer.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
        return expected("a whole number that is not negative", number, json)
    }

    /// Reads a string or an array of strings, without duplicates.
    mutating func strings(_ json: JSON) -> [String] {
        elements(json) { reader, json in reader.string(json) }.withoutRepetitions
    }

    /// Reads language tags (BCP 47).
    mutating func languages(_ json: JSON) -> [String] {
        elements(json) { reader, json in
            guard let text = reader.string(json) else { return nil }
            if let language = LanguageTag.canonical(text) { return language }
            reader.warn(.minor, "\"\(text)\" is not a language tag; it is ignored.")
            return nil
        }.withoutRepetitions
    }

    /// Reads a day or a moment in the form that `form` makes of it.
    mutating func date(_ json: JSON, _ form: (String) -> String?) -> String? {
        guard let text = string(json) else { return nil }
        if let date = form(text) { return date }
        warn(.minor, "\"\(text)\" is not a date; it is ignored.")
        return nil
    }

    /// Reads a case of an enumeration, ignoring upper and lower case.
    mutating func choice<T: RawRepresentable & CaseIterable>(_ json: JSON, _: T.Type) -> T? where T.RawValue == String {
        guard let text = string(json) else { return nil }
        let name = text.asciiLowercased
        if let found = T.allCases.first(where: { $0.rawValue == name }) { return found }
        warn(.minor, "\"\(text)\" is not a known value; it is ignored.")
        return nil
    }

    /// Reads each element of an array, or a single value without brackets.
    mutating func elements<T>(_ json: JSON, _ read: (inout ManifestReader, JSON) -> T?) -> [T] {
        switch json {
        case .null: return []
        case .array(let values):
            var found: [T] = []
            for (index, value) in values.enumerated() {
                enter(index)
                defer { leave() }
                if let element = read(&self, value) { found.append(element) }
            }
            return found
        default: return read(&self, json).map { [$0] } ?? []
        }
    }

    /// Reads each element of an array; other values are invalid.
    mutating func list<T>(_ json: JSON, _ read: (inout ManifestReader, JSON) -> T?) -> [T] {
        guard expected("an array", json.array, json) != nil else { return [] }
        return elements(json, read)
    }
}
