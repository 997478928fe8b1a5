// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reads single objects of a document by their numbers.
///
/// It provides what pdfium does not expose, or cannot do safely.  It follows the standard and does not repair anything:
/// damaged documents are left to pdfium.
public final class PDFObjects {
    private let input: PDFInput
    private let references: PDFCrossReferences
    /// The object streams read so far: their bytes, and the positions of the objects in them.
    private var streams: [Int: (bytes: [UInt8], places: [Int: Int])] = [:]
    private var streamsSize = 0
    /// The maximum size of the cached streams.  The cache is cleared when it is full.
    private static let mostOfStreams = 32 << 20

    public init(_ bytes: PDFBytes) throws(Failure) {
        input = try PDFInput(bytes)
        references = try PDFCrossReferences(input)
    }

    /// Whether strings and streams are encrypted.  Other values never are.
    var areEncrypted: Bool { !(references.trailer[.encrypt] ?? .null).isNull }

    /// Resets the budget for the next part of the document.
    func renew(times: Int = 1) { input.renew(times: times) }

    public func catalog() throws(Failure) -> PDFDictionary { try dictionary(references.trailer[.root]) }

    public func dictionary(_ object: PDFObject?) throws(Failure) -> PDFDictionary {
        guard case .dictionary(let dictionary) = try resolved(object) else { throw PDFInput.damaged }
        return dictionary
    }

    /// Returns the value itself, or the object that it refers to.
    public func resolved(_ object: PDFObject?) throws(Failure) -> PDFObject {
        guard case .reference(let number) = object else { return object ?? .null }
        try input.chargeObject()
        switch try references.entry(of: number, input) {
        case .free: return .null
        case .at(let offset):
            var cursor = try cursor(behindHeaderOf: number, at: offset)
            return try cursor.object()
        case .inStream(let stream):
            let (bytes, places) = try objectStream(stream)
            guard let place = places[number] else { throw PDFInput.damaged }
            var cursor = PDFCursor(input, in: bytes, at: place)
            return try cursor.object()
        }
    }

    // MARK: Damaged objects as null

    func undamaged(_ object: PDFObject?) throws(Failure) -> PDFObject {
        try unlessDamaged(.null) { () throws(Failure) in try resolved(object) }
    }

    func undamagedBytes(of stream: PDFObject) throws(Failure) -> [UInt8] {
        guard case .reference(let number) = stream else { return [] }
        return try unlessDamaged([]) { () throws(Failure) in try self.stream(number).bytes }
    }

    private func unlessDamaged<T>(_ nothing: T, _ read: () throws(Failure) -> T) throws(Failure) -> T {
        do throws(Failure) {
            return try read()
        } catch {
            guard error.status == .format else { throw error }
            return nothing
        }
    }

    // MARK: Objects in the file

    /// Checks the header of an object, such as "12 0 obj", and returns the position after it.
    private func cursor(behindHeaderOf number: Int, at offset: Int) throws(Failure) -> PDFCursor {
        var cursor = PDFCursor(input, at: offset)
        guard try cursor.token() == .integer(number), case .integer = try cursor.token(),
            try cursor.token() == .keyword(.obj)
        else { throw PDFInput.damaged }
        return cursor
    }

    // MARK: Streams (7.3.8)

    static let encrypted = Failure(.protected, "The objects of the PDF are encrypted.")

    /// The dictionary of a stream, and its decoded bytes.
    func stream(_ number: Int) throws(Failure) -> (dictionary: PDFDictionary, bytes: [UInt8]) {
        guard !areEncrypted else { throw PDFObjects.encrypted }
        try input.chargeObject()
        guard case .at(let offset) = try references.entry(of: number, input) else { throw PDFInput.damaged }
        var cursor = try cursor(behindHeaderOf: number, at: offset)
        let dictionary = try cursor.dictionary()
        return (dictionary, try PDFStream.bytes(&cursor, dictionary, length: try length(dictionary)))
    }

    // MARK: Object streams (7.5.7)

    private func objectStream(_ number: Int) throws(Failure) -> (bytes: [UInt8], places: [Int: Int]) {
        if let known = streams[number] { return known }
        guard !areEncrypted else { throw PDFObjects.encrypted }
        let (dictionary, bytes) = try stream(number)
        guard dictionary[.type]?.name == .objectStream, let count = dictionary[.count]?.integer,
            let first = dictionary[.first]?.integer, first >= 0
        else { throw PDFInput.damaged }
        let stream = (bytes, try places(bytes, count: count, first: first))
        if streamsSize + bytes.count > PDFObjects.mostOfStreams { (streams, streamsSize) = ([:], 0) }
        streams[number] = stream
        streamsSize += bytes.count
        return stream
    }

    /// The positions of the objects in an object stream.  The stream begins with them.
    private func places(_ bytes: [UInt8], count: Int, first: Int) throws(Failure) -> [Int: Int] {
        var cursor = PDFCursor(input, in: bytes, at: 0)
        var places: [Int: Int] = [:]
        guard count >= 0, first <= bytes.count else { throw PDFInput.damaged }
        for _ in 0..<count {
            try input.chargeValue()
            guard case .integer(let number) = try cursor.token(), case .integer(let place) = try cursor.token(),
                0...bytes.count ~= place
            else { throw PDFInput.damaged }
            guard places.updateValue(first + place, forKey: number) == nil else { throw PDFInput.damaged }
        }
        return places
    }

    /// The length of a stream.  It may be an indirect object that is not in an object stream.
    private func length(_ stream: PDFDictionary) throws(Failure) -> Int {
        var object = stream[.length]
        if case .reference(let number) = object {
            guard case .at(let offset) = try references.entry(of: number, input) else { throw PDFInput.damaged }
            var cursor = try cursor(behindHeaderOf: number, at: offset)
            object = try cursor.object()
        }
        guard let length = object?.integer else { throw PDFInput.damaged }
        return length
    }
}
