// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reads single objects of a document, by their numbers.
///
/// It exists for what pdfium does not tell or do without danger.  It knows what the standard says and repairs nothing: a
/// document that has to be repaired is left to pdfium.
public final class PDFObjects {
    private let input: PDFInput
    private let references: PDFCrossReferences
    /// Object streams that were needed so far: their bytes, and where objects are in them.
    private var streams: [Int: (bytes: [UInt8], places: [Int: Int])] = [:]
    private var streamsSize = 0
    /// Bytes of streams that are held; then it begins anew.
    private static let mostOfStreams = 32 << 20

    public init(_ bytes: PDFBytes) throws(Failure) {
        input = try PDFInput(bytes)
        references = try PDFCrossReferences(input)
    }

    /// Strings and streams are encrypted then, other values are not.
    var areEncrypted: Bool { !(references.trailer[.encrypt] ?? .null).isNull }

    /// Begins to count anew what the next part of the document costs.
    func renew(times: Int = 1) { input.renew(times: times) }

    public func catalog() throws(Failure) -> PDFDictionary { try dictionary(references.trailer[.root]) }

    public func dictionary(_ object: PDFObject?) throws(Failure) -> PDFDictionary {
        guard case .dictionary(let dictionary) = try resolved(object) else { throw PDFInput.damaged }
        return dictionary
    }

    /// The value itself, or what it refers to.
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

    // MARK: Where damage counts as nothing

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

    /// "12 0 obj" is in front of every object in the file.
    private func cursor(behindHeaderOf number: Int, at offset: Int) throws(Failure) -> PDFCursor {
        var cursor = PDFCursor(input, at: offset)
        guard try cursor.token() == .integer(number), case .integer = try cursor.token(),
            try cursor.token() == .keyword(.obj)
        else { throw PDFInput.damaged }
        return cursor
    }

    // MARK: Streams (7.3.8)

    static let encrypted = Failure(.protected, "They are in an encrypted part of the PDF.")

    /// What is in a stream, decoded, and what is said about it.
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

    /// A stream begins with the numbers and places of its objects.
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

    /// The length of a stream may be an object of its own, which is not in a stream.
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
