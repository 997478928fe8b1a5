// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Rejects pages that draw form XObjects too many times (ISO 32000-1, 8.10).
///
/// A form that draws itself twice, or a chain of forms that each draw the next one twice, would keep pdfium busy
/// forever.  Only forms are counted, and only in documents that need neither repair nor a password.  This does not
/// prove that a page is harmless.
struct PDFFormGuard {
    private let objects: PDFObjects
    private var tree: PDFPageTree
    private var resourcesOfPage = PDFObject.null
    /// The number of forms drawn for a form on the page, by its number and the number of its resources.
    private var known: [[Int]: Int] = [:]
    private var drawing: Set<Int> = []

    private static let maxDrawn = 10_000
    /// Every additional number of bytes of this size counts as another form.
    private static let bytesOfForm = 4096
    private static let maxDepth = 32
    /// Readers differ in how they handle longer names.
    private static let maxName = 127
    private static let tooOften = Failure(.limit, "The form XObjects of the PDF are drawn too often.")

    /// Returns nil if the document cannot be read by Lectern.
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
        // Like pdfium, which joins the streams with white space.
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
        // Like pdfium, which looks up missing forms in the resources of the page.
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

    /// Counts a form and the forms that it draws; 0 for an image.  A form without resources inherits those of its parent.
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
        let drawn =
            try 1 + bytes.count / PDFFormGuard.bytesOfForm + drawn(by: bytes, resources, of: place[1], depth: depth)
        known[place] = drawn
        return drawn
    }

    /// How many times a content stream draws each name. nil stands for an unknown name.
    private static func names(drawnBy content: [UInt8]) throws(Failure) -> [PDFName?: Int] {
        var counts: [PDFName?: Int] = [:]
        // After a %, a name may be part of a comment, and what precedes it may be the operand.
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

    /// White space in pdfium, which includes more characters than the standard (7.2.2).
    private static func isSpace(_ byte: UInt8) -> Bool { PDFCursor.isSpace(byte) || byte == 0x80 || byte == 0xFF }

    private static func isRegular(_ byte: UInt8) -> Bool { !isSpace(byte) && !PDFCursor.isDelimiter(byte) }
}
