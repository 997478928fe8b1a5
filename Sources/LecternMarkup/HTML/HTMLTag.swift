// SPDX-License-Identifier: BSD-3-Clause

/// The elements that the tree construction of the HTML Standard knows by name.
enum HTMLTag: String, CaseIterable, Sendable {
    /// Any other element.
    case other = ""
    case a, address, annotationXML = "annotation-xml", applet, area, article, aside, b, base, basefont, bgsound, big
    case blockquote, body, br, button, caption, center, code, col, colgroup, dd, desc, details, dialog, dir, div, dl, dt
    case em, embed, fieldset, figcaption, figure, font, footer, foreignObject = "foreignobject", form, frame, frameset
    case h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, image, img, input, keygen, li, link, listing
    case main, malignmark, marquee, math, menu, meta, mglyph, mi, mn, mo, ms, mtext, nav, nobr, noembed, noframes
    case noscript, object, ol, optgroup, option, p, param, plaintext, pre, rb, rp, rt, rtc, ruby, s, script, search
    case section, select, small, source, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td, template
    case textarea, tfoot, th, thead, title, tr, track, tt, u, ul, `var`, wbr, xmp

    init(_ name: UnsafeBufferPointer<UInt8>) {
        self = name.count > 14 ? .other : HTMLTag.byName[String(decoding: name, as: UTF8.self)] ?? .other
    }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.dropFirst().map { ($0.rawValue, $0) })

    var traits: HTMLTraits { HTMLTag.traitsOfTags[self] ?? [] }

    private static let traitsOfTags: [HTMLTag: HTMLTraits] = {
        var all: [HTMLTag: HTMLTraits] = [:]
        for (traits, names) in HTMLTraits.table {
            for name in names.split(separator: " ") {
                if let tag = byName[String(name)] { all[tag, default: []].formUnion(traits) }
            }
        }
        return all
    }()

    var isHeading: Bool { [.h1, .h2, .h3, .h4, .h5, .h6].contains(self) }
}

/// Groups of elements in the HTML Standard.
struct HTMLTraits: OptionSet, Sendable {
    let rawValue: UInt16

    /// Special elements (13.2.4.2), which the end tags of other elements do not close.
    static let special = HTMLTraits(rawValue: 1 << 0)
    /// Formatting elements, which are reopened in the next block.
    static let formatting = HTMLTraits(rawValue: 1 << 1)
    /// Elements that limit the search for an open element.
    static let scope = HTMLTraits(rawValue: 1 << 2)
    static let tableScope = HTMLTraits(rawValue: 1 << 3)
    /// Elements with optional end tags ("generate implied end tags").
    static let impliedEnd = HTMLTraits(rawValue: 1 << 4)
    /// Blocks: they close an open paragraph, and their end tags also close the elements inside.
    static let block = HTMLTraits(rawValue: 1 << 5)
    static let void = HTMLTraits(rawValue: 1 << 6)
    /// Elements that belong in the head, and void elements among them.
    static let ofHead = HTMLTraits(rawValue: 1 << 7)
    /// Parts of a table, whose tags are ignored elsewhere.
    static let ofTable = HTMLTraits(rawValue: 1 << 8)
    /// HTML elements that close SVG and MathML.
    static let leavesForeign = HTMLTraits(rawValue: 1 << 9)
    /// Elements of a table whose text is foster-parented, that is, moved in front of the table.
    static let fosters = HTMLTraits(rawValue: 1 << 10)
    /// Elements that insert a marker into the list of active formatting elements.
    static let marks = HTMLTraits(rawValue: 1 << 11)

    static let table: [(HTMLTraits, String)] = [
        (
            .special,
            """
            address applet area article aside base basefont bgsound blockquote body br button caption center col \
            colgroup dd details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 \
            h6 head header hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed \
            noframes noscript object ol p param plaintext pre script search section select source style summary table \
            tbody td template textarea tfoot th thead title tr track ul wbr xmp
            """
        ),
        (.formatting, "a b big code em font i nobr s small strike strong tt u"),
        (.scope, "applet caption html marquee object select table td template th"),
        (.tableScope, "html table template"),
        (.impliedEnd, "dd dt li optgroup option p rb rp rt rtc"),
        (
            .block,
            """
            address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header \
            hgroup main menu nav ol search section summary ul listing pre
            """
        ),
        (.void, "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"),
        (.ofHead, "base basefont bgsound link meta noframes script style template title"),
        (.ofTable, "caption col colgroup tbody td tfoot th thead tr"),
        (
            .leavesForeign,
            """
            b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu \
            meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var
            """
        ),
        (.fosters, "table tbody tfoot thead tr"),
        (.marks, "applet marquee object"),
    ]
}
