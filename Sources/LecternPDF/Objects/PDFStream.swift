// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The decoded bytes of a stream (ISO 32000-1, 7.3.8).
enum PDFStream {
    /// No real stream has more filters than this.
    private static let maxFilters = 4

    /// - Parameter cursor: the position after the dictionary.
    static func bytes(
        _ cursor: inout PDFCursor, _ dictionary: PDFDictionary, length: Int
    ) throws(Failure) -> [UInt8] {
        guard try cursor.token() == .keyword(.stream) else { throw PDFInput.damaged }
        _ = try cursor.skip(0x0D)
        guard try cursor.skip(0x0A), length >= 0 else { throw PDFInput.damaged }
        var bytes = try cursor.input.read(at: cursor.offset, count: length)
        guard bytes.count == length, dictionary[.file] == nil else { throw PDFInput.damaged }
        // If `endstream` is not here, readers differ in where they look for it.
        var end = PDFCursor(cursor.input, at: cursor.offset + length)
        guard try end.token() == .keyword(.endstream) else { throw PDFInput.damaged }
        let (filters, parameters) = (list(dictionary[.filter]), list(dictionary[.decodeParms]))
        guard filters.count <= maxFilters else { throw PDFInput.damaged }
        for (index, filter) in filters.enumerated() {
            guard let name = filter.name, let decode = PDFFilter.all[name] else { throw PDFInput.damaged }
            bytes = try decode(bytes, index < parameters.count ? parameters[index] : .null, cursor.input)
        }
        return bytes
    }

    /// A single value need not be in an array.
    private static func list(_ object: PDFObject?) -> [PDFObject] {
        switch object {
        case nil, .null: []
        case .array(let list): list
        case .some(let value): [value]
        }
    }
}
