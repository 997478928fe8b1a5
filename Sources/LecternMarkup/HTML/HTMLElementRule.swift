// SPDX-License-Identifier: BSD-3-Clause

/// How the HTML Standard has a parser treat an element, as far as a tree without its repairs needs it: which open
/// elements its start tag closes, and how far out its end tag reaches.
public struct HTMLElementRule: Sendable {
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
        static let closedByParents: Kinds = [.paragraph, .item, .definition, .option, .optionGroup, .ruby]
        static let flow: Kinds = [.paragraph, .item, .definition, .option, .optionGroup, .ruby, .heading, .anchor]
        static let tableParts: Kinds = [.cell, .row, .section, .caption]
    }

    /// What the element is.
    var kinds: Kinds = []
    /// What its start tag closes.
    var closes: Kinds = []
    /// What its start tag closes if that is the innermost open element.
    var replaces: Kinds = []
    /// What cannot be seen from inside it.
    var hides: Kinds = []
    /// What the search for the element that its end tag closes does not look beyond; that may be of these kinds itself.
    var bound: Kinds = [.block, .paragraph]
    public var content = HTMLContent.data
    var isVoid = false
    /// Whether a head goes on with it.
    var belongsInHead = false
    /// Whether an end tag that closes nothing is the element.
    var isMadeByEndTag = false
    /// Whether its start tag ends a select that is open.
    var endsSelect = false
    /// What its start tag closes in a select, one after the other, while that is the innermost open element.
    var closesInSelect: Kinds = []
    /// Whether it leaves no room for a frameset in place of the body.
    var refusesFrames = false
    var part: Part?
    /// What the name means in SVG and MathML, if it means anything special there.
    var foreign: Foreign?

    /// The elements that depend on more than the elements around them: those of which a document has one, those of
    /// documents of frames, and a few that the Standard singles out.
    enum Part: UInt8 {
        case html, head, body, frameset, frame, noframes, template, select, form
    }

    enum Foreign: UInt8 {
        /// Begins the language.
        case svg, math
        /// Holds HTML if it is an element of SVG.
        case holdsHTML
        /// Holds text of HTML if it is an element of MathML; and what cannot be in that.
        case holdsText, glyph
        /// Holds HTML if it is an element of MathML and says so.
        case annotation
        /// No element of either: its start tag ends them.  The last one does with certain attributes only.
        case leaves, leavesIfStyled
    }

    /// Whether it stands in a body.
    var isContent: Bool { part == nil || part == .select || part == .form }

    /// For elements that nobody knows.
    static let unknown = HTMLElementRule()
    /// For elements of SVG and MathML that hold HTML.
    static let integrationPoint = HTMLElementRule(
        kinds: [.block, .scope, .list], hides: .flow, bound: .scope)
}

/// Which language an open element is of, and what it may hold.
enum MarkupLanguage: UInt8 {
    case html, svg, math
    /// Elements of SVG or MathML with HTML in them.
    case htmlInSVG, htmlInMath
    /// Elements of MathML with text in them, which may have elements of HTML.
    case textInMath
    /// Elements of MathML that may have SVG in them.
    case annotation

    var isForeign: Bool { self != .html }
    /// Whether text in it is text of HTML.
    var holdsText: Bool { holdsHTML || self == .textInMath }
    /// Whether start tags in it are those of HTML.
    var holdsHTML: Bool { self == .html || self == .htmlInSVG || self == .htmlInMath }
    private var isSVG: Bool { self == .svg || self == .htmlInSVG }

    /// The language of an element in one of this language, read as SVG or MathML.
    /// - Parameter isHTML: whether an annotation says that it holds HTML.
    func child(_ name: HTMLElementRule.Foreign?, isHTML: @autoclosure () -> Bool) -> MarkupLanguage {
        switch name {
        case .holdsHTML where isSVG: .htmlInSVG
        case .holdsText where !isSVG: .textInMath
        case .annotation where !isSVG: isHTML() ? .htmlInMath : .annotation
        default: isSVG ? .svg : .math
        }
    }
}
