// SPDX-License-Identifier: BSD-3-Clause

/// The local names of elements and attributes that parsers look for; all other names are `other`.
///
/// They are compared as integers, which makes reading a package document with 2,000 items cheap.
public enum MarkupName: String, CaseIterable, Sendable, BitwiseCopyable {
    case other = ""
    // OCF: container.xml, encryption.xml, display options
    case container, rootfiles, rootfile, fullPath = "full-path", mediaType = "media-type"
    case encryptedData = "EncryptedData", encryptionMethod = "EncryptionMethod", cipherData = "CipherData"
    case cipherReference = "CipherReference", keyInfo = "KeyInfo", retrievalMethod = "RetrievalMethod"
    case encryptionProperties = "EncryptionProperties", encryptionProperty = "EncryptionProperty"
    case compression = "Compression", algorithm = "Algorithm", uri, uriUpper = "URI", method = "Method"
    case originalLength = "OriginalLength", platform, option, resource
    // Package document
    case package, version, uniqueIdentifier = "unique-identifier", prefix, metadata, dcMetadata = "dc-metadata"
    case xMetadata = "x-metadata", meta, link, manifest, item, spine, itemref, guide, reference, collection, id, href
    case properties, fallback, mediaOverlay = "media-overlay", idref, linear, toc
    case pageProgressionDirection = "page-progression-direction", property, refines, scheme, name, content, rel, type
    case title, creator, contributor, publisher, subject, description, date, identifier, language, source, format
    case role, fileAs = "file-as", event, authority, term, lang, hreflang
    // NCX
    case ncx, navMap, navPoint, navLabel, text, src, pageList, pageTarget
    // Media overlays
    case smil, seq, par, audio, video, textref, clipBegin, clipEnd
    // Navigation document and HTML
    case html, head, body, nav, ol, ul, li, a, span, img, alt, hidden, script, input, base, xmlns, `class`, style
    case data, ariaLabel = "aria-label", alttext
    // SVG
    case svg, width, height, viewBox
    // Pronunciations: SSML attributes and lexicons
    case ph, alphabet, lexicon, lexeme, grapheme, phoneme, alias

    public init(_ bytes: UnsafeBufferPointer<UInt8>) { self = MarkupName.table.name(bytes, head: Table.head(bytes)) }

    /// The local name of a qualified name, and the length of its prefix including the colon, 0 if there is no prefix.
    @inline(__always)
    static func split(_ qualifiedName: UnsafeBufferPointer<UInt8>) -> (name: MarkupName, prefixCount: Int) {
        var head: UInt64 = 0
        var index = 0
        while index < qualifiedName.count {
            let byte = qualifiedName[index]
            if byte == UInt8(ascii: ":") && index > 0 && index < 255 {
                return (MarkupName(UnsafeBufferPointer(rebasing: qualifiedName[(index + 1)...])), index + 1)
            }
            if index < 8 { head = head << 8 | UInt64(byte) }
            index += 1
        }
        return (table.name(qualifiedName, head: head), 0)
    }

    private static let table = Table()

    /// A hash table of all names, built once, with open addressing and at most one eighth full.
    ///
    /// Names are compared by length and first eight bytes, as integers.  Few are longer.
    private struct Table: @unchecked Sendable {
        private struct Slot {
            var head: UInt64 = 0
            var spelling: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
            var name = MarkupName.other
        }

        /// Never freed: the table lives as long as the process.
        private let slots: UnsafeMutablePointer<Slot>
        private static let mask = 1023

        init() {
            slots = .allocate(capacity: Table.mask + 1)
            slots.initialize(repeating: Slot(), count: Table.mask + 1)
            for name in MarkupName.allCases where name != .other {
                let bytes = Array(name.rawValue.utf8)
                let spelling = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
                _ = spelling.initialize(from: bytes)
                let head = Table.head(UnsafeBufferPointer(spelling))
                var slot = Table.hash(head, bytes.count)
                while slots[slot].name != .other { slot = (slot + 1) & Table.mask }
                slots[slot] = Slot(head: head, spelling: UnsafeBufferPointer(spelling), name: name)
            }
        }

        /// The first eight bytes; the last of them is the lowest byte.
        @inline(__always)
        static func head(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
            var head: UInt64 = 0
            for byte in bytes.prefix(8) { head = head << 8 | UInt64(byte) }
            return head
        }

        @inline(__always)
        private static func hash(_ head: UInt64, _ count: Int) -> Int {
            let mixed = (head ^ UInt64(truncatingIfNeeded: count) << 56) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: mixed >> 54) & mask
        }

        @inline(__always)
        func name(_ bytes: UnsafeBufferPointer<UInt8>, head: UInt64) -> MarkupName {
            var index = Table.hash(head, bytes.count)
            while slots[index].name != .other {
                if slots[index].head == head && slots[index].spelling.count == bytes.count
                    && (bytes.count <= 8 || slots[index].spelling.elementsEqual(bytes))
                {
                    return slots[index].name
                }
                index = (index + 1) & Table.mask
            }
            return .other
        }
    }
}
