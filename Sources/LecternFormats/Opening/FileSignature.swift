// SPDX-License-Identifier: BSD-3-Clause

import LecternContainers
import LecternModel

/// Describes a file that is not a ZIP archive, so that an error message can explain what it is.
enum FileSignature {
    /// The number of bytes to read from the beginning.
    private static let count: UInt64 = 1024

    /// Signatures, and descriptions of the files that begin with them.
    private static let signatures: [(bytes: [UInt8], place: Int, what: String)] = [
        (Array("Rar!\u{1A}\u{07}".utf8), 0, "a RAR archive"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], 0, "a 7z archive"),
        ([0x1F, 0x8B], 0, "a gzip file"),
        (Array("BZh".utf8), 0, "a bzip2 file"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], 0, "an xz file"),
        ([0x28, 0xB5, 0x2F, 0xFD], 0, "a Zstandard file"),
        (Array("AT&TFORM".utf8), 0, "a DjVu document"),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], 0, "an old Microsoft Office document"),
        (Array("{\\rtf".utf8), 0, "an RTF document"),
        ([0x89, 0x50, 0x4E, 0x47], 0, "a PNG image"),
        ([0xFF, 0xD8, 0xFF], 0, "a JPEG image"),
        (Array("GIF8".utf8), 0, "a GIF image"),
        (Array("ID3".utf8), 0, "an MP3 recording"),
        (Array("OggS".utf8), 0, "an Ogg recording"),
        (Array("PK\u{03}\u{04}".utf8), 0, "the beginning of a ZIP archive whose end is missing"),
    ]

    /// Reads the first bytes of a file, enough to determine its format.
    static func head(of source: any ByteSource) throws(Failure) -> ByteBuffer {
        try ByteBuffer(capacity: Int(min(try source.size(), count))) { (space) throws(Failure) in
            try source.read(at: 0, into: space)
        }
    }

    /// Adds a description of the file to the failure that it is not an archive.
    static func explained(_ failure: Failure, _ head: ByteBuffer, size: UInt64) -> Failure {
        guard !head.withBytes({ $0.starts(with: [0x50, 0x4B]) }) || size < 4 else { return failure }
        let hint = head.withBytes { FileSignature.hint($0, size: size) }
        return Failure(.format, ["The file is not a ZIP archive.", hint].compactMap { $0 }.joined(separator: " "))
    }

    /// A sentence that describes a file by its first bytes.
    private static func hint(_ head: UnsafeRawBufferPointer, size: UInt64) -> String? {
        if size == 0 { return "It is empty." }
        for signature in signatures where head.dropFirst(signature.place).starts(with: signature.bytes) {
            return "It looks like \(signature.what)."
        }
        // The header of a PDF need not be at the very beginning, and no other format contains it.
        if contains(head, "%pdf-") { return "It looks like a PDF document." }
        if head.allSatisfy({ $0 == 0 }) { return "Its first bytes are all zero." }
        return text(head).map { "It looks like \($0)." }
    }

    private static func text(_ head: UnsafeRawBufferPointer) -> String? {
        let isPrintable = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || ASCII.isSpace($0) }
        // The last character may be incomplete.
        guard isPrintable, (0...3).contains(where: { ZipName.isUTF8(head.dropLast($0)) }) else { return nil }
        if contains(head, "<!doctype html") || contains(head, "<html") { return "a web page" }
        let start = head.drop { ASCII.isSpace($0) || [0xEF, 0xBB, 0xBF].contains($0) }
        if start.starts(with: "<?xml".utf8) { return "an XML document" }
        if start.first == 0x7B || start.first == 0x5B { return "JSON" }
        return "plain text"
    }

    /// Whether the bytes contain `word`, which is in lower case, case-insensitively.
    private static func contains(_ head: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard head.count >= length else { return false }
        return word.withUTF8Buffer { word in
            (0...(head.count - length)).contains { start in
                head[start..<(start + length)].lazy.map(ASCII.lowercased).elementsEqual(word)
            }
        }
    }
}
