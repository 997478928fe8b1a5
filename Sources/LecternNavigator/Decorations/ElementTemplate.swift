// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The HTML of an element, with placeholders for the parts that vary:
///
///     {{id}}                the id of the decoration
///     {{tint}}              its tint, such as #FFFF00
///     {{tint@0.3}}          its tint with another opacity, such as rgba(255, 255, 0, 0.3)
///     {{style.name}}        a member of its style
///     {{extras.name}}       a member of its extras
///     {{style.name|text}}   the text, if that member is absent, null or ""; a missing tint is yellow
///                           unless a placeholder overrides it: {{tint|#FF0000}}, {{tint@0.3|#FF0000}}
///     {{#style.name}}…{{else}}…{{/style.name}}   the first part, unless that member is absent, null, false
///                           or ""; otherwise the second part, which is optional
///
/// Inserted text is escaped for quoted attributes, so placeholders belong in quotes, or between tags.
struct ElementTemplate: Sendable {
    indirect enum Piece: Sendable {
        case html(String)
        case value(Member, default: String)
        case tint(opacity: Double?, default: Color)
        case section(Member, [Piece], otherwise: [Piece])
    }

    enum Member: Sendable {
        case id
        case style(String)
        case extras(String)
    }

    private let pieces: [Piece]
    /// The names of the extras that the HTML depends on.
    let extras: Set<ExactText>

    /// Limits the memory for placeholders that repeat long texts.
    private static let maxSize = 16 << 20

    /// - Throws: a failure with the path of `json`, and the line and column, if a placeholder is unknown or not
    ///   closed.
    init(_ json: JSONReader) throws(Failure) {
        let html = try json.string()
        guard !html.trimmed.isEmpty else { throw json.failure("The element must not be empty.") }
        pieces = try ElementTemplateParser.pieces(of: html, json)
        var extras: Set<ExactText> = []
        ElementTemplate.collectExtras(of: pieces, in: &extras)
        self.extras = extras
    }

    private static func collectExtras(of pieces: [Piece], in names: inout Set<ExactText>) {
        for piece in pieces {
            switch piece {
            case .value(.extras(let name), _): names.insert(ExactText(name))
            case .section(let member, let pieces, let others):
                if case .extras(let name) = member { names.insert(ExactText(name)) }
                collectExtras(of: pieces, in: &names)
                collectExtras(of: others, in: &names)
            default: break
            }
        }
    }

    // MARK: Filling in

    func html(for decoration: Decoration) throws(Failure) -> String {
        var html = ""
        var values = Values(decoration)
        try ElementTemplate.append(pieces, &values, to: &html)
        return html
    }

    private struct Values {
        let decoration: Decoration
        // Computed on first use.
        private lazy var style = decoration.style.members.dictionary
        private lazy var extras = decoration.extras?.dictionary ?? [:]

        init(_ decoration: Decoration) { self.decoration = decoration }

        mutating func value(of member: Member) -> JSON? {
            switch member {
            case .id: .string(decoration.id)
            case .style("isActive"): .bool(decoration.style.isActive)
            case .style(let name): style[ExactText(name)]
            case .extras(let name): extras[ExactText(name)]
            }
        }
    }

    private static func append(_ pieces: [Piece], _ values: inout Values, to html: inout String) throws(Failure) {
        for piece in pieces {
            switch piece {
            case .html(let text): html += text
            case .value(let member, let otherwise):
                let text = text(of: values.value(of: member))
                html += (text.isEmpty ? otherwise : text).htmlEscaped
            case .tint(let opacity, let otherwise):
                let tint = values.decoration.style.tint ?? otherwise
                html += opacity.map { tint.css(opacity: $0) } ?? tint.hex
            case .section(let member, let pieces, let others):
                try append(isTrue(values.value(of: member)) ? pieces : others, &values, to: &html)
            }
            guard html.utf8.count <= maxSize else {
                throw Failure(.limit, "The element of a decoration is larger than \(maxSize) bytes.")
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
    /// Yellow, for decorations without a tint.
    static let defaultTint = Color(red: 255, green: 255, blue: 0)
}
