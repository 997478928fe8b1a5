// SPDX-License-Identifier: BSD-3-Clause

/// The rules of the HTML Standard for an element, as far as they affect the structure of the tree: which open elements
/// its start tag closes, and how far out its end tag reaches.
public struct HTMLElementRule: Sendable {
    /// Kinds of open elements.  The stack of open elements tracks the innermost visible element of each kind.
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
        /// Boundaries for the end tags of list items.
        static let list = Kinds(rawValue: 1 << 13)
        /// Boundaries for the end tags of blocks.
        static let scope = Kinds(rawValue: 1 << 14)
        /// Boundaries for the end tags of phrasing elements, together with paragraphs.
        static let block = Kinds(rawValue: 1 << 15)

        /// Elements whose end tag may be omitted at the end of their parent.
        static let closedByParents: Kinds = [.paragraph, .item, .definition, .option, .optionGroup, .ruby]
        static let flow: Kinds = [.paragraph, .item, .definition, .option, .optionGroup, .ruby, .heading, .anchor]
        static let tableParts: Kinds = [.cell, .row, .section, .caption]
    }

    /// The kinds of this element.
    var kinds: Kinds = []
    /// Kinds that the start tag closes.
    var closes: Kinds = []
    /// Kinds that the start tag closes if the innermost open element is one of them.
    var replaces: Kinds = []
    /// Kinds that are not visible from inside this element.
    var hides: Kinds = []
    /// Kinds at which the search for the element that an end tag closes stops.  The element may itself be of these
    /// kinds.
    var bound: Kinds = [.block, .paragraph]
    public var content = HTMLContent.data
    var isVoid = false
    /// Whether the head continues after this element.
    var belongsInHead = false
    /// Whether an end tag without an open element creates an empty element.
    var isMadeByEndTag = false
    /// Whether the start tag closes an open select.
    var endsSelect = false
    /// Kinds that the start tag closes inside a select, repeatedly, as long as the innermost open element is one of
    /// them.
    var closesInSelect: Kinds = []
    /// Whether a frameset cannot replace the body after this element.
    var refusesFrames = false
    var part: Part?
    /// The role of the name in SVG and MathML, if it has one.
    var foreign: Foreign?

    /// Elements that need more than the rules above: elements that occur only once in a document, the elements of
    /// frames, and some that the Standard treats specially.
    enum Part: UInt8 {
        case html, head, body, frameset, frame, noframes, template, select, form
    }

    enum Foreign: UInt8 {
        /// The root elements of SVG and MathML.
        case svg, math
        /// In SVG, an element that contains HTML.
        case holdsHTML
        /// In MathML, an element that contains HTML text, and the elements that such text cannot contain.
        case holdsText, glyph
        /// In MathML, an element that contains HTML if its attributes say so.
        case annotation
        /// Not an element of SVG or MathML: its start tag closes them.  The last one only does so with certain
        /// attributes.
        case leaves, leavesIfStyled
    }

    /// Whether the element is part of the body.
    var isContent: Bool { part == nil || part == .select || part == .form }

    /// The rule for unknown elements.
    static let unknown = HTMLElementRule()
    /// The rule for elements of SVG and MathML that contain HTML.
    static let integrationPoint = HTMLElementRule(
        kinds: [.block, .scope, .list], hides: .flow, bound: .scope)
}

/// The language that an open element belongs to, and what it may contain.
enum MarkupLanguage: UInt8 {
    case html, svg, math
    /// Elements of SVG or MathML that contain HTML.
    case htmlInSVG, htmlInMath
    /// Elements of MathML that contain text, which may include HTML elements.
    case textInMath
    /// Elements of MathML that may contain SVG.
    case annotation

    var isForeign: Bool { self != .html }
    /// Whether text in the element is HTML text.
    var holdsText: Bool { holdsHTML || self == .textInMath }
    /// Whether start tags in the element are HTML tags.
    var holdsHTML: Bool { self == .html || self == .htmlInSVG || self == .htmlInMath }
    private var isSVG: Bool { self == .svg || self == .htmlInSVG }

    /// The language of a child element that is parsed as SVG or MathML.
    ///
    /// - Parameter isHTML: whether an annotation declares that it contains HTML.
    func child(_ name: HTMLElementRule.Foreign?, isHTML: @autoclosure () -> Bool) -> MarkupLanguage {
        switch name {
        case .holdsHTML where isSVG: .htmlInSVG
        case .holdsText where !isSVG: .textInMath
        case .annotation where !isSVG: isHTML() ? .htmlInMath : .annotation
        default: isSVG ? .svg : .math
        }
    }
}
