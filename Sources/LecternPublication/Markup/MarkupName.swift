// SPDX-License-Identifier: BSD-3-Clause

/// The local names of elements and attributes that parsers ask for; every other one is `other`.
///
/// Comparing these is comparing numbers, which is what makes reading a package document of 2,000 items cheap.
package enum MarkupName: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case other
    // OCF: container.xml, encryption.xml, display options
    case container, rootfiles, rootfile, fullPath, mediaType, encryption, encryptedData, encryptionMethod, cipherData
    case cipherReference, keyInfo, retrievalMethod, encryptionProperties, encryptionProperty, compression
    case algorithm, uri, uriUpper, method, originalLength, displayOptions, platform, option, resource
    // Package document
    case package, version, uniqueIdentifier, prefix, metadata, dcMetadata, xMetadata, meta, link, manifest, item
    case spine, itemref, guide, reference, collection, id, href, properties, fallback, mediaOverlay, idref, linear
    case toc, pageProgressionDirection, property, refines, scheme, name, content, rel, type, title, creator
    case contributor, publisher, subject, description, date, identifier, language, source, rights, format, relation
    case coverage, role, fileAs, event, authority, term, lang, dir, hreflang, tours
    // NCX
    case ncx, navMap, navPoint, navLabel, navInfo, text, src, pageList, pageTarget, navList, navTarget, docTitle
    case playOrder
    // Navigation document and HTML
    case html, head, body, nav, ol, ul, li, a, span, h1, h2, h3, h4, h5, h6, img, alt, hidden, style, script, br, hr
    case input, area, base, col, embed, param, track, wbr, textarea, xmlns

    /// How it is written, where that is not the name of the case.
    var spelling: String {
        switch self {
        case .fullPath: return "full-path"
        case .mediaType: return "media-type"
        case .encryptedData: return "EncryptedData"
        case .encryptionMethod: return "EncryptionMethod"
        case .cipherData: return "CipherData"
        case .cipherReference: return "CipherReference"
        case .keyInfo: return "KeyInfo"
        case .retrievalMethod: return "RetrievalMethod"
        case .encryptionProperties: return "EncryptionProperties"
        case .encryptionProperty: return "EncryptionProperty"
        case .compression: return "Compression"
        case .algorithm: return "Algorithm"
        case .uriUpper: return "URI"
        case .method: return "Method"
        case .originalLength: return "OriginalLength"
        case .displayOptions: return "display_options"
        case .uniqueIdentifier: return "unique-identifier"
        case .dcMetadata: return "dc-metadata"
        case .xMetadata: return "x-metadata"
        case .mediaOverlay: return "media-overlay"
        case .pageProgressionDirection: return "page-progression-direction"
        case .fileAs: return "file-as"
        case .other: return ""
        default: return "\(self)"
        }
    }

    package init(_ bytes: UnsafeBufferPointer<UInt8>) { self = MarkupName.table[bytes] }

    private static let table = Table()

    /// A hash table of all names, made once: open addressing, at most an eighth full.
    ///
    /// Names are compared by their first eight bytes and their length, as numbers; few of them are longer than that.
    private struct Table: @unchecked Sendable {
        private struct Slot {
            var head: UInt64 = 0
            var spelling: UnsafeBufferPointer<UInt8> = UnsafeBufferPointer(start: nil, count: 0)
            var name = MarkupName.other
        }

        /// Never freed: it lives as long as the process.
        private let slots: UnsafeMutablePointer<Slot>
        private static let mask = 1023

        init() {
            slots = .allocate(capacity: Table.mask + 1)
            slots.initialize(repeating: Slot(), count: Table.mask + 1)
            for name in MarkupName.allCases where name != .other {
                let bytes = Array(name.spelling.utf8)
                let spelling = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
                _ = spelling.initialize(from: bytes)
                let head = Table.head(UnsafeBufferPointer(spelling))
                var slot = Table.hash(head, bytes.count)
                while slots[slot].name != .other { slot = (slot + 1) & Table.mask }
                slots[slot] = Slot(head: head, spelling: UnsafeBufferPointer(spelling), name: name)
            }
        }

        /// The first eight bytes, the last one lowest.
        @inline(__always)
        private static func head(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
            var head: UInt64 = 0
            for byte in bytes.prefix(8) { head = head << 8 | UInt64(byte) }
            return head
        }

        @inline(__always)
        private static func hash(_ head: UInt64, _ count: Int) -> Int {
            let mixed = (head ^ UInt64(truncatingIfNeeded: count) << 56) &* 0x9E37_79B9_7F4A_7C15
            return Int(truncatingIfNeeded: mixed >> 54) & mask
        }

        subscript(bytes: UnsafeBufferPointer<UInt8>) -> MarkupName {
            @inline(__always) get {
                let head = Table.head(bytes)
                var index = Table.hash(head, bytes.count)
                while slots[index].name != .other {
                    let slot = slots[index]
                    if slot.head == head && slot.spelling.count == bytes.count
                        && (bytes.count <= 8 || slot.spelling.elementsEqual(bytes))
                    {
                        return slot.name
                    }
                    index = (index + 1) & Table.mask
                }
                return .other
            }
        }
    }
}
