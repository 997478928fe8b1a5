// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What pdfium would run to draw a page of a document, or to read its text, counted without doing it.
///
/// Content runs other content: forms, the cells of patterns, the groups of soft masks, the glyphs of Type 3 fonts.  A
/// few of them that run each other twice are enough for more work than anybody can wait for, and pdfium cannot be stopped.
struct PDFPageCost {
    private let objects: PDFObjects
    private let limits: Limits
    /// What fonts cost, where that matters: for text.  Then nothing is painted.
    private let fonts: PDFFontCosts?
    private let page: PDFResources
    private var values: PDFUnfolding
    private var known: [Place: PDFCost] = [:]
    /// Content that is being looked at, one inside of the other.
    private var open: Set<Int> = []
    /// By their numbers, with how long their color spaces take.
    private var resourcesSeen: [Int: Int] = [:]
    /// How many pixels they have.
    private var images: [Int: Int] = [:]
    private var fontsSeen: Set<Place> = []
    /// What is run once for each thing that is painted: groups of soft masks and cells of patterns.
    private var stamps = PDFCost()
    /// What is run once for each letter.
    private var glyphs = PDFCost()
    private var isInStamp = false
    private var isBlended = false
    private var hasBackdrops = false
    private var fontCost = PDFFontCosts.Cost()
    /// Of the texts that marks stand for.
    private var longestReplacement = 0

    /// The same form may cost something else with other resources that it inherits.
    private struct Place: Hashable {
        let stream: Int
        let resources: Int
        let isInStamp: Bool
    }

    private static let maxRuns = 10_000
    private static let maxBytes = 512 << 20
    private static let maxDepth = 16
    /// Marks times pixels.
    private static let maxWork = 1 << 38
    /// As many as the work is worth that does not depend on the size.
    private static let leastPixels = 1 << 14
    /// For a mark that is blended, pdfium paints what is behind it again, most of which is elsewhere on honest pages.
    private static let paintsOfBackdrop = 256
    private static let maxBackdrops = 10_000
    /// How much longer it takes if marks are blended with what is below them, or made of shades.
    private static let blending = 8
    /// Of an image, that take as long as a mark of any size.
    private static let pixelsOfMark = 1 << 18
    private static let maxGlyphs = 1024
    /// Values of the functions of a shade that has a function for each pixel, and how much longer each takes than a mark.
    private static let maxOfPlane = 500
    private static let paintsOfPlane = 40
    /// To make one known, without decoding it.
    private static let stepsOfImage = 400
    /// Numbers in a pattern of dashes.
    private static let maxDashes = 1000
    /// Of the cells of a pattern.
    private static let maxOverlap = 16.0

    /// nil for a document that would have to be repaired or decrypted first.  Throws for one whose first page costs too
    /// much at any size.
    static func of(_ bytes: PDFBytes, _ limits: Limits) throws(Failure) -> PDFCost? {
        do throws(Failure) {
            let objects = try PDFObjects(bytes)
            guard !objects.areEncrypted else { return nil }
            let page = try PDFPageParts.first(objects)
            var walk = try PDFPageCost(objects, page, limits, fonts: nil)
            return try walk.total(page)
        } catch {
            switch error.status {
            case .format, .protected: return nil
            case .limit where !error.isOfSource: throw tooMuch
            default: throw error
            }
        }
    }

    /// What the text of a page costs to be read, of a document that needs no repair.
    static func ofText(
        _ page: PDFPageParts, _ objects: PDFObjects, _ limits: Limits, _ fonts: PDFFontCosts
    ) throws(Failure) -> PDFTextCost {
        var walk = try PDFPageCost(objects, page, limits, fonts: fonts)
        let cost = try walk.sum(page) + walk.glyphs
        guard cost.runs <= maxRuns else { throw tooMuch }
        return PDFTextCost(cost, walk.fontCost, longestReplacement: walk.longestReplacement)
    }

    private init(
        _ objects: PDFObjects, _ page: PDFPageParts, _ limits: Limits, fonts: PDFFontCosts?
    ) throws(Failure) {
        self.objects = objects
        self.limits = limits
        self.fonts = fonts
        self.page = try PDFResources(page.resources, of: 0, objects)
        values = PDFUnfolding(objects)
    }

    private mutating func sum(_ parts: PDFPageParts) throws(Failure) -> PDFCost {
        var cost = PDFCost()
        // They are one content.
        var copies = PDFStateCopies()
        for number in parts.contents {
            let bytes = try objects.stream(number).bytes
            copies.read(bytes)
            cost = cost + (try run(bytes, page))
            guard cost.bytes <= (fonts == nil ? PDFPageCost.maxBytes : PDFTextCost.maxBytes) else { throw PDFPageCost.tooMuch }
        }
        return cost + PDFCost(kept: copies.bytes)
    }

    private mutating func total(_ first: PDFPageParts) throws(Failure) -> PDFCost {
        let cost = try sum(first)
        let total = cost + stamps * cost.marks + glyphs * cost.letters
        guard total.runs <= PDFPageCost.maxRuns, total.bytes <= PDFPageCost.maxBytes, !total.isTooMuch else {
            throw PDFPageCost.tooMuch
        }
        guard !hasBackdrops || total.paints <= PDFPageCost.maxBackdrops else { throw PDFPageCost.tooMuch }
        let backdrops = hasBackdrops ? total.paints / PDFPageCost.paintsOfBackdrop : 0
        return total * ((isBlended ? PDFPageCost.blending : 1) + backdrops)
    }

    /// Any mark may cover the whole page.
    static func check(_ cost: PDFCost, at size: PixelSize) throws(Failure) {
        let (work, overflow) = cost.marks.multipliedReportingOverflow(by: max(size.pixels, leastPixels))
        guard !overflow, work <= maxWork else { throw tooMuch }
    }

    static let tooMuch = Failure(.unsupported, "The first page of the PDF is too intricate to be drawn.")

    // MARK: Content

    private mutating func run(_ bytes: [UInt8], _ resources: PDFResources) throws(Failure) -> PDFCost {
        let content = PDFContent(bytes)
        let color = try look(at: resources)
        var cost = PDFCost(
            bytes: content.length, paints: content.paints, letters: content.letters, texts: content.texts,
            marked: content.marks, saves: content.saves)
        // Each time that a colour is chosen, its functions are run.
        cost = cost + PDFCost(steps: color) * content.colors
        if content.hasImages {
            let decoded = try PDFInlineImages.bytes(bytes)
            objects.chargeDecoded(decoded)
            cost = cost + PDFCost(kept: decoded)
        }
        if content.replacesText { longestReplacement = max(longestReplacement, content.longestString) }
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
            case .pattern: if fonts == nil { try pattern(value, resources) }
            case .state: try state(value, resources)
            case .shading: cost = cost.union(try shading(value))
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
        case .form: return try stream(number, resources) + PDFCost(runs: 1)
        case .image where fonts != nil: return PDFCost(steps: PDFPageCost.stepsOfImage)
        case .image: return PDFCost(paints: try image(dictionary, number) / PDFPageCost.pixelsOfMark)
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
        if dictionary[.transparency] != nil { isBlended = true }
        var copies = PDFStateCopies()
        copies.read(bytes)
        let cost = try run(bytes, try resources(dictionary, of: number) ?? inherited) + PDFCost(kept: copies.bytes)
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
        isBlended = true
        stamps = stamps.union(try shading(pattern[.shading]))
        guard try objects.resolved(pattern[.patternType]).integer != 2 else { return }
        try checkSteps(pattern)
        stamps = stamps.union(try stamp(object, resources))
    }

    /// The values of a mesh are gone through whenever it is seen, and functions of a plane for each of its pixels.
    private mutating func shading(_ object: PDFObject?) throws(Failure) -> PDFCost {
        let count = try values.add(object)
        guard case .dictionary(let shading) = try objects.resolved(object) else { return PDFCost() }
        switch try objects.resolved(shading[.shadingType]).integer {
        case 2, 3: return PDFCost()
        case 1:
            guard count <= PDFPageCost.maxOfPlane else { throw PDFPageCost.tooMuch }
            return PDFCost(paints: count * PDFPageCost.paintsOfPlane)
        default:
            guard case .reference(let number) = object else { return PDFCost() }
            return PDFCost(steps: try objects.stream(number).bytes.count * (1 + count))
        }
    }

    /// Cells that overlap are drawn for every step that they cover.
    private func checkSteps(_ pattern: PDFDictionary) throws(Failure) {
        guard case .array(let box) = try objects.resolved(pattern[.box]) else { return }
        for (side, step) in [(0, pattern[.xStep]), (1, pattern[.yStep])] {
            guard box.count == 4, let start = box[side].number, let end = box[side + 2].number,
                let step = try objects.resolved(step).number, abs(step) * PDFPageCost.maxOverlap >= abs(end - start)
            else { throw PDFPageCost.tooMuch }
        }
    }

    private mutating func state(_ object: PDFObject, _ resources: PDFResources) throws(Failure) {
        guard case .dictionary(var state) = try objects.resolved(object) else { return }
        // Fonts come from the resources; this way to choose one is hardly ever seen.
        guard state.removeValue(forKey: .font) == nil else { throw PDFPageCost.tooMuch }
        if case .array(let dashes) = try objects.resolved(state[.decimal]), let first = dashes.first,
            case .array(let lengths) = try objects.resolved(first), lengths.count > PDFPageCost.maxDashes
        {
            throw PDFPageCost.tooMuch
        }
        guard fonts == nil else { return }
        if let mode = try objects.resolved(state[.blendMode]).name {
            if mode != .normal, mode != .compatible { (isBlended, hasBackdrops) = (true, true) }
        } else if state[.blendMode] != nil {
            (isBlended, hasBackdrops) = (true, true)
        }
        if case .dictionary(var mask) = try objects.resolved(state.removeValue(forKey: .softMask)) {
            stamps = stamps.union(try stamp(mask.removeValue(forKey: .group), resources))
            try values.add(.dictionary(mask))
        }
        try values.add(.dictionary(state))
    }

    private mutating func findGlyphs(_ resources: PDFResources) throws(Failure) {
        guard fontsSeen.insert(Place(stream: 0, resources: resources.id, isInStamp: isInStamp)).inserted else { return }
        for value in resources.values(.font, nil, or: page) {
            if let fonts { fontCost = fontCost + (try fonts.cost(of: value, objects)) }
            guard fontCost.bytes <= PDFTextCost.maxFontBytes else { throw PDFPageCost.tooMuch }
            guard case .dictionary(let font) = try objects.resolved(value),
                try objects.resolved(font[.subtype]).name == .type3
            else { continue }
            guard case .reference(let number) = value,
                case .dictionary(let glyphs) = try objects.resolved(font[.charProcs]),
                glyphs.count <= PDFPageCost.maxGlyphs
            else { throw PDFPageCost.tooMuch }
            let resources = try self.resources(font, of: number) ?? resources
            for glyph in glyphs.inOrder {
                let cost = try stamp(glyph, resources)
                // For text, each is read once.
                self.glyphs = fonts == nil ? self.glyphs.union(cost) : self.glyphs + cost
            }
        }
    }

    // MARK: Values

    /// - Returns: how many steps the functions of a color space take.
    private mutating func look(at resources: PDFResources) throws(Failure) -> Int {
        if let known = resourcesSeen[resources.id] { return known }
        var most = 0
        for category in [PDFName.colorSpace, .shading] {
            for value in resources.values(category, nil, or: page) {
                if category == .shading { isBlended = true }
                let count = try values.add(value)
                if category == .colorSpace { most = max(most, count) }
            }
        }
        resourcesSeen[resources.id] = most
        for value in resources.values(.properties, nil, or: page) {
            try values.addCondition(value)
            guard fonts != nil, case .dictionary(let mark) = try objects.resolved(value),
                case .string(let text) = try objects.resolved(mark[.actualText])
            else { continue }
            longestReplacement = max(longestReplacement, text.count)
        }
        return most
    }

    /// Its pixels, with those of its masks.
    private mutating func image(_ image: PDFDictionary, _ number: Int) throws(Failure) -> Int {
        if let pixels = images[number] { return pixels }
        try values.add(image[.colorSpace])
        var pixels = try self.pixels(image)
        for mask in [image[.softMask], image[.mask]] {
            if case .dictionary(let mask) = try objects.resolved(mask) { pixels += try self.pixels(mask) }
        }
        images[number] = pixels
        return pixels
    }

    private func pixels(_ image: PDFDictionary) throws(Failure) -> Int {
        let width = try objects.resolved(image[.width]).integer ?? 0
        let height = try objects.resolved(image[.height]).integer ?? 0
        // pdfium does not draw one that has no size.
        guard width > 0, height > 0 else { return 0 }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, UInt64(pixels) <= limits.maxPixels else {
            throw Failure(.unsupported, "The first page of the PDF has an image of more than \(limits.maxPixels) pixels.")
        }
        return pixels
    }
}

extension PDFContent.Use {
    /// Of resources.
    fileprivate var category: PDFName {
        switch kind {
        case .xObject: .xObject
        case .pattern: .pattern
        case .state: .graphicsState
        case .shading: .shading
        }
    }
}
