// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A cross-reference stream, whose dictionary is also the trailer (ISO 32000-1, 7.5.8).
enum PDFCrossReferenceStream {
    static func section(_ cursor: inout PDFCursor) throws(Failure) -> PDFCrossReferences.Section {
        guard case .integer = try cursor.token(), case .integer = try cursor.token(),
            try cursor.token() == .keyword(.obj)
        else { throw PDFInput.damaged }
        let dictionary = try cursor.dictionary()
        guard dictionary[.type]?.name == .crossReferences, let length = dictionary[.length]?.integer,
            let widths = dictionary[.widths]?.integers, widths.count == 3, widths.allSatisfy({ 0...8 ~= $0 }),
            let size = dictionary[.size]?.integer
        else { throw PDFInput.damaged }
        let index = dictionary[.index] == nil ? [0, size] : dictionary[.index]?.integers ?? []
        let width = widths.reduce(0, +)
        guard width > 0, !index.isEmpty, index.count % 2 == 0,
            index.allSatisfy({ 0...PDFCrossReferences.maxNumber ~= $0 })
        else { throw PDFInput.damaged }
        let bytes = try PDFStream.bytes(&cursor, dictionary, length: length)
        var runs: [PDFCrossReferences.Run] = []
        var place = 0
        for pair in stride(from: 0, to: index.count, by: 2) {
            // Entries past the end of the stream are ignored.
            let count = Swift.min(index[pair + 1], (bytes.count - place) / width)
            runs.append(.init(first: index[pair], count: count, entries: .stream(bytes, place, widths)))
            place += count * width
        }
        return (runs, dictionary)
    }

    static func entry(_ bytes: [UInt8], at place: Int, _ widths: [Int]) throws(Failure) -> PDFCrossReferences.Entry {
        var rest = bytes.dropFirst(place)
        var fields: [UInt64] = []
        for width in widths {
            guard rest.count >= width else { throw PDFInput.damaged }
            fields.append(rest.prefix(width).reduce(0) { $0 << 8 | UInt64($1) })
            rest = rest.dropFirst(width)
        }
        guard fields.count == 3, let second = Int(exactly: fields[1]) else { throw PDFInput.damaged }
        // If the first field is missing, all objects are uncompressed.
        switch widths[0] == 0 ? 1 : fields[0] {
        case 1: return .at(second)
        case 2: return .inStream(second)
        default: return .free
        }
    }
}
