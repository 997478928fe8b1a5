// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes the place of a note as selectors, the most precise ones first.
struct SelectorWriter {
    let format: NoteFormat
    let options: NoteWriteOptions

    func selectors(_ note: Note) -> [JSON] {
        let locations = note.locations
        let quote = note.quote
        var selectors: [JSON] = []
        let position = locations.other["textPosition"]?.object.flatMap(SelectorWriter.position)
        if let css = locations.cssSelector, !css.isEmpty {
            var selector: JSONObject = JSONObject([
                .init(key: "type", value: "CssSelector"), .init(key: "value", value: .string(css)),
            ])
            selector["refinedBy"] = position
            selectors.append(.object(selector))
        } else if let position {
            selectors.append(position)
        }
        if let exact = quote.highlight, !options.protected {
            var selector = JSONObject([
                .init(key: "type", value: "TextQuoteSelector"), .init(key: "exact", value: .string(exact)),
            ])
            selector["prefix"] = quote.before.map(JSON.string)
            selector["suffix"] = quote.after.map(JSON.string)
            selectors.append(.object(selector))
        }
        if format != .epub, let progression = locations.json["progression"], locations.progression != nil {
            selectors.append(["type": "ProgressionSelector", "value": progression])
        }
        if format != .epub, let cfi = locations.partialCfi, CFIText(cfi) != nil {
            selectors.append(self.cfi(cfi, note))
        }
        for fragment in locations.fragments where !(options.protected && fragment.hasPrefix(":~:")) {
            // Readers refuse a CFI that is none.
            guard !fragment.hasPrefix(SelectorWriter.scheme) || CFIText(fragment) != nil else { continue }
            selectors.append(SelectorWriter.fragment(fragment))
        }
        return selectors
    }

    /// Returns nil for a range that readers refuse.
    private static func position(_ position: JSONObject) -> JSON? {
        guard let start = position["start"]?.integer, let end = position["end"]?.integer, start >= 0, start <= end,
            end <= 1 << 53
        else { return nil }
        return ["type": "TextPositionSelector", "start": .integer(start), "end": .integer(end)]
    }

    /// Returns a complete CFI if the resource is in the reading order, otherwise the part within the document.
    private func cfi(_ partial: String, _ note: Note) -> JSON {
        guard let index = options.index(of: note.href) else {
            return ["type": "EPUBCFISelector", "value": .string(partial)]
        }
        return [
            "type": "FragmentSelector", "conformsTo": .string(SelectorReader.cfi),
            "value": .string("epubcfi(/6/\(2 * index + 2)!\(partial))"),
        ]
    }

    private static let scheme = "epubcfi("

    private static let syntaxes: [(prefix: String, specification: String)] = [
        ("xywh=", "http://www.w3.org/TR/media-frags/"), ("t=", "http://www.w3.org/TR/media-frags/"),
        (":~:", "https://wicg.github.io/scroll-to-text-fragment/"), ("page=", "http://tools.ietf.org/rfc/rfc3778"),
        (scheme, SelectorReader.cfi), ("", "http://tools.ietf.org/rfc/rfc3236"),
    ]

    private static func fragment(_ fragment: String) -> JSON {
        let syntax = syntaxes.first { fragment.hasPrefix($0.prefix) }?.specification ?? ""
        return ["type": "FragmentSelector", "conformsTo": .string(syntax), "value": .string(fragment)]
    }
}
