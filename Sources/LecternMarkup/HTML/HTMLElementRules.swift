// SPDX-License-Identifier: BSD-3-Clause

extension HTMLElementRule {
    /// The elements that have specific rules.
    static let all: [(names: StaticString, rule: HTMLElementRule)] = [
        ("html", HTMLElementRule(kinds: [.block, .scope, .list], bound: .scope, part: .html)),
        ("head", HTMLElementRule(kinds: .block, bound: .scope, part: .head)),
        ("body", HTMLElementRule(kinds: .block, bound: .scope, part: .body)),
        ("frameset", HTMLElementRule(kinds: .block, bound: .scope, part: .frameset)),
        ("frame", HTMLElementRule(isVoid: true, part: .frame)),
        ("select", scope(endsSelect: true, part: .select)),
        ("button", block(closes: [], hides: .paragraph)),
        ("div address", transparentBlock(closes: .paragraph)),
        ("article aside blockquote center details dialog dir dl fieldset figcaption figure footer", block()),
        ("form", block(part: .form)),
        ("header hgroup listing main menu nav pre search section summary", block()),
        ("ol ul", block(kinds: .list)),
        ("h1 h2 h3 h4 h5 h6", block(kinds: .heading, replaces: .heading)),
        ("p", HTMLElementRule(kinds: .paragraph, closes: .paragraph, bound: .scope, isMadeByEndTag: true)),
        ("br", HTMLElementRule(isVoid: true, isMadeByEndTag: true)),
        ("li", transparentBlock(kinds: .item, closes: [.item, .paragraph], hides: .definition, bound: .list)),
        ("dt dd", transparentBlock(kinds: .definition, closes: [.definition, .paragraph], hides: .item)),
        ("a", HTMLElementRule(kinds: .anchor, closes: .anchor, bound: .block)),
        // The Standard splits these elements where they overlap with paragraphs.  Here, the end of a paragraph closes
        // them.
        ("b big code em font i nobr s small strike strong tt u", HTMLElementRule(bound: .block)),
        ("applet marquee object", scope()),
        // The end tag of a template closes everything inside it.
        ("template", scope(hides: Kinds.tableParts.union(.table), bound: [], belongsInHead: true, part: .template)),
        ("optgroup", HTMLElementRule(kinds: .optionGroup, replaces: .option, closesInSelect: .closedByParents)),
        (
            "option",
            HTMLElementRule(
                kinds: .option, replaces: .option, closesInSelect: .closedByParents.subtracting(.optionGroup))
        ),
        ("ruby", HTMLElementRule(hides: .ruby)),
        ("rb rt rp", HTMLElementRule(kinds: .ruby, closes: .ruby)),
        ("rtc", HTMLElementRule(closes: .ruby, hides: .ruby)),
        ("table", scope(kinds: .table, closes: .paragraph, hides: .tableParts, bound: .table)),
        ("caption", scope(kinds: .caption, closes: .tableParts, bound: .table)),
        ("colgroup", tablePart(.caption, closes: .tableParts)),
        ("thead tbody tfoot", tablePart(.section, closes: .tableParts)),
        ("tr", tablePart(.row, closes: [.caption, .cell, .row])),
        ("td th", scope(kinds: .cell, closes: [.caption, .cell], bound: .table)),
        ("area embed img keygen param source track wbr", HTMLElementRule(isVoid: true)),
        ("col", HTMLElementRule(kinds: .caption, closes: [.cell, .row, .section], isVoid: true)),
        ("input", HTMLElementRule(isVoid: true, endsSelect: true)),
        ("hr", HTMLElementRule(closes: .paragraph, isVoid: true, closesInSelect: .closedByParents)),
        ("base basefont bgsound link meta", HTMLElementRule(isVoid: true, belongsInHead: true)),
        ("title", text(.escapableText, belongsInHead: true)),
        ("textarea", text(.escapableText)),
        ("style", text(.rawText, belongsInHead: true)),
        ("noframes", text(.rawText, belongsInHead: true, part: .noframes)),
        ("plaintext", text(.plainText, closes: .paragraph)),
        ("xmp", text(.rawText, closes: .paragraph)),
        ("iframe noembed", text(.rawText)),
        ("script", text(.script, belongsInHead: true)),
        ("noscript", text(.data, belongsInHead: true)),
    ]

    /// The elements after which a frameset cannot replace the body.
    static let refusingFrames: StaticString = """
        applet area body br button dd dt embed hr iframe img input keygen li listing marquee object plaintext pre \
        select table textarea wbr xmp
        """

    /// The role of names in SVG and MathML.
    static let foreign: [(names: StaticString, meaning: Foreign)] = [
        ("svg", .svg), ("math", .math), ("foreignobject desc title", .holdsHTML), ("mi mn mo ms mtext", .holdsText),
        ("mglyph malignmark", .glyph), ("annotation-xml", .annotation), ("font", .leavesIfStyled),
        (
            """
            b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu \
            meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul var
            """, .leaves
        ),
    ]

    private static func block(
        kinds: Kinds = [], closes: Kinds = .paragraph, replaces: Kinds = [], hides: Kinds = [], part: Part? = nil
    ) -> HTMLElementRule {
        var rule = transparentBlock(kinds: kinds, closes: closes, hides: hides.union([.item, .definition]))
        rule.replaces = replaces
        rule.part = part
        return rule
    }

    /// A block that does not hide an open list item, so that the next list item closes it.
    private static func transparentBlock(
        kinds: Kinds = [], closes: Kinds, hides: Kinds = [], bound: Kinds = .scope
    ) -> HTMLElementRule {
        HTMLElementRule(
            kinds: kinds.union(.block), closes: closes, hides: hides.union([.anchor, .option, .ruby]),
            bound: bound)
    }

    private static func scope(
        kinds: Kinds = [], closes: Kinds = [], hides: Kinds = [], bound: Kinds = .scope, belongsInHead: Bool = false,
        endsSelect: Bool = false, part: Part? = nil
    ) -> HTMLElementRule {
        HTMLElementRule(
            kinds: kinds.union([.block, .scope, .list]), closes: closes, hides: hides.union(.flow), bound: bound,
            belongsInHead: belongsInHead, endsSelect: endsSelect, part: part)
    }

    private static func tablePart(_ kind: Kinds, closes: Kinds) -> HTMLElementRule {
        HTMLElementRule(kinds: kind.union(.block), closes: closes, hides: .flow, bound: .table)
    }

    private static func text(
        _ content: HTMLContent, closes: Kinds = [], belongsInHead: Bool = false, part: Part? = nil
    ) -> HTMLElementRule {
        HTMLElementRule(
            kinds: .block, closes: closes, bound: .scope, content: content, belongsInHead: belongsInHead, part: part)
    }
}

/// The rules by name, in a hash table that is built once and at most one third full.
public struct HTMLElementRules: @unchecked Sendable {
    public static let shared = HTMLElementRules()

    private struct Slot {
        var hash: UInt32 = 0
        var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var rule = HTMLElementRule.unknown
    }

    /// Never freed, because the table lives as long as the process.
    private let slots: UnsafeMutablePointer<Slot>
    private static let mask = 511

    private init() {
        slots = .allocate(capacity: HTMLElementRules.mask + 1)
        slots.initialize(repeating: Slot(), count: HTMLElementRules.mask + 1)
        for (names, rule) in HTMLElementRule.all { change(names) { $0 = rule } }
        change(HTMLElementRule.refusingFrames) { $0.refusesFrames = true }
        for (names, meaning) in HTMLElementRule.foreign { change(names) { $0.foreign = meaning } }
    }

    private func change(_ names: StaticString, _ body: (inout HTMLElementRule) -> Void) {
        let bytes = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)
        for name in bytes.split(separator: UInt8(ascii: " ")) {
            let name = UnsafeBufferPointer(rebasing: name)
            let hash = HTMLElementRules.hash(of: name)
            var slot = Int(hash) & HTMLElementRules.mask
            while slots[slot].name.count > 0, !slots[slot].name.elementsEqual(name) {
                slot = (slot + 1) & HTMLElementRules.mask
            }
            slots[slot].hash = hash
            slots[slot].name = name
            body(&slots[slot].rule)
        }
    }

    /// - Parameter hash: the hash of the name, which callers have computed anyway.
    public func rule(for name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> HTMLElementRule {
        var slot = Int(hash) & HTMLElementRules.mask
        while slots[slot].name.count > 0 {
            if slots[slot].hash == hash && slots[slot].name.elementsEqual(name) { return slots[slot].rule }
            slot = (slot + 1) & HTMLElementRules.mask
        }
        return .unknown
    }

    @inline(__always)
    public static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ hash >> 15
    }
}
