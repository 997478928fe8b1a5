// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Splits the HTML of an element at its placeholders.
struct ElementTemplateParser {
    private typealias Piece = ElementTemplate.Piece

    private struct Problem: Error {
        let message: String
        let place: String.Index
    }

    /// The text between `{{` and `}}`.
    private struct Placeholder {
        let name: String
        let place: String.Index
    }

    private let html: String
    /// The text after the last placeholder.
    private var rest: Substring

    private init(_ html: String) {
        self.html = html
        rest = html[...]
    }

    /// - Parameter json: the source of the HTML, for failures.
    static func pieces(of html: String, _ json: JSONReader) throws(Failure) -> [ElementTemplate.Piece] {
        var parser = ElementTemplateParser(html)
        do throws(Problem) {
            return try parser.pieces(in: nil, depth: 8).pieces
        } catch {
            let lines = html[..<error.place].unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            let column = (lines.last?.count ?? 0) + 1
            throw json.failure("Line \(lines.count), column \(column): \(error.message)")
        }
    }

    // MARK: Sections

    /// Parses the pieces up to the end of a section, or to its `{{else}}`.
    ///
    /// - Parameter hasElse: whether the `{{else}}` of the section has already been parsed.
    private mutating func pieces(
        in section: Placeholder?, hasElse: Bool = false, depth: Int
    ) throws(Problem) -> (pieces: [Piece], areBeforeElse: Bool) {
        var pieces: [Piece] = []
        while let placeholder = try next(&pieces) {
            switch placeholder.name.first {
            case "#": pieces.append(try self.section(placeholder, depth: depth))
            case "/":
                guard let section, placeholder.name.dropFirst() == section.name.dropFirst() else {
                    throw Problem(
                        message: "{{\(placeholder.name)}} does not close a section.", place: placeholder.place)
                }
                return (pieces, false)
            default:
                guard placeholder.name == "else" else {
                    pieces.append(try ElementTemplateParser.value(placeholder))
                    continue
                }
                guard section != nil, !hasElse else {
                    let message =
                        hasElse ? "The section already has an {{else}}." : "{{else}} is only allowed in a section."
                    throw Problem(message: message, place: placeholder.place)
                }
                return (pieces, true)
            }
        }
        if let section { throw Problem(message: "{{\(section.name)}} is not closed.", place: section.place) }
        pieces.append(.html(String(rest)))
        return (pieces, false)
    }

    private mutating func section(_ placeholder: Placeholder, depth: Int) throws(Problem) -> Piece {
        guard let member = ElementTemplateParser.member(placeholder.name.dropFirst()) else {
            throw Problem(message: "The section {{\(placeholder.name)}} is unknown.", place: placeholder.place)
        }
        guard depth > 1 else { throw Problem(message: "Sections are nested too deeply.", place: placeholder.place) }
        let first = try pieces(in: placeholder, depth: depth - 1)
        guard first.areBeforeElse else { return .section(member, first.pieces, otherwise: []) }
        let other = try pieces(in: placeholder, hasElse: true, depth: depth - 1)
        return .section(member, first.pieces, otherwise: other.pieces)
    }

    // MARK: Placeholders

    /// Consumes the next placeholder, and appends the HTML before it; returns nil if there is none.
    private mutating func next(_ pieces: inout [Piece]) throws(Problem) -> Placeholder? {
        guard let open = ElementTemplateParser.pair(of: UInt8(ascii: "{"), in: rest) else { return nil }
        guard let close = ElementTemplateParser.pair(of: UInt8(ascii: "}"), in: rest[open.upperBound...]) else {
            throw Problem(message: "The placeholder is not closed.", place: open.lowerBound)
        }
        pieces.append(.html(String(rest[..<open.lowerBound])))
        let name = String(rest[open.upperBound..<close.lowerBound]).trimmed
        rest = rest[close.upperBound...]
        return Placeholder(name: name, place: open.lowerBound)
    }

    /// Returns the range of the first doubled brace.
    private static func pair(of brace: UInt8, in text: Substring) -> Range<Substring.Index>? {
        let bytes = text.utf8
        var previous: Substring.Index?
        for index in bytes.indices {
            if bytes[index] != brace {
                previous = nil
            } else if let previous {
                return previous..<bytes.index(after: index)
            } else {
                previous = index
            }
        }
        return nil
    }

    private static func value(_ placeholder: Placeholder) throws(Problem) -> Piece {
        let parts = placeholder.name.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            .map { String($0).trimmed }
        let name = parts.first ?? ""
        let otherwise = parts.count > 1 ? parts.last : nil
        if let member = member(name[...]) { return .value(member, default: otherwise ?? "") }
        let opacity = name.hasPrefix("tint@") ? Double(name.dropFirst(5)) : nil
        guard name == "tint" || opacity.map((0...1).contains) ?? false else {
            throw Problem(message: "The placeholder {{\(placeholder.name)}} is unknown.", place: placeholder.place)
        }
        guard let tint = otherwise.map(Color.init(hex:)) ?? .defaultTint else {
            let message = "The tint of {{\(placeholder.name)}} is not a color such as #FFFF00."
            throw Problem(message: message, place: placeholder.place)
        }
        return .tint(opacity: opacity, default: tint)
    }

    private static func member(_ name: Substring) -> ElementTemplate.Member? {
        if name == "id" { return .id }
        if name.hasPrefix("style."), name != "style." { return .style(String(name.dropFirst(6))) }
        if name.hasPrefix("extras."), name != "extras." { return .extras(String(name.dropFirst(7))) }
        return nil
    }
}
