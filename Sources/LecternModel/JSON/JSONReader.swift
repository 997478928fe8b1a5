// SPDX-License-Identifier: BSD-3-Clause

/// Reads JSON that a host passes in.  A value of the wrong type causes a failure with the path to the value.
public struct JSONReader: Sendable {
    public let value: JSON
    private let place: Path

    /// The location of a value in its text.
    private final class Path: Sendable {
        /// The name of the whole text in error paths.
        let source: String
        let outer: Path?
        /// The name of the member, or the index of the element, in `outer`.
        let step: String

        init(_ source: String, _ outer: Path?, _ step: String) {
            self.source = source
            self.outer = outer
            self.step = step
        }

        var steps: [String] {
            let steps = sequence(first: self) { $0.outer }.map(\.step)
            return steps.dropLast().reversed()
        }
    }

    /// - Parameter source: the name of the text in error paths, such as "preferences".
    public init(_ value: JSON, source: String) {
        self.init(value, Path(source, nil, ""))
    }

    private init(_ value: JSON, _ place: Path) {
        self.value = value
        self.place = place
    }

    public func failure(_ message: String) -> Failure { Failure(.json, message, path: path) }

    /// The path of this value, for a warning.
    public var path: [String] { path(of: []) }

    /// Returns the path of a descendant of this value.
    func path(of below: [String]) -> [String] {
        let all = place.steps + below
        return [place.source] + (all.isEmpty ? [] : [JSONPointer.text(all)])
    }

    private func expected<T>(_ wanted: @autoclosure () -> String, _ found: T?) throws(Failure) -> T {
        guard let found else { throw failure("Expected \(wanted()), found \(value.found).") }
        return found
    }

    // MARK: Members and elements

    public func object() throws(Failure) -> JSONObject { try expected("an object", value.object) }

    /// Returns the member, or nil if it is absent or null: null selects the default of an option.
    public func optionalMember(_ name: String) throws(Failure) -> JSONReader? {
        guard let member = try object()[name], !member.isNull else { return nil }
        return step(name, member)
    }

    /// Returns a required member; its value may be null.
    public func member(_ name: String) throws(Failure) -> JSONReader {
        guard let member = try object()[name] else { throw failure("The member \"\(name)\" is missing.") }
        return step(name, member)
    }

    /// Returns the members that are not null.
    public func members() throws(Failure) -> [(key: String, value: JSONReader)] {
        try allMembers().filter { !$0.value.value.isNull }
    }

    public func allMembers() throws(Failure) -> [(key: String, value: JSONReader)] {
        try object().members.map { ($0.key, step($0.key, $0.value)) }
    }

    public func array() throws(Failure) -> [JSON] { try expected("an array", value.array) }

    public func elements() throws(Failure) -> [JSONReader] {
        try array().enumerated().map { step("\($0.offset)", $0.element) }
    }

    /// Reads a single value, or an array of values.
    public func oneOrMore<T>(_ read: (JSONReader) throws(Failure) -> T) throws(Failure) -> [T] {
        guard value.array != nil else { return [try read(self)] }
        var found: [T] = []
        for element in try elements() { found.append(try read(element)) }
        return found
    }

    /// Returns a reader for another value with the same path.
    public func with(_ value: JSON) -> JSONReader { JSONReader(value, place) }

    public func step(_ name: String, _ value: JSON) -> JSONReader {
        JSONReader(value, Path(place.source, place, name))
    }

    public func rejectUnknownMembers(_ known: [String]) throws(Failure) {
        for member in try object().members where !known.contains(member.key) {
            throw step(member.key, member.value).failure("The member \"\(member.key)\" is unknown.")
        }
    }

    // MARK: Scalars

    public func string() throws(Failure) -> String { try expected("a string", value.string) }

    public func nonEmptyString() throws(Failure) -> String {
        let text = try string()
        guard !text.isEmpty else { throw failure("The string must not be empty.") }
        return text
    }

    /// A language tag in canonical form.
    public func languageTag() throws(Failure) -> String {
        guard let language = LanguageTag.canonical(try string()) else {
            throw failure("Expected a language tag such as \"en\".")
        }
        return language
    }

    public func bool() throws(Failure) -> Bool { try expected("a boolean", value.bool) }

    public func number() throws(Failure) -> Double { try expected("a number", value.number) }

    public func number(in range: ClosedRange<Double>) throws(Failure) -> Double {
        try expected("a number \(JSON.between(range))", value.number.flatMap { range.contains($0) ? $0 : nil })
    }

    public func unsignedInteger(in range: ClosedRange<UInt64>) throws(Failure) -> UInt64 {
        let number = value.integer.flatMap { UInt64(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        return try expected("a whole number between \(range.lowerBound) and \(range.upperBound)", number)
    }

    /// Reads a case of an enumeration by its raw value.
    public func choice<T: RawRepresentable & CaseIterable>(_ type: T.Type) throws(Failure) -> T
    where T.RawValue == String {
        let text = try string()
        guard let found = T(rawValue: text) else {
            let known = T.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw failure("\"\(text)\" is not one of \(known).")
        }
        return found
    }
}
