// SPDX-License-Identifier: BSD-3-Clause

/// What the names of elements say to a reader of their text: a table.
public struct ContentRules: Sendable {
    enum Kind: UInt8, Sendable {
        /// Begins and ends a text of its own.
        case block
        /// The same, and white space in it counts.
        case preformatted
        /// Ends a text and is nothing by itself.
        case end
        case lineBreak
        case image, audio, video
        /// What it is depends on its type.
        case object
        case figure, svg, math, ruby, pageBreak
        /// A block that is shown only if it is open.
        case dialog
        /// Nothing in it is text.
        case skipped
    }

    struct Rule {
        let kind: Kind
        var role: ReadingElement.Role?
        /// Of a heading.
        var level: UInt8?
    }

    /// Whether attributes count too: what is hidden, and what `epub:type`, `role` and ARIA say.
    let readsAttributes: Bool
    private let rules: [String: Rule]

    /// nil: part of the text around it.
    subscript(name: String) -> Rule? { rules[name] }

    /// What a search reads: HTML, and what parts the texts of drawings and of DTBook.
    static let searching = ContentRules(
        readsAttributes: false,
        [
            (.block, nil, blocks + " " + blocksWithRoles + " " + otherBlocks + " note pagenum canvas svg math"),
            (.end, nil, "br"), (.image, nil, "img"), (.audio, nil, "audio"), (.video, nil, "video"),
            (.skipped, nil, unread + " " + undrawn),
        ])

    /// What a reader reads.
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
            (.pageBreak, nil, "pagenum"),
            (.skipped, nil, unread + " " + undrawn + " rt rp rtc annotation annotation-xml"),
            (.skipped, nil, "canvas datalist select textarea"),
        ])

    /// The elements that browsers show as blocks (HTML Standard, 15.3), and what is no text.
    private static let blocks = "html body address article aside center details dir div dl fieldset footer form frameset"
        + " header hgroup hr legend main menu nav ol optgroup option p search section summary"
        + " table colgroup col thead tbody tfoot tr ul"
    private static let blocksWithRoles = "blockquote caption dd dialog dt figcaption figure h1 h2 h3 h4 h5 h6 li listing"
        + " plaintext pre td th xmp"
    /// Those of SVG and DTBook.
    private static let otherBlocks = "text dtbook book frontmatter bodymatter rearmatter level level1 level2 level3 level4"
        + " level5 level6 doctitle docauthor line poem sidebar imggroup"
    /// What SVG does not draw where it stands.
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
