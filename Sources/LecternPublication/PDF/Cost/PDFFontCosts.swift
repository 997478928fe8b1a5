// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the fonts of a document cost to be loaded, which pdfium does for each page that has them (ISO 32000-1, 9.6 to
/// 9.10).  Each is looked at once.
final class PDFFontCosts {
    struct Cost {
        /// Of its file, its encoding and its map to Unicode, decoded.
        var bytes = 0
        /// Entries of a table of widths, which are looked through for each letter.
        var widths = 0
        /// Entries of a map to Unicode, which are as well.
        var mapped = 0
        /// Of the texts that a code may stand for, in UTF-16.
        var longest = 0
        /// Codes in the ranges of maps to characters, and ranges that these may be in, which are looked through for each
        /// letter.
        var codes = 0
        var spaces = 0

        static func + (one: Cost, other: Cost) -> Cost {
            Cost(bytes: one.bytes + other.bytes, widths: max(one.widths, other.widths),
                mapped: max(one.mapped, other.mapped), longest: max(one.longest, other.longest), codes: one.codes + other.codes,
                spaces: max(one.spaces, other.spaces))
        }
    }

    /// Of one stream.
    private static let most = 96 << 20
    /// To find one that is not in the document takes as long as to read so much of one.
    private static let bytesOfFont = 32 << 10
    /// Entries that are kept.
    private static let maxKnown = 10_000

    private var known: [Int: Cost] = [:]
    private var sizes: [Int: Int] = [:]
    private var maps: [Int: Map] = [:]

    func cost(of font: PDFObject, _ objects: PDFObjects) throws(Failure) -> Cost {
        if case .reference(let number) = font, let cost = known[number] { return cost }
        guard case .dictionary(let dictionary) = try objects.resolved(font) else { return Cost() }
        var cost = try self.cost(of: dictionary, objects)
        let isComposite = try objects.resolved(dictionary[.subtype]).name == .type0
        if isComposite, case .array(let fonts) = try objects.resolved(dictionary[.descendants]) {
            for font in fonts.prefix(1) {
                guard case .dictionary(let font) = try objects.resolved(font) else { continue }
                cost = cost + (try self.cost(of: font, objects))
                cost.bytes += try size(font[.glyphMap], objects)
                for widths in [font[.widths], font[.verticalWidths]] { cost.widths += try count(widths, objects) }
            }
            cost = cost + (try encoding(dictionary[.encoding], objects))
        }
        if case .reference(let number) = font {
            if known.count >= PDFFontCosts.maxKnown { known = [:] }
            known[number] = cost
        }
        return cost
    }

    private func cost(of font: PDFDictionary, _ objects: PDFObjects) throws(Failure) -> Cost {
        var cost = Cost(bytes: try size(font[.toUnicode], objects))
        if cost.bytes > PDFFontCosts.maxMap { cost.bytes = PDFTextCost.maxFontBytes + 1 }
        if 1...PDFFontCosts.maxMap ~= cost.bytes {
            let map = try map(font[.toUnicode], objects)
            (cost.mapped, cost.longest) = (min(map.entries, PDFFontCosts.maxMapped), map.longest)
        }
        cost.bytes += PDFFontCosts.bytesOfFont
        if case .dictionary(let descriptor) = try objects.resolved(font[.fontDescriptor]) {
            for name in PDFName.fontFiles { cost.bytes += try size(descriptor[name], objects) }
        }
        return cost
    }

    /// Of a stream; other values have none.
    private func size(_ object: PDFObject?, _ objects: PDFObjects) throws(Failure) -> Int {
        guard case .reference(let number) = object, case .dictionary = try objects.resolved(object) else { return 0 }
        if let size = sizes[number] { return size }
        var size = PDFTextCost.maxFontBytes + 1
        do throws(Failure) {
            size = try objects.size(ofStream: number, most: PDFFontCosts.most)
        } catch {
            if error.isOfSource || error.status != .limit { throw error }
        }
        if sizes.count >= PDFFontCosts.maxKnown { sizes = [:] }
        sizes[number] = size
        return size
    }

    /// Of a map to Unicode: its codes have two bytes at most, and an entry for each takes a few.
    private static let maxMapped = 1 << 16
    private static let maxMap = 2 << 20

    private struct Map {
        /// Not fewer than there are: any two codes that follow each other may be the ends of a range.
        var entries = 0
        var longest = 0

        init(_ bytes: [UInt8]) {
            var (previous, code, start) = (0, 0, 0)
            for (place, byte) in bytes.enumerated() {
                if byte == UInt8(ascii: "<") {
                    (code, start) = (0, place)
                } else if byte == UInt8(ascii: ">") {
                    entries += (code - previous) & 0xFF + 1
                    longest = max(longest, (place - start) / 4)
                    previous = code
                } else if let digit = ASCII.hexValue(byte) {
                    code = (code << 4 | Int(digit)) & 0xFF
                }
            }
        }
    }

    private func map(_ object: PDFObject?, _ objects: PDFObjects) throws(Failure) -> Map {
        guard case .reference(let number) = object else { return Map([]) }
        if let map = maps[number] { return map }
        let map = Map(try objects.stream(number).bytes)
        if maps.count >= PDFFontCosts.maxKnown { maps = [:] }
        maps[number] = map
        return map
    }

    /// Of a map to characters (9.7.5.4).
    private func encoding(_ object: PDFObject?, _ objects: PDFObjects) throws(Failure) -> Cost {
        var cost = Cost(bytes: try size(object, objects))
        guard 1...PDFTextCost.maxFontBytes ~= cost.bytes else { return cost }
        guard cost.bytes <= PDFFontCosts.maxMap, case .reference(let number) = object else {
            return Cost(bytes: PDFTextCost.maxFontBytes + 1)
        }
        let map = PDFCodeMap(try objects.stream(number).bytes)
        (cost.codes, cost.spaces) = (map.codes, map.spaces)
        return cost
    }

    /// Values in an array, with those in the arrays in it.
    private func count(_ object: PDFObject?, _ objects: PDFObjects) throws(Failure) -> Int {
        guard case .array(let values) = try objects.resolved(object) else { return 0 }
        var count = values.count
        for value in values {
            switch value {
            case .array(let widths): count += widths.count
            case .reference:
                if case .array(let widths) = try objects.resolved(value) { count += widths.count }
            default: break
            }
        }
        return count
    }
}
