// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Reads the selectors of a target into the members of a locator.
struct SelectorReader {
    private(set) var locations = Locator.Locations()
    private(set) var quote = Locator.Text()
    /// Whether a selector is for a range, an area or a time interval.
    private(set) var isRange = false
    private(set) var warnings: [Warning] = []
    private var fragments: [ExactText] = []
    /// A position in the text of the whole body.
    private var position: JSON?

    static let cfi = "http://www.idpf.org/epub/linking/cfi/epub-cfi.html"

    /// The locations, after all selectors have been read.
    var finished: Locator.Locations {
        var locations = locations
        locations.fragments = fragments.withoutRepetitions.map(\.text)
        // A locator has only one text position, which is relative to its CSS selector if there is one.
        if let position, locations.cssSelector == nil {
            locations.other = JSONObject([.init(key: "textPosition", value: position)])
        }
        return locations
    }

    private typealias Read = @Sendable (inout SelectorReader, JSONReader) throws(Failure) -> Void

    private static let types: [String: Read] = [
        "TextQuoteSelector": { reader, json throws(Failure) in try reader.quote(json) },
        "CssSelector": { reader, json throws(Failure) in try reader.css(json) },
        "TextPositionSelector": { reader, json throws(Failure) in
            let position = try reader.position(of: json)
            if reader.position == nil { reader.position = position }
        },
        "ProgressionSelector": { reader, json throws(Failure) in try reader.progression(json) },
        "FragmentSelector": { reader, json throws(Failure) in try reader.fragment(json) },
        "EPUBCFISelector": { reader, json throws(Failure) in try reader.partialCFI(json) },
        "EpubCfiSelector": { reader, json throws(Failure) in try reader.partialCFI(json) },
        "CfiSelector": { reader, json throws(Failure) in try reader.partialCFI(json) },
        "TextFragmentSelector": { reader, json throws(Failure) in try reader.add(json, prefix: ":~:text=") },
        "SpatialSelector": { reader, json throws(Failure) in try reader.add(json, prefix: "xywh=") },
        "TemporalSelector": { reader, json throws(Failure) in try reader.add(json, prefix: "t=") },
    ]

    /// Reads a selector; an unknown type causes a warning.
    mutating func read(_ json: JSONReader) throws(Failure) {
        let type = try json.required("type").string()
        guard let read = SelectorReader.types[type] else {
            warnings.append(
                Warning(.minor, "Selectors of the type \"\(type)\" are not supported; they are kept.", path: json.path))
            return
        }
        try read(&self, json)
        // A refinement of a CSS selector has already been read.
        if let refinement = try json.optionalMember("refinedBy"), type != "CssSelector" { try self.read(refinement) }
    }

    /// Adds a fragment of the target's URL.
    mutating func add(fragment: String) {
        if ["xywh=", "t=", ":~:"].contains(where: fragment.hasPrefix) { isRange = true }
        fragments.append(ExactText(fragment))
    }

    // MARK: Types

    private mutating func quote(_ json: JSONReader) throws(Failure) {
        let exact = try NoteRules.text(json.required("exact"))
        let before = try json.optionalMember("prefix").map(NoteRules.text)
        let after = try json.optionalMember("suffix").map(NoteRules.text)
        guard quote.highlight == nil else { return }
        quote = Locator.Text(before: before, highlight: exact, after: after)
        if !exact.isEmpty { isRange = true }
    }

    private mutating func css(_ json: JSONReader) throws(Failure) {
        let value = try json.required("value").nonEmptyString()
        let isFirst = locations.cssSelector == nil
        if isFirst { locations.cssSelector = value }
        guard let refinement = try json.optionalMember("refinedBy") else { return }
        guard try refinement.required("type").string() == "TextPositionSelector" else { return try read(refinement) }
        let position = try position(of: refinement)
        if isFirst { locations.other = JSONObject([.init(key: "textPosition", value: position)]) }
    }

    private mutating func position(of json: JSONReader) throws(Failure) -> JSON {
        let start = try json.required("start").unsignedInteger(in: 0...(1 << 53))
        let end = try json.required("end")
        let last = try end.unsignedInteger(in: 0...(1 << 53))
        guard last >= start else { throw end.failure("The end is before the start.") }
        if last > start { isRange = true }
        return ["start": .integer(Int64(clamping: start)), "end": .integer(Int64(clamping: last))]
    }

    private mutating func progression(_ json: JSONReader) throws(Failure) {
        let member = try json.required("value")
        _ = try member.number(in: 0...1)
        if locations.progression == nil { locations.set("progression", member.value) }
    }

    private mutating func fragment(_ json: JSONReader) throws(Failure) {
        let member = try json.required("value")
        let value = try member.string()
        let syntax = try json.optionalMember("conformsTo")?.string()
        guard syntax == SelectorReader.cfi || value.hasPrefix("epubcfi(") else { return add(fragment: value) }
        guard let cfi = CFIText(whole: value) else { throw member.failure("Expected a CFI.") }
        add(cfi)
    }

    private mutating func partialCFI(_ json: JSONReader) throws(Failure) {
        let member = try json.required("value")
        let value = try member.string()
        guard let cfi = CFIText(value) else { throw member.failure("Expected a CFI.") }
        add(cfi)
    }

    mutating func add(_ cfi: CFIText) {
        guard locations.partialCfi == nil, !cfi.partial.isEmpty else { return }
        locations.partialCfi = cfi.partial
        if cfi.isRange { isRange = true }
    }

    private mutating func add(_ json: JSONReader, prefix: String) throws(Failure) {
        let value = try json.required("value").nonEmptyString()
        let isWhole = value.hasPrefix(prefix)
        let isShort = prefix.hasSuffix("text=") && value.hasPrefix("text=")
        add(fragment: isWhole ? value : isShort ? ":~:" + value : prefix + value)
    }
}

extension Locator.Locations {
    /// Sets a number without changing its spelling: 1 stays 1.
    mutating func set(_ name: String, _ value: JSON) {
        var json = json
        json[name] = value
        self = Locator.Locations(json)
    }
}
