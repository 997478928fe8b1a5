// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How many values there are if each that is referred to is copied to where the reference is.
///
/// pdfium reads functions, color spaces and conditions like this: functions that are made of functions again, each of
/// them twice, are too many after a few steps.
struct PDFUnfolding {
    private let objects: PDFObjects
    private var remaining = 100_000
    private var known: [Int: Int] = [:]
    private var open: Set<Int> = []

    private static let maxDepth = 32
    private static let condition = PDFName("VE")

    init(_ objects: PDFObjects) { self.objects = objects }

    mutating func add(_ object: PDFObject?) throws(Failure) {
        remaining -= try count(object, depth: 0)
        guard remaining >= 0 else { throw PDFPageCost.tooMuch }
    }

    /// When something is seen, as an expression (ISO 32000-1, 8.11.2.2).
    mutating func addCondition(_ object: PDFObject?) throws(Failure) {
        guard case .dictionary(let dictionary) = try objects.resolved(object) else { return }
        try add(dictionary[PDFUnfolding.condition])
    }

    private mutating func count(_ object: PDFObject?, depth: Int) throws(Failure) -> Int {
        guard depth <= PDFUnfolding.maxDepth else { throw PDFPageCost.tooMuch }
        switch object {
        case .reference(let number):
            if let count = known[number] { return count }
            guard open.insert(number).inserted else { throw PDFPageCost.tooMuch }
            defer { open.remove(number) }
            let count = try count(try objects.resolved(object), depth: depth + 1)
            known[number] = count
            return count
        case .array(let values): return try count(values, depth: depth + 1)
        case .dictionary(let dictionary): return try count(dictionary.inOrder, depth: depth + 1)
        default: return 1
        }
    }

    private mutating func count(_ values: [PDFObject], depth: Int) throws(Failure) -> Int {
        var sum = 1
        for value in values {
            sum += try count(value, depth: depth)
            guard sum <= remaining else { throw PDFPageCost.tooMuch }
        }
        return sum
    }
}
