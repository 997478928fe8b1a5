// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What images inside of some content are decoded to, at most (ISO 32000-1, 8.9.7).
///
/// Where one ends is only known when it is decoded, and that is done for text as well.
enum PDFInlineImages {
    /// Nobody needs more.
    private static let most = PDFCost.maxKept + 1

    private static let faxes: Set<[UInt8]> = Set(["CCF", "CCITTFaxDecode"].map { Array($0.utf8) })
    private static let photographs: Set<[UInt8]> = Set(["DCT", "DCTDecode"].map { Array($0.utf8) })
    private static let packed: Set<[UInt8]> = Set(["LZW", "LZWDecode"].map { Array($0.utf8) })
    private static let widths: Set<[UInt8]> = Set(["W", "Width", "Columns"].map { Array($0.utf8) })
    private static let heights: Set<[UInt8]> = Set(["H", "Height", "Rows"].map { Array($0.utf8) })
    private static let image = Array("BI".utf8), data = Array("ID".utf8)

    /// Of bytes, or `most`.
    static func bytes(_ content: [UInt8]) throws(Failure) -> Int {
        var (images, bytes) = (0, 0)
        var (width, height) = (1728, 1)
        var (hasFax, hasPhotograph, hasPacked) = (false, false, false)
        var starts: [Int] = []
        var place = 0
        while place < content.count {
            let isName = content[place] == UInt8(ascii: "/")
            guard isName || PDFContent.isRegular(content[place]) else {
                place += 1
                continue
            }
            let start = isName ? place + 1 : place
            place = start
            while place < content.count, PDFContent.isRegular(content[place]) { place += 1 }
            // What is asked for here is short.
            guard place - start <= 60 else { continue }
            let word = Array(content[start..<place])
            if !isName {
                if word == image { images += 1 }
                if word == data { starts.append(place + 1) }
                continue
            }
            // One that may be written in several ways.
            let isUnclear = word.contains(UInt8(ascii: "#"))
            hasFax = hasFax || isUnclear || faxes.contains(word)
            hasPhotograph = hasPhotograph || isUnclear || photographs.contains(word)
            hasPacked = hasPacked || isUnclear || packed.contains(word)
            if widths.contains(word) { width = max(width, number(content, place)) }
            if heights.contains(word) { height = max(height, number(content, place)) }
        }
        guard images > 0, !starts.isEmpty else { return 0 }
        if hasFax { bytes = sum(bytes, width * height / 8, images) }
        if hasPhotograph { bytes = sum(bytes, largestPhotograph(content) * 3, images) }
        if hasPacked {
            for start in starts where bytes < most {
                // Each code stands for one byte more than those before it.
                let codes = max(0, content.count - start) * 8 / 9
                bytes = sum(bytes, min(codes, 4096) * codes, 1)
            }
        }
        let source = content.withUnsafeBytes { MemorySource(copying: $0) }
        for start in starts where bytes < most && isDeflated(content, start) {
            bytes = min(most, bytes + leastOfStream + (try inflated(source, start, content.count, most: most - bytes)))
        }
        return bytes
    }

    private static func sum(_ bytes: Int, _ size: Int, _ times: Int) -> Int {
        let (product, overflow) = size.multipliedReportingOverflow(by: times)
        return overflow ? most : min(most, bytes + min(product, most))
    }

    /// What does not look like one may be the largest.
    private static func number(_ content: [UInt8], _ place: Int) -> Int {
        var place = place
        while place < content.count, PDFCursor.isSpace(content[place]) { place += 1 }
        var (value, digits) = (0, 0)
        while place < content.count, digits < 6, ASCII.isDigit(content[place]) {
            value = value * 10 + Int(content[place] - UInt8(ascii: "0"))
            (place, digits) = (place + 1, digits + 1)
        }
        return 1..<6 ~= digits ? min(value, 65535) : 65535
    }

    /// The pixels that any JPEG in it has: its frame begins with a marker (ITU T.81, B.2.2).
    private static func largestPhotograph(_ content: [UInt8]) -> Int {
        var largest = 0
        for place in content.indices.dropLast(8) where content[place] == 0xFF && 0xC0...0xCF ~= content[place + 1] {
            let size = { Int(content[place + $0]) << 8 | Int(content[place + $0 + 1]) }
            largest = max(largest, size(5) * size(7))
        }
        return largest
    }

    private static func isDeflated(_ content: [UInt8], _ start: Int) -> Bool {
        guard start + 2 < content.count, content[start] & 0x0F == 8 else { return false }
        return (Int(content[start]) << 8 | Int(content[start + 1])) % 31 == 0
    }

    /// To begin with one takes as long as so many bytes.
    private static let leastOfStream = 5000

    private static func inflated(_ source: MemorySource, _ start: Int, _ end: Int, most: Int) throws(Failure) -> Int {
        let stream = try InflateStream(source, range: UInt64(start + 2)..<UInt64(end))
        let part = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { part.deallocate() }
        do throws(Failure) {
            while stream.position < UInt64(most), try stream.read(into: part) == part.count {}
        } catch {
            // Others stop there as well.
            if error.isOfSource { throw error }
        }
        return Int(clamping: stream.position)
    }
}
