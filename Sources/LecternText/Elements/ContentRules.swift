// SPDX-License-Identifier: BSD-3-Clause

/// A table of the roles of elements in the text of a document.
struct ContentRules: Sendable {
    enum Kind: UInt8, Sendable {
        /// Begins and ends a text of its own.
        case block
        /// A block in which white space is significant.
        case preformatted
        /// Ends a text, without content of its own.
        case end
        case lineBreak
        case image, audio, video
        /// The kind depends on the media type.
        case object
        case figure, svg, math, ruby, pageBreak
        /// The pronunciation of a text, displayed next to it.
        case reading
        /// The brackets around a reading, which browsers with ruby do not display.
        case readingBracket
        /// A block that is only displayed if it is open.
        case dialog
        /// Contains no text.
        case skipped
    }

    struct Rule {
        let kind: Kind
        var role: ReadingElement.Role?
        /// The level of a heading.
        var level: UInt8?
    }

    /// Whether attributes are evaluated: `hidden`, `epub:type`, `role` and ARIA.
    let readsAttributes: Bool
    private let rules: [String: Rule]

    /// Returns nil for inline elements.
    subscript(name: String) -> Rule? { rules[name] }

    /// The rules for searching: HTML, and the elements that separate texts in SVG and DTBook.
    static let searching = ContentRules(
        readsAttributes: false,
        [
            (.block, nil, blocks + " " + blocksWithRoles + " " + otherBlocks + " note pagenum canvas svg math"),
            (.end, nil, "br"), (.image, nil, "img"), (.audio, nil, "audio"), (.video, nil, "video"),
            (.ruby, nil, "ruby"), (.reading, nil, "rt"), (.readingBracket, nil, "rp"),
            (.skipped, nil, unread + " " + undrawn + " rtc"),
        ])

    /// The rules for reading.
    static let reading = ContentRules(
        readsAttributes: true,
        [
            (.block, nil, blocks + " " + otherBlocks),
            (.block, .listItem, "li"), (.block, .term, "dt"), (.block, .definition, "dd"),
            (.block, .quote, "blockquote"), (.block, .caption, "caption figcaption"), (.block, .footnote, "note"),
            (.block, .tableHeader, "th"), (.block, .tableCell, "td"),
            (.preformatted, .code, "pre listing xmp plaintext"),
            (.figure, nil, "figure imggroup"), (.dialog, nil, "dialog"), (.lineBreak, nil, "br"),
            (.image, nil, "img image"), (.audio, nil, "audio"), (.video, nil, "video"),
            (.object, nil, "object embed"), (.svg, nil, "svg"), (.math, .math, "math"), (.ruby, nil, "ruby"),
            (.pageBreak, nil, "pagenum"), (.reading, nil, "rt"),
            (.skipped, nil, unread + " " + undrawn + " rp rtc annotation annotation-xml"),
            (.skipped, nil, "canvas datalist select textarea"),
        ])

    /// The elements that browsers display as blocks (HTML Standard, 15.3), and elements without text.
    private static let blocks =
        "html body address article aside center details dir div dl fieldset footer form frameset"
        + " header hgroup hr legend main menu nav ol optgroup option p search section summary"
        + " table colgroup col thead tbody tfoot tr ul"
    private static let blocksWithRoles =
        "blockquote caption dd dialog dt figcaption figure h1 h2 h3 h4 h5 h6 li listing"
        + " plaintext pre td th xmp"
    /// The block elements of SVG and DTBook.
    private static let otherBlocks =
        "text dtbook book frontmatter bodymatter rearmatter level level1 level2 level3 level4"
        + " level5 level6 doctitle docauthor line poem sidebar imggroup"
    /// SVG elements that are not rendered directly.
    private static let undrawn = "desc defs metadata symbol"
    private static let unread = "head script style template noscript iframe noembed noframes title"

    private init(readsAttributes: Bool, _ rows: [(kind: Kind, role: ReadingElement.Role?, names: String)]) {
        self.readsAttributes = readsAttributes
        var rules: [String: Rule] = [:]
        for row in rows {
            for name in row.names.split(separator: " ") { rules[String(name)] = Rule(kind: row.kind, role: row.role) }
        }
        if readsAttributes {
            for level in 1...6 as ClosedRange<UInt8> {
                rules["h\(level)"] = Rule(kind: .block, role: .heading, level: level)
            }
        }
        self.rules = rules
    }
}
