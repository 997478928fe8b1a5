// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The two ways to spoil the beginning of an embedded font, so that it cannot simply be taken out of a book.
///
/// Both combine the first bytes with a key that comes from the identifier of the publication, so the same step spoils
/// and restores.  It works on the bytes after inflation.
/// (EPUB 3.3, "Font obfuscation"; Adobe's older way is not in a specification)
public struct Obfuscation: Sendable, Equatable {
    /// The algorithm of the IDPF.
    public static let idpf = "http://www.idpf.org/2008/embedding"
    /// The algorithm of Adobe.
    public static let adobe = "http://ns.adobe.com/pdf/enc#RC"

    public static let algorithms = [idpf, adobe]

    private let key: [UInt8]
    /// So many bytes are changed.
    private let length: UInt64

    /// `algorithm` is the one that encryption.xml names, `identifier` the unique identifier of the package document.
    /// Nothing, if the algorithm is another one or the identifier gives no key: then the data is left as it is.
    public init?(algorithm: String, identifier: String) {
        let prefix = "urn:uuid:"
        guard !identifier.isEmpty, identifier != prefix else { return nil }
        switch algorithm {
        case Obfuscation.idpf:
            let spaces: [UInt8] = [0x20, 0x09, 0x0D, 0x0A]
            key = SHA1.digest(identifier.utf8.filter { !spaces.contains($0) })
            length = 1040
        case Obfuscation.adobe:
            let uuid = identifier.trimmed
            let digits =
                uuid.asciiLowercased.hasPrefix(prefix) ? uuid.utf8.dropFirst(prefix.utf8.count) : uuid.utf8[...]
            guard let bytes = Obfuscation.bytes(hex: digits.filter { $0 != 0x2D }), bytes.count == 16 else {
                return nil
            }
            key = bytes
            length = 1024
        default:
            return nil
        }
    }

    /// Restores bytes that begin at `offset` of the resource.
    public func apply(to bytes: UnsafeMutableRawBufferPointer, offset: UInt64) {
        guard offset < length, !key.isEmpty else { return }
        let count = min(bytes.count, Int(length - offset))
        for place in 0..<count {
            bytes[place] ^= key[(Int(offset) + place) % key.count]
        }
    }

    private static func bytes(hex digits: [UInt8]) -> [UInt8]? {
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let high = ASCII.hexValue(digits[start]), let low = ASCII.hexValue(digits[start + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension Encryption {
    /// Whether it only keeps fonts from being copied: whoever knows the identifier of the book can undo it.
    public var isObfuscation: Bool { Obfuscation.algorithms.contains(algorithm) }
}
