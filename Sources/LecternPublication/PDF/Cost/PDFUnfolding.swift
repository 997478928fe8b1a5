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

    /// - Returns: how many there are in it.
    @discardableResult
    mutating func add(_ object: PDFObject?) throws(Failure) -> Int {
        let count = try count(object, depth: 0)
        remaining -= count
        guard remaining >= 0 else { throw PDFPageCost.tooMuch }
        return count
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
            let value = try objects.resolved(object)
            let count = try count(value, depth: depth + 1) + (try stepsOfProgram(number, value))
            known[number] = count
            return count
        case .array(let values): return try count(values, depth: depth + 1)
        case .dictionary(let dictionary): return try count(dictionary.inOrder, depth: depth + 1)
        default: return 1
        }
    }

    /// A function may be a program (7.10.5), whose shortest steps have three bytes.
    private func stepsOfProgram(_ number: Int, _ object: PDFObject) throws(Failure) -> Int {
        guard case .dictionary(let function) = object, try objects.resolved(function[.functionType]).integer == 4 else {
            return 0
        }
        return try objects.stream(number).bytes.count / 6
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
