// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Refuses pages that draw forms too often (ISO 32000-1, 8.10).
///
/// A form that draws itself twice, or a chain of forms that each draw the next one twice, would keep pdfium busy for ever.
/// Nothing else is counted, and only in documents that need neither repair nor password: this does not prove a page
/// harmless.
struct PDFFormGuard {
    private let objects: PDFObjects
    private var tree: PDFPageTree
    private var resourcesOfPage = PDFObject.null
    /// How many forms are drawn for one of those on the page, by its number and that of its resources.
    private var known: [[Int]: Int] = [:]
    private var drawing: Set<Int> = []

    private static let maxDrawn = 10_000
    /// A form with so many bytes more counts as two.
    private static let bytesOfForm = 4096
    private static let maxDepth = 32
    /// Longer names are not the same for everybody.
    private static let maxName = 127
    private static let tooOften = Failure(.limit, "Its forms are drawn too often.")

    /// nil for a document that cannot be read here.
    init?(_ bytes: PDFBytes) throws(Failure) {
        do throws(Failure) {
            objects = try PDFObjects(bytes)
            guard !objects.areEncrypted else { return nil }
            tree = try PDFPageTree(objects)
        } catch {
            if error.isOfSource || error.status == .limit { throw error }
            return nil
        }
    }

    mutating func check(page index: Int) throws(Failure) {
        let page = try tree.page(index, objects)
        known = [:]
        resourcesOfPage = try tree.resources(of: page, objects)
        var streams = [page[.contents] ?? .null]
        if case .array(let several) = try objects.undamaged(page[.contents]) { streams = several }
        // As pdfium, which puts white space between them.
        var content: [UInt8] = []
        for stream in streams { content += try objects.undamagedBytes(of: stream) + [0x20] }
        guard try drawn(by: content, resourcesOfPage, of: 0, depth: 0) <= PDFFormGuard.maxDrawn else {
            throw PDFFormGuard.tooOften
        }
    }

    private mutating func drawn(
        by bytes: [UInt8], _ resources: PDFObject, of owner: Int, depth: Int
    ) throws(Failure) -> Int {
        let counts = try PDFFormGuard.names(drawnBy: bytes)
        guard !counts.isEmpty else { return 0 }
        // As pdfium, which looks on the page where a form has none.
        let own = try forms(resources)
        let forms = if let own { own } else { try forms(resourcesOfPage) ?? [:] }
        var sum = 0
        for (name, count) in counts {
            var most = 0
            for form in name.flatMap({ forms[$0] }).map({ [$0] }) ?? Array(forms.values) {
                most = max(most, try drawn(by: form, resources, of: owner, depth: depth + 1))
            }
            sum += min(count, PDFFormGuard.maxDrawn + 1) * most
            guard sum <= PDFFormGuard.maxDrawn else { throw PDFFormGuard.tooOften }
        }
        return sum
    }

    private func forms(_ resources: PDFObject) throws(Failure) -> PDFDictionary? {
        guard case .dictionary(let categories) = try objects.undamaged(resources),
            case .dictionary(let forms) = try objects.undamaged(categories[.xObject])
        else { return nil }
        return forms
    }

    /// A form and what it draws; 0 for an image.  A form without resources uses those of what draws it.
    private mutating func drawn(
        by object: PDFObject, _ inherited: PDFObject, of owner: Int, depth: Int
    ) throws(Failure) -> Int {
        guard case .reference(let number) = object, case .dictionary(let form) = try objects.undamaged(object),
            try objects.undamaged(form[.subtype]).name != .image
        else { return 0 }
        let resources = form[.resources] ?? inherited
        var place = [number, form[.resources] == nil ? owner : number]
        if case .reference(let shared) = resources { place[1] = shared }
        if let drawn = known[place] { return drawn }
        guard depth <= PDFFormGuard.maxDepth, drawing.insert(number).inserted else { throw PDFFormGuard.tooOften }
        defer { drawing.remove(number) }
        let bytes = try objects.undamagedBytes(of: object)
        let drawn = try 1 + bytes.count / PDFFormGuard.bytesOfForm + drawn(by: bytes, resources, of: place[1], depth: depth)
        known[place] = drawn
        return drawn
    }

    /// How often a content draws each name; nil stands for what may be any name.
    private static func names(drawnBy content: [UInt8]) throws(Failure) -> [PDFName?: Int] {
        var counts: [PDFName?: Int] = [:]
        // What looks like a name behind a % may be in a comment, and what is in front of it may be the operand.
        var isDoubtful = false
        let bytes = content.map { byte in
            isDoubtful = byte == UInt8(ascii: "%") || isDoubtful && byte != 0x0A && byte != 0x0D
            return isDoubtful && byte == UInt8(ascii: "/") ? UInt8(ascii: "%") : byte
        }
        var end = bytes.count
        while let start = bytes[..<end].lastIndex(of: UInt8(ascii: "D")) {
            defer { end = start }
            let behind = bytes[start...].dropFirst()
            let isOperator = behind.first == UInt8(ascii: "o") && !(behind.dropFirst().first.map(isRegular) ?? false)
            let operands = bytes[..<start]
            guard isOperator, operands.last.map({ $0 != UInt8(ascii: "/") && !isRegular($0) }) ?? true else { continue }
            let words = operands.dropLast(operands.reversed().prefix(while: isSpace).count)
            let name = words.suffix(words.reversed().prefix(while: isRegular).count)
            let isName = 1...maxName ~= name.count && words[..<name.startIndex].last == UInt8(ascii: "/")
            counts[isName && !name.contains(UInt8(ascii: "#")) ? PDFName(Array(name)) : nil, default: 0] += 1
            guard counts.count <= maxDrawn else { throw tooOften }
        }
        return counts
    }

    /// White space as pdfium has it, which is more than the standard says (7.2.2).
    private static func isSpace(_ byte: UInt8) -> Bool { PDFCursor.isSpace(byte) || byte == 0x80 || byte == 0xFF }

    private static func isRegular(_ byte: UInt8) -> Bool { !isSpace(byte) && !PDFCursor.isDelimiter(byte) }
}
