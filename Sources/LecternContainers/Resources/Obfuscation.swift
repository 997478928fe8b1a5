// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Font obfuscation: the two algorithms that obfuscate the beginning of an embedded font, so that it cannot simply be
/// copied out of a book.
///
/// Both XOR the first bytes with a key derived from the identifier of the publication, so the same operation obfuscates
/// and restores a font.  It applies to the bytes after inflation.  (EPUB 3.3, "Font obfuscation"; the older algorithm
/// of Adobe has no specification)
public struct Obfuscation: Sendable, Equatable {
    /// The algorithm of the IDPF.
    public static let idpf = "http://www.idpf.org/2008/embedding"
    /// The algorithm of Adobe.
    public static let adobe = "http://ns.adobe.com/pdf/enc#RC"

    public static let algorithms = [idpf, adobe]

    private let key: [UInt8]
    /// The number of bytes that are obfuscated.
    private let length: UInt64

    /// Creates the obfuscation for the `algorithm` in encryption.xml and the unique `identifier` of the package
    /// document.  Returns nil if the algorithm is unknown or no key can be derived from the identifier; the data is
    /// then left as it is.
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
    /// Whether this is only font obfuscation, which can be undone with the identifier of the publication.
    public var isObfuscation: Bool { Obfuscation.algorithms.contains(algorithm) }
}
