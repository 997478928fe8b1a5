// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The elements and attributes of HTML, SVG and MathML that run scripts, load resources or navigate.  All others are
/// harmless and written unchanged.
///
/// Names are compared in lower case and without prefixes, in all languages: `svg:script` and `SCRIPT` both count as
/// scripts, even if a web view disagrees.
enum MarkupRules {
    enum Element {
        /// Written without attributes and content, so that the indices of later elements do not change.
        case emptied
        /// A document in a frame.
        case frame
        /// Becomes an image or a frame.
        case embedded
        /// Kept if it is a link to a style sheet.
        case link
        case pragma
        case style
        /// Changes attributes of other elements.
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
            // Scripts and inline documents, additional requests, other windows, and hashes of rewritten resources.
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

    /// Elements whose `href` is followed on a click; the `href` of other elements is loaded.
    static let links: Set<String> = Set(
        """
        a area maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace \
        msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics
        """.words)

    /// Elements that may have `data:` URLs.
    static let media: Set<String> = [
        "img", "image", "picture", "source", "video", "audio", "track", "input", "feimage", "body", "table", "td", "th",
    ]

    /// The `meta` pragmas that merely describe the document.
    static let pragmas: Set<String> = ["content-language", "default-style", "x-ua-compatible"]

    static func isHandler(_ name: String) -> Bool { name.utf8.starts(with: "on".utf8) }
}
