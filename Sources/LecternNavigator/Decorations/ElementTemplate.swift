// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The HTML of an element, with placeholders for what differs from one decoration to the next:
///
///     {{id}}                the id of the decoration
///     {{tint}}              its tint, such as #FFFF00; yellow when it has none
///     {{tint@0.3}}          its tint with another opacity, such as rgba(255, 255, 0, 0.3)
///     {{style.name}}        a member of its style
///     {{extras.name}}       a member of its extras
///     {{#style.name}}…{{/style.name}}   only if that member is there, and neither null, false nor ""
///
/// What is put in is escaped for a quoted attribute: placeholders belong between quotes, or between tags.
struct ElementTemplate: Sendable {
    private indirect enum Piece: Sendable {
        case html(String)
        case value(Member)
        case tint(opacity: Double?)
        case section(Member, [Piece])
    }

    private enum Member: Sendable {
        case id
        case style(String)
        case extras(String)
    }

    private let pieces: [Piece]

    /// Keeps placeholders that repeat long texts from costing memory.
    private static let maxSize = 16 << 20

    /// - Throws: with the place of `json`, when a placeholder is unknown or not closed.
    init(_ json: JSONReader) throws(Failure) {
        let html = try json.string()
        guard !html.trimmed.isEmpty else { throw json.failure("The element is empty.") }
        var rest = html[...]
        do throws(Problem) {
            pieces = try ElementTemplate.pieces(of: &rest, until: nil, depth: 8)
        } catch {
            throw json.failure(error.message)
        }
    }

    // MARK: Reading

    private struct Problem: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    private static func pieces(of html: inout Substring, until end: Substring?, depth: Int) throws(Problem) -> [Piece] {
        guard depth > 0 else { throw Problem("Sections are nested too deep.") }
        var pieces: [Piece] = []
        while let name = try placeholder(in: &html, before: { pieces.append(.html($0)) }) {
            switch name.first {
            case "#":
                let name = name.dropFirst()
                guard let member = member(name) else { throw Problem("The section {{#\(name)}} is unknown.") }
                pieces.append(.section(member, try self.pieces(of: &html, until: name, depth: depth - 1)))
            case "/":
                guard name.dropFirst() == end else { throw Problem("{{\(name)}} closes nothing.") }
                return pieces
            default:
                pieces.append(try value(name))
            }
        }
        if let end { throw Problem("The section {{#\(end)}} is not closed.") }
        pieces.append(.html(String(html)))
        return pieces
    }

    /// Steps over the next placeholder, and hands over the text before it; nil when there are no more.
    private static func placeholder(
        in html: inout Substring, before: (String) -> Void
    ) throws(Problem) -> Substring? {
        guard let open = pair(of: UInt8(ascii: "{"), in: html) else { return nil }
        guard let close = pair(of: UInt8(ascii: "}"), in: html[open.upperBound...]) else {
            throw Problem("A placeholder is not closed.")
        }
        before(String(html[..<open.lowerBound]))
        let name = String(html[open.upperBound..<close.lowerBound]).trimmed
        html = html[close.upperBound...]
        return name[...]
    }

    /// Where a brace stands twice.
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

    private static func value(_ name: Substring) throws(Problem) -> Piece {
        if name == "tint" { return .tint(opacity: nil) }
        if name.hasPrefix("tint@"), let opacity = Double(name.dropFirst(5)), (0...1).contains(opacity) {
            return .tint(opacity: opacity)
        }
        guard let member = member(name) else { throw Problem("The placeholder {{\(name)}} is unknown.") }
        return .value(member)
    }

    private static func member(_ name: Substring) -> Member? {
        if name == "id" { return .id }
        if name.hasPrefix("style."), name != "style." { return .style(String(name.dropFirst(6))) }
        if name.hasPrefix("extras."), name != "extras." { return .extras(String(name.dropFirst(7))) }
        return nil
    }

    // MARK: Filling in

    func html(for decoration: Decoration, style: DecorationStyle) throws(Failure) -> String {
        var html = ""
        var values = Values(decoration: decoration, style: style)
        try ElementTemplate.append(pieces, &values, to: &html)
        return html
    }

    private struct Values {
        let decoration: Decoration
        let style: DecorationStyle
        /// Read when they are asked for, and then only once.
        private lazy var styleMembers = style.members.dictionary
        private var extras: [ExactText: JSON]?

        init(decoration: Decoration, style: DecorationStyle) {
            self.decoration = decoration
            self.style = style
        }

        mutating func value(of member: Member) throws(Failure) -> JSON? {
            switch member {
            case .id: return .string(try decoration.id)
            case .style("isActive"): return .bool(style.isActive)
            case .style(let name): return styleMembers[ExactText(name)]
            case .extras(let name):
                if let extras { return extras[ExactText(name)] }
                let members = try decoration.extras.dictionary
                extras = members
                return members[ExactText(name)]
            }
        }
    }

    private static func append(_ pieces: [Piece], _ values: inout Values, to html: inout String) throws(Failure) {
        for piece in pieces {
            switch piece {
            case .html(let text): html += text
            case .value(let member): html += text(of: try values.value(of: member)).htmlEscaped
            case .tint(let opacity):
                let tint = values.style.tint ?? .defaultTint
                html += opacity.map { tint.css(opacity: $0) } ?? tint.hex
            case .section(let member, let pieces):
                if isTrue(try values.value(of: member)) { try append(pieces, &values, to: &html) }
            }
            guard html.utf8.count <= maxSize else {
                throw Failure(.limit, "The element of a decoration is more than \(maxSize) bytes.")
            }
        }
    }

    private static func isTrue(_ value: JSON?) -> Bool {
        switch value {
        case nil, .null, .bool(false), .string(""): return false
        default: return true
        }
    }

    private static func text(of value: JSON?) -> String {
        switch value {
        case nil, .null: return ""
        case .string(let text): return text
        case let value?: return JSONWriter.text(of: value).text
        }
    }
}

extension Color {
    /// Yellow, for decorations that ask for no other one.
    static let defaultTint = Color(red: 255, green: 255, blue: 0)
}
