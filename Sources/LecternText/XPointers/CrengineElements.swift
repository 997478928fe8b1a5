// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup

/// What crengine, the engine of KOReader, takes elements for without the style sheets of the book.
enum CrengineElements {
    /// The elements that it inserts when rendering a book.  Before its DOM version 20200223, paths have steps for them.
    static let boxes: Set<String> = names("autoBoxing floatBox inlineBox tabularBox rubyBox mathBox pseudoElem")
    static let runs = "autoBoxing"

    /// Inline elements are all that are not listed.
    static let blocks: Set<String> = names(
        "html body hr form pre blockquote div h1 h2 h3 h4 h5 h6 p output section ol ul li dl dt dd title"
            + " table caption colgroup col thead tbody tfoot tr th td"
            + " address article aside canvas fieldset figcaption figure footer header hgroup legend main nav noscript"
            + " video center dir menu multicol noframes search listing textarea plaintext xmp details dialog summary"
            + " frame frameset iframe noembed template select button marquee optgroup datalist map"
    ).union(withoutText)
    /// Text directly inside these is dropped.
    static let withoutText: Set<String> = names(
        "table colgroup col thead tbody tfoot tr applet area track input keygen param audio source")
    /// White space counts in these.
    static let preformatted: Set<String> = names("pre listing textarea plaintext xmp")
    /// Neither inline nor blocks.
    static let hidden: Set<String> = names("script style link meta base basefont bgsound")

    private static func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}

extension MarkupTree {
    /// The name that crengine gives an element: in lower case, but in drawings.
    func crengineName(of element: Node) -> String {
        let name = localName(of: element)
        let lower = name.asciiLowercased
        if name.utf8.elementsEqual(lower.utf8) { return name }
        var outer: Node? = element
        while let node = outer {
            if localName(of: node) == "svg" { return name }
            outer = parent(of: node)
        }
        return lower
    }
}
