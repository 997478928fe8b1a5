// SPDX-License-Identifier: BSD-3-Clause

extension HTMLElementRule {
    /// The elements that have a rule of their own.
    static let all: [(names: StaticString, rule: HTMLElementRule)] = [
        ("html", HTMLElementRule(kinds: [.block, .scope, .list], bound: .scope, part: .html)),
        ("head", HTMLElementRule(kinds: .block, bound: .scope, part: .head)),
        ("body", HTMLElementRule(kinds: .block, bound: .scope, part: .body)),
        ("frameset", HTMLElementRule(kinds: .block, bound: .scope, part: .frames)),
        ("frame", HTMLElementRule(isVoid: true, part: .frames)),
        ("select", block(closes: [])),
        ("button", block(closes: [], hides: .paragraph)),
        ("div address", transparentBlock(closes: .paragraph)),
        ("article aside blockquote center details dialog dir dl fieldset figcaption figure footer", block()),
        ("form header hgroup listing main menu nav pre search section summary", block()),
        ("ol ul", block(kinds: .list)),
        ("h1 h2 h3 h4 h5 h6", block(kinds: .heading)),
        ("p", HTMLElementRule(kinds: .paragraph, closes: .paragraph, bound: .scope, isMadeByEndTag: true)),
        ("br", HTMLElementRule(isVoid: true, isMadeByEndTag: true)),
        ("li", transparentBlock(kinds: .item, closes: [.item, .paragraph], hides: .definition, bound: .list)),
        ("dt dd", transparentBlock(kinds: .definition, closes: [.definition, .paragraph], hides: .item)),
        ("a", HTMLElementRule(kinds: .anchor, closes: .anchor, bound: .block)),
        // The Standard takes these apart where they overlap with paragraphs; here they close them.
        ("b big code em font i nobr s small strike strong tt u", HTMLElementRule(bound: .block)),
        ("applet marquee object template foreignobject desc", scope()),
        ("optgroup", HTMLElementRule(kinds: .optionGroup, closes: [.option, .optionGroup], hides: .option)),
        ("option", HTMLElementRule(kinds: .option, closes: .option)),
        ("ruby", HTMLElementRule(hides: .ruby)),
        ("rb rt rp", HTMLElementRule(kinds: .ruby, closes: .ruby)),
        ("rtc", HTMLElementRule(closes: .ruby, hides: .ruby)),
        ("table", scope(kinds: .table, closes: .paragraph, hides: .tableParts, bound: .table)),
        ("caption", scope(kinds: .caption, closes: .tableParts, bound: .table)),
        ("colgroup", tablePart(.caption, closes: .tableParts)),
        ("thead tbody tfoot", tablePart(.section, closes: .tableParts)),
        ("tr", tablePart(.row, closes: [.caption, .cell, .row])),
        ("td th", scope(kinds: .cell, closes: [.caption, .cell], bound: .table)),
        ("area embed img input keygen param source track wbr col", HTMLElementRule(isVoid: true)),
        ("hr", HTMLElementRule(closes: .paragraph, isVoid: true)),
        ("base basefont bgsound link meta", HTMLElementRule(isVoid: true, belongsInHead: true)),
        ("title", text(.escapableText, belongsInHead: true)),
        ("textarea", text(.escapableText)),
        ("style noframes", text(.rawText, belongsInHead: true)),
        ("xmp", text(.rawText, closes: .paragraph)),
        ("iframe noembed", text(.rawText)),
        ("script", text(.script, belongsInHead: true)),
        ("noscript", text(.data, belongsInHead: true)),
    ]

    private static func block(
        kinds: Kinds = [], closes: Kinds = .paragraph, hides: Kinds = []
    ) -> HTMLElementRule {
        transparentBlock(kinds: kinds, closes: closes, hides: hides.union([.item, .definition]))
    }

    /// A block through which a list item is still seen, so that the next one closes it.
    private static func transparentBlock(
        kinds: Kinds = [], closes: Kinds, hides: Kinds = [], bound: Kinds = .scope
    ) -> HTMLElementRule {
        HTMLElementRule(
            kinds: kinds.union(.block), closes: closes, hides: hides.union([.anchor, .option, .ruby]),
            bound: bound)
    }

    private static func scope(
        kinds: Kinds = [], closes: Kinds = [], hides: Kinds = [], bound: Kinds = .scope
    ) -> HTMLElementRule {
        HTMLElementRule(
            kinds: kinds.union([.block, .scope, .list]), closes: closes, hides: hides.union(.flow), bound: bound)
    }

    private static func tablePart(_ kind: Kinds, closes: Kinds) -> HTMLElementRule {
        HTMLElementRule(kinds: kind.union(.block), closes: closes, hides: .flow, bound: .table)
    }

    private static func text(
        _ content: HTMLContent, closes: Kinds = [], belongsInHead: Bool = false
    ) -> HTMLElementRule {
        HTMLElementRule(kinds: .block, closes: closes, bound: .scope, content: content, belongsInHead: belongsInHead)
    }
}

/// The rules by name: a hash table, made once, a quarter full.
struct HTMLElementRules: @unchecked Sendable {
    static let shared = HTMLElementRules()

    private struct Slot {
        var hash: UInt32 = 0
        var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var rule = HTMLElementRule.unknown
    }

    /// Never freed: it lives as long as the process.
    private let slots: UnsafeMutablePointer<Slot>
    private static let mask = 511

    private init() {
        slots = .allocate(capacity: HTMLElementRules.mask + 1)
        slots.initialize(repeating: Slot(), count: HTMLElementRules.mask + 1)
        for (names, rule) in HTMLElementRule.all {
            let bytes = UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount)
            for name in bytes.split(separator: UInt8(ascii: " ")) {
                let name = UnsafeBufferPointer(rebasing: name)
                let hash = HTMLElementRules.hash(of: name)
                var slot = Int(hash) & HTMLElementRules.mask
                while slots[slot].name.count > 0 { slot = (slot + 1) & HTMLElementRules.mask }
                slots[slot] = Slot(hash: hash, name: name, rule: rule)
            }
        }
    }

    /// - Parameter hash: the hash of the name, for who needs it anyway.
    func rule(for name: UnsafeBufferPointer<UInt8>, hash: UInt32) -> HTMLElementRule {
        var slot = Int(hash) & HTMLElementRules.mask
        while slots[slot].name.count > 0 {
            if slots[slot].hash == hash && slots[slot].name.elementsEqual(name) { return slots[slot].rule }
            slot = (slot + 1) & HTMLElementRules.mask
        }
        return .unknown
    }

    @inline(__always)
    static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in name { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ hash >> 15
    }
}
