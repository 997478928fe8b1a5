// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A custom property of Readium CSS: its name, and how its value is converted to CSS.
public struct CSSProperty: Sendable {
    enum Form: Sendable {
        /// true is converted to this keyword.
        case flag(String)
        /// One of several values, each with its CSS keyword.
        case choice([String: String])
        /// A CSS identifier or an integer.
        case word
        case number
        /// A number, or {"value": 1.5, "unit": "rem"}; with "%", the value 1 is 100%.
        case length
        /// A factor; 1 is the weight of normal text.
        case weight
        /// The share of the line that text may fill.
        case shareOfLine
        /// A color, or {"rgb": [0, 0, 0]}.
        case color
        /// Font families, in order of preference.
        case fonts

        /// The description of valid values, for messages.
        var expected: String {
            switch self {
            case .flag: "a boolean"
            case .choice(let words): "one of " + words.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
            case .word: "a CSS keyword or a whole number"
            case .number, .weight, .shareOfLine: "a number"
            case .length: "a number, or an object with a value and a CSS unit"
            case .color: "a color"
            case .fonts: "an array of font families"
            }
        }
    }

    /// Returns the value before it is converted to CSS; nil or null if there is none.
    typealias Value = @Sendable (Settings, Viewport?) -> JSON?

    let name: String
    let form: Form
    /// Computes the value from settings; nil for a property of the reading system.
    let value: Value?

    init(_ name: String, _ form: Form, _ value: Value? = nil) {
        self.name = name
        self.form = form
        self.value = value
    }

    /// Returns the value as CSS, or nil if it is invalid.
    func text(_ value: JSON) -> String? {
        switch form {
        case .flag(let word): return value == true ? word : nil
        case .choice(let words): return value.string.flatMap { words[$0] }
        case .word:
            let text = value.string ?? value.integer?.description
            return text.flatMap { CSSNotation.isIdentifier($0) || $0.utf8.allSatisfy(ASCII.isDigit) ? $0 : nil }
        case .number: return value.number.map(CSSNotation.number)
        case .length:
            guard let object = value.object else { return value.number.map(CSSNotation.number) }
            guard let number = object["value"]?.number, let unit = object["unit"]?.string,
                CSSProperty.units.contains(unit)
            else { return nil }
            return CSSNotation.length(number, unit: unit)
        case .weight: return value.number.map { CSSNotation.whole(Swift.min(Swift.max($0 * 400, 1), 1000)) }
        case .shareOfLine: return value.number.map { "calc(min(100%, 40rem) * \(CSSNotation.number($0)))" }
        case .color:
            if let rgb = value.object?["rgb"]?.array {
                let parts = rgb.compactMap { $0.integer.flatMap(UInt8.init(exactly:))?.description }
                return parts.count == 3 && rgb.count == 3 ? "rgb(\(parts.joined(separator: ", ")))" : nil
            }
            return Color(json: value)?.hex
        case .fonts:
            let families = value.array?.compactMap(\.string) ?? []
            return families.isEmpty ? nil : families.map(CSSNotation.font).joined(separator: ", ")
        }
    }

    private static let units: Set<String> = [
        "%", "cm", "mm", "in", "px", "pt", "pc", "em", "ex", "ch", "rem", "vw", "vh", "vmin", "vmax",
    ]
}

/// CSS declarations, in order; nil removes a property from a document.
public struct CSSDeclarations: Sendable, Equatable {
    public struct Declaration: Sendable, Equatable {
        public let name: String
        public let value: String?
    }

    public private(set) var all: [Declaration] = []
    private var places: [String: Int] = [:]

    public init() {}

    public subscript(name: String) -> String? { places[name].flatMap { all[$0].value } }

    public mutating func set(_ name: String, _ value: String?) {
        let declaration = Declaration(name: name, value: value)
        if let place = places[name] {
            all[place] = declaration
        } else {
            places[name] = all.count
            all.append(declaration)
        }
    }

    /// Returns the value of a style attribute, one declaration per line, sorted by name; it must be escaped like any
    /// attribute.
    public func inline() -> String {
        all.filter { $0.value != nil }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            .map { "\($0.name): \($0.value ?? "") !important;\n" }.joined()
    }

    /// Writes an object of the values by name; null removes a declaration.
    func write(to json: inout JSONWriter) {
        json.beginObject()
        for declaration in all {
            json.key(named: declaration.name)
            if let value = declaration.value { json.string(value) } else { json.null() }
        }
        json.endObject()
    }

    static func isName(_ text: String) -> Bool {
        text.utf8.starts(with: "--".utf8) && text.utf8.count > 2 && CSSNotation.isIdentifier(text)
    }

    /// Whether quotes and parentheses are balanced.  Values may have quotes of one kind, or parentheses without
    /// nesting, which is enough for custom properties; more would require a parser.
    static func isValue(_ text: String) -> Bool {
        guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || ";{}[]<>\\!*".utf8.contains($0) }) else {
            return false
        }
        let marks = text.utf8.filter { "\"'()".utf8.contains($0) }.map { UnicodeScalar($0) }
        let pairs = stride(from: 0, to: marks.count, by: 2).map { Array(marks.dropFirst($0).prefix(2)) }
        return [["\"", "\""], ["'", "'"], ["(", ")"]].contains { pair in pairs.allSatisfy { $0 == pair } }
    }
}
