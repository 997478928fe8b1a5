// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Markup that must have no effect, because it makes a document navigate, resolve its links against another address, or
/// makes the web view look up or connect to other hosts.  The Content Security Policy does not prevent all of this.
///
/// Nothing is removed.  An attribute gets a longer name (`data-lectern-http-equiv`), and a link type a longer word
/// (`x-preconnect`), so that they have no meaning.
enum InertMarkup {
    struct Spot {
        let position: Int
        let text: String
    }

    /// The spots of a tag.
    static func spots(in tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> [Spot] {
        guard !tag.attributes.isEmpty else { return [] }
        if scanner.isElement(tag, "meta") { return pragma(tag, scanner) }
        if scanner.isElement(tag, "base") {
            return tag.attributes.filter { scanner.isWord($0.name, "href") || scanner.isWord($0.name, "target") }
                .map { rename($0, tag, scanner) }
        }
        if scanner.isElement(tag, "link") { return hints(tag, scanner) }
        return scanner.isElement(tag, "iframe") || scanner.isElement(tag, "frame") ? source(tag, scanner) : []
    }

    /// The spots in a range of any text.
    ///
    /// In HTML it depends on the context (svg elements, `noscript`, templates) what is a tag and what is text.  So all
    /// text that looks like such a tag is changed: if it is not a tag, as in a comment or a script, the change is not
    /// visible.
    static func spots(anywhereIn range: Range<Int>, _ scanner: MarkupScanner) -> [Spot] {
        var spots: [Spot] = []
        /// The attributes of a tag within a tag belong to both.
        var seen: Set<Int> = []
        var next = range.lowerBound
        // A crafted document has tags within tags: all tags together are read a few times at most.
        var budget = 2 * range.count
        while true {
            let start = scanner.first(UInt8(ascii: "<"), from: next, to: range.upperBound)
            guard start < range.upperBound else { return spots }
            next = start + 1
            guard isName(next, scanner) else { continue }
            let limit = min(start + max(budget, 64), range.upperBound)
            let tag = scanner.tag(at: start, nameStart: start + 1, limit: limit)
            budget -= (tag?.end ?? limit) - start
            guard let tag else { continue }
            spots += self.spots(in: tag, scanner).filter { seen.insert($0.position).inserted }
        }
    }

    private static func isName(_ start: Int, _ scanner: MarkupScanner) -> Bool {
        switch scanner.unit(start) | 0x20 {
        case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "m"):
            let end = min(start + 4, scanner.count)
            return ["base", "fram", "ifra", "link", "meta"].contains(scanner.text(start..<end).asciiLowercased)
        default: return false
        }
    }

    /// A processing instruction that would transform and replace the document: its target is renamed.
    static func transformation(_ instruction: Range<Int>, _ scanner: MarkupScanner) -> Spot? {
        let tag = scanner.tag(
            at: instruction.lowerBound, nameStart: instruction.lowerBound, limit: instruction.upperBound)
        guard let tag, let type = scanner.attribute("type", of: tag) else { return nil }
        guard !["", "text/css"].contains(scanner.text(type.value).trimmed.asciiLowercased) else { return nil }
        return Spot(position: instruction.lowerBound, text: "x-")
    }

    // MARK: Elements

    private static func pragma(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> [Spot] {
        guard let attribute = scanner.attribute("http-equiv", of: tag) else { return [] }
        switch scanner.text(attribute.value).asciiLowercased {
        case "content-type", "default-style", "x-ua-compatible", "content-language": return []
        case "content-security-policy":
            let policy = scanner.attribute("content", of: tag).map { scanner.text($0.value) }
            return isHarmless(policy: policy ?? "") ? [] : [rename(attribute, tag, scanner)]
        // "refresh", the value that turns DNS prefetching on, and values with character references.
        default: return [rename(attribute, tag, scanner)]
        }
    }

    /// A publication may restrict itself further, but not in a way that blocks the styles of its pages.
    private static func isHarmless(policy: String) -> Bool {
        let directives = policy.asciiLowercased.utf8.split(separator: UInt8(ascii: ";"))
            .compactMap { String(Substring($0)).words.first }
        return directives.allSatisfy(harmlessDirectives.contains)
    }

    private static let harmlessDirectives: Set<String> = [
        "script-src", "script-src-elem", "script-src-attr", "img-src", "media-src", "object-src", "connect-src",
        "form-action", "base-uri", "frame-src", "child-src", "worker-src", "manifest-src", "navigate-to",
        "plugin-types",
    ]

    private static let hints: Set<String> = [
        "dns-prefetch", "preconnect", "prefetch", "preload", "modulepreload", "prerender",
    ]

    private static func hints(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> [Spot] {
        guard let relation = scanner.attribute("rel", of: tag) else { return [] }
        let text = scanner.slice(relation.value)
        if text.contains(UInt8(ascii: "&")) { return [rename(relation, tag, scanner)] }
        return text.split(whereSeparator: ASCII.isSpace)
            .filter { hints.contains(String(decoding: $0, as: UTF8.self).asciiLowercased) }
            .map { Spot(position: relation.value.lowerBound + $0.startIndex, text: "x-") }
    }

    /// A web view may connect to the host of a frame before the policy forbids the frame.
    private static func source(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> [Spot] {
        guard let source = scanner.attribute("src", of: tag) else { return [] }
        // As in the URL Standard: without white space, and with slashes or backslashes.
        let address = scanner.slice(source.value).filter { $0 > UInt8(ascii: " ") }
            .map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        let scheme = address.prefix { !"/?#".utf8.contains($0) }
        // A character reference may stand for a colon or a slash.
        let leaves =
            scheme.contains(UInt8(ascii: ":")) || scheme.contains(UInt8(ascii: "&"))
            || address.starts(with: "//".utf8) || address.starts(with: "/&".utf8)
        return leaves ? [rename(source, tag, scanner)] : []
    }

    /// A longer name that the tag does not have yet.
    private static func rename(
        _ attribute: MarkupScanner.Attribute, _ tag: MarkupScanner.Tag, _ scanner: MarkupScanner
    ) -> Spot {
        let names = Set(tag.attributes.map { scanner.text($0.name).asciiLowercased })
        let name = scanner.text(attribute.name).asciiLowercased
        var prefix = "data-lectern-"
        while names.contains(prefix + name) { prefix += "x-" }
        return Spot(position: attribute.name.lowerBound, text: prefix)
    }
}
