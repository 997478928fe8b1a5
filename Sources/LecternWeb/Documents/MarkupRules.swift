// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What in the documents of a book runs, loads or navigates: elements and attributes of HTML, SVG and MathML.  Anything else
/// does nothing, so it is written as it is.
///
/// Names are compared in lower case and without prefixes, in all languages: `svg:script` and `SCRIPT` are scripts here,
/// whatever a web view takes them for.
enum MarkupRules {
    enum Element {
        /// It is written without attributes and content, so that the elements after it keep their numbers.
        case emptied
        /// A document in a frame.
        case frame
        /// It becomes an image or a frame.
        case embedded
        /// Its address is that of a style sheet, or is not written.
        case link
        case pragma
        case style
        /// It changes attributes of other elements.
        case animation
    }

    enum Attribute {
        case removed
        case address
        /// Addresses with descriptors (HTML, "Srcset attributes").
        case candidates
        /// CSS declarations.
        case declarations
        /// A value of a CSS property.
        case cssValue
    }

    static let elements: [String: Element] = [
        "script": .emptied, "base": .emptied, "handler": .emptied, "listener": .emptied,
        "iframe": .frame, "frame": .frame, "fencedframe": .frame, "portal": .frame,
        "object": .embedded, "embed": .embedded, "applet": .embedded,
        "link": .link, "meta": .pragma, "style": .style,
        "animate": .animation, "set": .animation, "animatemotion": .animation, "animatetransform": .animation,
        "animatecolor": .animation, "discard": .animation,
    ]

    static let attributes: [String: Attribute] = {
        var all: [String: Attribute] = ["style": .declarations]
        let names: [(Attribute, String)] = [
            (.address, "href src data poster background lowsrc dynsrc icon"),
            (.candidates, "srcset imagesrcset"),
            // Scripts and documents, requests besides that of the address itself, other windows, and hashes of what is rewritten.
            (
                .removed,
                """
                action allow allowfullscreen archive attributionsrc classid code codebase csp download formaction formtarget \
                integrity manifest nonce ping profile sandbox srcdoc target
                """
            ),
            (
                .cssValue,
                """
                by clip-path color-profile cursor fill filter from marker marker-end marker-mid marker-start mask stroke to \
                values
                """
            ),
        ]
        for (rule, words) in names {
            for name in words.words { all[name] = rule }
        }
        return all
    }()

    /// Elements whose `href` the reader follows; that of other elements is loaded.
    static let links: Set<String> = Set(
        """
        a area maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace \
        msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics
        """.words)

    /// Elements whose addresses can be `data:` URLs.
    static let media: Set<String> = [
        "img", "image", "picture", "source", "video", "audio", "track", "input", "feimage", "body", "table", "td", "th",
    ]

    /// The pragmas of `meta` that do nothing but describe the document.
    static let pragmas: Set<String> = ["content-language", "default-style", "x-ua-compatible"]

    static func isHandler(_ name: String) -> Bool { name.utf8.starts(with: "on".utf8) }
}
