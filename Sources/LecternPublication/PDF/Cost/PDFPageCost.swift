// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What pdfium would run to draw the first page of a document, counted without drawing it.
///
/// Content runs other content: forms, the cells of patterns, the groups of soft masks, the glyphs of Type 3 fonts.  A
/// few of them that run each other twice are enough for more work than anybody can wait for, and pdfium cannot be stopped.
struct PDFPageCost {
    private let objects: PDFObjects
    private let limits: Limits
    private let page: PDFResources
    private var values: PDFUnfolding
    private var known: [Place: PDFCost] = [:]
    /// Content that is being looked at, one inside of the other.
    private var open: Set<Int> = []
    private var resourcesSeen: Set<Int> = []
    private var imagesSeen: Set<Int> = []
    private var fontsSeen: Set<Place> = []
    /// What is run once for each thing that is painted: groups of soft masks and cells of patterns.
    private var stamps = PDFCost()
    /// What is run once for each letter.
    private var glyphs = PDFCost()
    private var isInStamp = false

    /// The same form may cost something else with other resources that it inherits.
    private struct Place: Hashable {
        let stream: Int
        let resources: Int
        let isInStamp: Bool
    }

    private static let maxRuns = 10_000
    private static let maxBytes = 512 << 20
    private static let maxDepth = 16
    private static let maxGlyphs = 1024

    /// False for a document that would have to be repaired or decrypted first.  Throws for one whose first page costs too
    /// much.
    static func isBounded(_ bytes: PDFBytes, _ limits: Limits) throws(Failure) -> Bool {
        do throws(Failure) {
            let objects = try PDFObjects(bytes)
            guard !objects.areEncrypted else { return false }
            let page = try PDFFirstPage(objects)
            var walk = try PDFPageCost(objects, page, limits)
            try walk.check(page)
            return true
        } catch {
            switch error.status {
            case .format, .protected: return false
            case .limit where !error.isOfSource: throw tooMuch
            default: throw error
            }
        }
    }

    private init(_ objects: PDFObjects, _ page: PDFFirstPage, _ limits: Limits) throws(Failure) {
        self.objects = objects
        self.limits = limits
        self.page = try PDFResources(page.resources, of: 0, objects)
        values = PDFUnfolding(objects)
    }

    private mutating func check(_ first: PDFFirstPage) throws(Failure) {
        var cost = PDFCost()
        for number in first.contents { cost = cost + (try run(PDFContent(objects.stream(number).bytes), page)) }
        let total = cost + stamps * cost.paints + glyphs * cost.bytes
        guard total.runs <= PDFPageCost.maxRuns, total.bytes <= PDFPageCost.maxBytes else { throw PDFPageCost.tooMuch }
    }

    static let tooMuch = Failure(.unsupported, "The first page of the PDF is too intricate to be drawn.")

    // MARK: Content

    private mutating func run(_ content: PDFContent, _ resources: PDFResources) throws(Failure) -> PDFCost {
        try look(at: resources)
        var cost = PDFCost(runs: 0, bytes: content.length, paints: content.paints)
        for (use, count) in content.uses { cost = cost + (try self.cost(of: use, resources)) * count }
        if content.choosesFonts { try findGlyphs(resources) }
        return cost
    }

    /// Of one thing, or of the most expensive one if it is not known which it is.
    private mutating func cost(of use: PDFContent.Use, _ resources: PDFResources) throws(Failure) -> PDFCost {
        var cost = PDFCost()
        for value in resources.values(use.category, use.name, or: page) {
            switch use.kind {
            case .xObject: cost = cost.union(try xObject(value, resources))
            case .pattern: try pattern(value, resources)
            case .state: try state(value, resources)
            }
        }
        return cost
    }

    private mutating func xObject(_ object: PDFObject, _ resources: PDFResources) throws(Failure) -> PDFCost {
        guard case .reference(let number) = object, case .dictionary(let dictionary) = try objects.resolved(object) else {
            return PDFCost()
        }
        try values.addCondition(dictionary[.optional])
        switch try objects.resolved(dictionary[.subtype]).name {
        case .form: return try stream(number, resources) + PDFCost(runs: 1, bytes: 0, paints: 0)
        case .image:
            if imagesSeen.insert(number).inserted { try image(dictionary) }
            return PDFCost()
        default: return PDFCost()
        }
    }

    /// The content of a stream with its own resources, or those of whoever runs it.
    private mutating func stream(_ number: Int, _ inherited: PDFResources) throws(Failure) -> PDFCost {
        let place = Place(stream: number, resources: inherited.id, isInStamp: isInStamp)
        if let cost = known[place] { return cost }
        guard open.count < PDFPageCost.maxDepth, open.insert(number).inserted else { throw PDFPageCost.tooMuch }
        defer { open.remove(number) }
        let (dictionary, bytes) = try objects.stream(number)
        let cost = try run(PDFContent(bytes), try resources(dictionary, of: number) ?? inherited)
        known[place] = cost
        return cost
    }

    /// Those that an object has itself.
    private func resources(_ owner: PDFDictionary, of number: Int) throws(Failure) -> PDFResources? {
        guard let own = owner[.resources], !(try objects.resolved(own).isNull) else { return nil }
        return try PDFResources(own, of: number, objects)
    }

    // MARK: What is run again and again

    /// Inside of each other they would multiply: no honest page needs that.
    private mutating func stamp(_ object: PDFObject?, _ resources: PDFResources) throws(Failure) -> PDFCost {
        guard case .reference(let number) = object else { return PDFCost() }
        guard !isInStamp else { throw PDFPageCost.tooMuch }
        isInStamp = true
        defer { isInStamp = false }
        return try stream(number, resources)
    }

    private mutating func pattern(_ object: PDFObject, _ resources: PDFResources) throws(Failure) {
        guard case .dictionary(let pattern) = try objects.resolved(object) else { return }
        try values.add(pattern[.shading])
        guard try objects.resolved(pattern[.patternType]).integer != 2 else { return }
        stamps = stamps.union(try stamp(object, resources))
    }

    private mutating func state(_ object: PDFObject, _ resources: PDFResources) throws(Failure) {
        guard case .dictionary(var state) = try objects.resolved(object) else { return }
        // Fonts come from the resources; this way to choose one is hardly ever seen.
        guard state.removeValue(forKey: .font) == nil else { throw PDFPageCost.tooMuch }
        if case .dictionary(var mask) = try objects.resolved(state.removeValue(forKey: .softMask)) {
            stamps = stamps.union(try stamp(mask.removeValue(forKey: .group), resources))
            try values.add(.dictionary(mask))
        }
        try values.add(.dictionary(state))
    }

    private mutating func findGlyphs(_ resources: PDFResources) throws(Failure) {
        guard fontsSeen.insert(Place(stream: 0, resources: resources.id, isInStamp: isInStamp)).inserted else { return }
        for value in resources.values(.font, nil, or: page) {
            guard case .dictionary(let font) = try objects.resolved(value),
                try objects.resolved(font[.subtype]).name == .type3
            else { continue }
            guard case .reference(let number) = value,
                case .dictionary(let glyphs) = try objects.resolved(font[.charProcs]),
                glyphs.count <= PDFPageCost.maxGlyphs
            else { throw PDFPageCost.tooMuch }
            let resources = try self.resources(font, of: number) ?? resources
            for glyph in glyphs.inOrder { self.glyphs = self.glyphs.union(try stamp(glyph, resources)) }
        }
    }

    // MARK: Values

    private mutating func look(at resources: PDFResources) throws(Failure) {
        guard resourcesSeen.insert(resources.id).inserted else { return }
        for category in [PDFName.colorSpace, .shading] {
            for value in resources.values(category, nil, or: page) { try values.add(value) }
        }
        for value in resources.values(.properties, nil, or: page) { try values.addCondition(value) }
    }

    private mutating func image(_ image: PDFDictionary) throws(Failure) {
        try values.add(image[.colorSpace])
        try checkSize(image)
        for mask in [image[.softMask], image[.mask]] {
            if case .dictionary(let mask) = try objects.resolved(mask) { try checkSize(mask) }
        }
    }

    private func checkSize(_ image: PDFDictionary) throws(Failure) {
        let width = try objects.resolved(image[.width]).integer ?? 0
        let height = try objects.resolved(image[.height]).integer ?? 0
        // pdfium does not draw one that has no size.
        guard width > 0, height > 0 else { return }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, UInt64(pixels) <= limits.maxPixels else {
            throw Failure(.unsupported, "The first page of the PDF has an image of more than \(limits.maxPixels) pixels.")
        }
    }
}

extension PDFContent.Use {
    /// Of resources.
    fileprivate var category: PDFName {
        switch kind {
        case .xObject: .xObject
        case .pattern: .pattern
        case .state: .graphicsState
        }
    }
}
