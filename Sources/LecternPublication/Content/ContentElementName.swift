// SPDX-License-Identifier: BSD-3-Clause

/// What the name of an HTML element says to a reader of its text.
enum ContentElementName {
    /// Begins and ends a text of its own.
    case block
    case lineBreak
    case image
    case audio
    case video
    /// Nothing in it is text.
    case skipped

    /// nil: part of the text around it.
    static func kind(_ name: String) -> ContentElementName? { table[name] }

    /// The elements that browsers show as blocks (HTML Standard, 15.3), and what is no text.
    private static let rows: [(kind: ContentElementName, names: String)] = [
        (.block, "html body address article aside blockquote center dialog div fieldset figcaption figure footer form"),
        (.block, "header hgroup hr legend listing main nav p plaintext pre search section xmp"),
        (.block, "h1 h2 h3 h4 h5 h6 dir dd dl dt li menu ol ul details summary optgroup option frameset"),
        (.block, "table caption colgroup col thead tbody tfoot tr td th canvas svg math"),
        (.lineBreak, "br"),
        (.image, "img"),
        (.audio, "audio"),
        (.video, "video"),
        (.skipped, "head script style template noscript iframe noembed noframes title"),
    ]

    private static let table: [String: ContentElementName] = Dictionary(
        rows.flatMap { row in row.names.split(separator: " ").map { (String($0), row.kind) } },
        uniquingKeysWith: { first, _ in first })
}
