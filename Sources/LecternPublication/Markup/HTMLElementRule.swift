// SPDX-License-Identifier: BSD-3-Clause

/// How the HTML Standard has a parser treat an element, as far as a tree without its repairs needs it: which open
/// elements its start tag closes, and how far out its end tag reaches.
struct HTMLElementRule: Sendable {
    /// Kinds of open elements.  A stack of open elements knows the innermost one of each kind that can be seen.
    struct Kinds: OptionSet {
        let rawValue: UInt16
        static let paragraph = Kinds(rawValue: 1 << 0)
        static let item = Kinds(rawValue: 1 << 1)
        static let definition = Kinds(rawValue: 1 << 2)
        static let option = Kinds(rawValue: 1 << 3)
        static let optionGroup = Kinds(rawValue: 1 << 4)
        static let ruby = Kinds(rawValue: 1 << 5)
        static let heading = Kinds(rawValue: 1 << 6)
        static let anchor = Kinds(rawValue: 1 << 7)
        static let cell = Kinds(rawValue: 1 << 8)
        static let row = Kinds(rawValue: 1 << 9)
        static let section = Kinds(rawValue: 1 << 10)
        static let caption = Kinds(rawValue: 1 << 11)
        static let table = Kinds(rawValue: 1 << 12)
        /// What end tags of list items do not reach beyond.
        static let list = Kinds(rawValue: 1 << 13)
        /// What end tags of blocks do not reach beyond.
        static let scope = Kinds(rawValue: 1 << 14)
        /// What end tags of phrases do not reach beyond, paragraphs aside.
        static let block = Kinds(rawValue: 1 << 15)

        /// What ends with its container without an end tag of its own.
        static let flow: Kinds = [.paragraph, .item, .definition, .option, .optionGroup, .ruby, .heading, .anchor]
        static let tableParts: Kinds = [.cell, .row, .section, .caption]
    }

    /// What the element is.
    var kinds: Kinds = []
    /// What its start tag closes.
    var closes: Kinds = []
    /// What cannot be seen from inside it.
    var hides: Kinds = []
    /// What the search for the element that its end tag closes does not look beyond; that may be of these kinds itself.
    var bound: Kinds = [.block, .paragraph]
    var content = HTMLContent.data
    var isVoid = false
    /// Whether a head goes on with it.
    var belongsInHead = false
    /// Whether an end tag that closes nothing is the element.
    var isMadeByEndTag = false
    var part: Part?

    /// The elements of which a document has one, and those in place of a body.
    enum Part {
        case html, head, body, frames
    }

    /// For elements that nobody knows.
    static let unknown = HTMLElementRule()
}
