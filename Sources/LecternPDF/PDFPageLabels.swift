// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The page labels of a document, such as "iv" or "A-3" (ISO 32000-1, 12.4.2).
///
/// pdfium is not used for this: it follows a circular tree of labels until the stack overflows.
public struct PDFPageLabels {
    private let objects: PDFObjects
    private let pageCount: Int
    /// The first pages of ranges and their numbering, unsorted.
    private var ranges: [(page: Int, numbering: PDFPageNumbering)] = []

    private static let maxPages = 100_000
    private static let maxDepth = 32
    /// In bytes.  A run of combining characters within this size is never too long (see `StreamSafeText`).
    private static let maxPrefix = 256

    /// The page list of a document, if its labels differ from the page numbers.  Labels that cannot be read are left
    /// out, with a warning.
    ///
    /// - Parameter path: the path of the document in the publication.
    public static func pageList(
        _ bytes: PDFBytes, pageCount: Int, path: String, _ log: inout WarningLog
    ) throws(Failure) -> [Link] {
        guard let (objects, tree) = try tree(bytes) else { return [] }
        do throws(Failure) {
            guard !(try objects.resolved(tree).isNull) else { return [] }
            let titles = try PDFPageLabels(objects, tree, pageCount: pageCount).titles
            guard titles.enumerated().contains(where: { $1 != "\($0 + 1)" }) else { return [] }
            return titles.enumerated().compactMap { index, title in
                title.isEmpty ? nil : Link(href: "\(path)#page=\(index + 1)", type: MediaType.pdf, title: title)
            }
        } catch {
            if error.isOfSource { throw error }
            log.add(.minor, "The page labels are ignored: \(error.message)", [path])
            return []
        }
    }

    /// The tree of labels, if there is one and the document needs no repair.
    private static func tree(_ bytes: PDFBytes) throws(Failure) -> (PDFObjects, PDFObject)? {
        do throws(Failure) {
            let objects = try PDFObjects(bytes)
            return try objects.catalog()[.pageLabels].map { (objects, $0) }
        } catch {
            if error.isOfSource { throw error }
            return nil
        }
    }

    // MARK: The tree

    private init(_ objects: PDFObjects, _ tree: PDFObject, pageCount: Int) throws(Failure) {
        guard pageCount <= PDFPageLabels.maxPages else { throw PDFInput.tooMuch }
        self.objects = objects
        self.pageCount = pageCount
        var visited: Set<Int> = []
        var waiting = [(node: tree, depth: 1)]
        while let (node, depth) = waiting.popLast() {
            if case .reference(let number) = node {
                guard visited.insert(number).inserted else {
                    throw Failure(.format, "Their number tree contains a node twice.")
                }
            }
            guard depth <= PDFPageLabels.maxDepth else { throw Failure(.limit, "Their number tree is too deep.") }
            let dictionary = try objects.dictionary(node)
            if let kids = try list(dictionary[.kids]) { waiting += kids.map { ($0, depth + 1) } }
            if let numbers = try list(dictionary[.nums]) { try read(numbers) }
        }
    }

    private func list(_ object: PDFObject?) throws(Failure) -> [PDFObject]? {
        switch try objects.resolved(object) {
        case .array(let list): return list
        case .null: return nil
        default: throw PDFInput.damaged
        }
    }

    /// Reads pairs of the index of a page and the numbering that begins there (7.9.7).
    private mutating func read(_ numbers: [PDFObject]) throws(Failure) {
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            guard let page = numbers[pair].integer, pair + 1 < numbers.count else { throw PDFInput.damaged }
            if 0..<pageCount ~= page { ranges.append((page, try numbering(numbers[pair + 1]))) }
        }
    }

    private func numbering(_ object: PDFObject) throws(Failure) -> PDFPageNumbering {
        let dictionary = try objects.dictionary(object)
        var numbering = PDFPageNumbering()
        numbering.style = PDFPageLabels.style(dictionary[.style]?.name)
        if let start = try objects.resolved(dictionary[.start]).integer { numbering.start = start }
        if case .string(let bytes) = try objects.resolved(dictionary[.prefix]) { numbering.prefix = try prefix(bytes) }
        return numbering
    }

    private static func style(_ name: PDFName?) -> PDFPageNumbering.Style? {
        switch name {
        case .decimal: .decimal
        case .upperRoman: .upperRoman
        case .lowerRoman: .lowerRoman
        case .upperLetters: .upperLetters
        case .lowerLetters: .lowerLetters
        default: nil
        }
    }

    private func prefix(_ bytes: [UInt8]) throws(Failure) -> String {
        guard !objects.areEncrypted else { throw PDFObjects.encrypted }
        let text = PDFText.decoded(bytes)
        guard text.utf8.count <= PDFPageLabels.maxPrefix else { throw Failure(.limit, "A label is too long.") }
        return String(decoding: text.utf8.map { $0 < 0x20 ? 0x20 : $0 }, as: UTF8.self)
    }

    // MARK: The labels

    /// The label of each page.  It is the page number if there is no label, and empty if the label is.
    private var titles: [String] {
        var ranges = ranges.sorted { $0.page < $1.page }[...]
        var current = (page: 0, numbering: PDFPageNumbering(style: .decimal))
        return (0..<pageCount).map { page in
            while let next = ranges.first, next.page <= page, ranges.popFirst() != nil { current = next }
            return current.numbering.label(at: page - current.page)
        }
    }
}
