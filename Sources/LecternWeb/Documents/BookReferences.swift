// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The addresses in a document or style sheet of a book.  Addresses outside of the book are omitted, regardless of what
/// the policy of the document would block.
public struct BookReferences: Sendable {
    /// What an address is used for.
    enum Use {
        /// The web view loads it: an image, a recording, a font, part of a drawing.
        case resource
        /// Like `resource`, but `data:` URLs of images, fonts and recordings are allowed, too.
        case media
        /// A style sheet.
        case sheet
        /// A document in a frame.
        case frame
        /// The reader follows it by clicking.
        case link
    }

    private let base: HrefBase
    /// The relative path from the document to the root of the publication.
    let folder: String
    /// Whether images, sounds, styles and fonts may come from the network.
    private let allowsRemote: Bool
    /// Whether links out of the book are kept.  The page does not see clicks inside a frame, so it could not report
    /// them to the host.
    var allowsOuterLinks = true

    /// - Parameter href: the href of the document, relative to the root of the publication.
    public init(from href: String, allowsRemote: Bool = false) {
        base = HrefBase(href: href)
        folder = DocumentPreparation.base(of: href)
        self.allowsRemote = allowsRemote
    }

    /// The address to write; nil if it must be omitted.
    ///
    /// A root-relative path is relative to the root of the publication (EPUB 3.3, "Relative URLs and the container root
    /// URL"), and no path can leave it.
    func written(_ value: String, for use: Use) -> String? {
        // Strips surrounding white space, tabs and line ends, as in the URL Standard.
        let address = BookReferences.stripped(value)
        if let scheme = BookReferences.scheme(of: address) { return isAllowed(scheme, address, use) ? address : nil }
        let path = Href.path(address)
        if path.isEmpty { return use == .frame ? nil : value }
        guard !isOfAnotherHost(path) else {
            return (use == .link ? allowsOuterLinks : allowsRemote && use != .frame) ? address : nil
        }
        guard !staysBelow(path) else { return value }
        let resolved = base.resolve(address.replacingBackslashes)
        guard !resolved.utf8.starts(with: WebPage.folder.utf8) else { return nil }
        return folder + resolved
    }

    /// The href of the resource that an address refers to; nil outside of the publication.
    func href(of value: String) -> String? {
        let address = BookReferences.stripped(value)
        guard BookReferences.scheme(of: address) == nil, !isOfAnotherHost(Href.path(address)) else { return nil }
        return Href.withoutFragment(base.resolve(address.replacingBackslashes))
    }

    // MARK: Addresses with a scheme

    /// Schemes that hosts open in other programs, after asking the reader.
    static let linkSchemes: Set<String> = ["http", "https", "mailto", "tel", "sms", "geo", "ftp"]

    private func isAllowed(_ scheme: String, _ address: String, _ use: Use) -> Bool {
        switch use {
        case .link: allowsOuterLinks && BookReferences.linkSchemes.contains(scheme)
        case .frame: false
        case .media where scheme == "data": BookReferences.isMedia(address)
        case .media, .resource, .sheet: allowsRemote && (scheme == "http" || scheme == "https")
        }
    }

    /// Whether a `data:` URL declares an image, a font or a recording.
    private static func isMedia(_ address: String) -> Bool {
        let type = String(address.dropFirst("data:".utf8.count).prefix { $0 != "," && $0 != ";" }).trimmed
            .asciiLowercased
        return [
            "image/", "font/", "audio/", "video/", "application/font", "application/x-font", "application/vnd.ms-font",
        ]
        .contains { type.hasPrefix($0) } || type == MediaType.octetStream
    }

    /// The scheme in lower case; nil for a relative reference.
    private static func scheme(of address: String) -> String? {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")), Href.isAbsolute(address) else { return nil }
        return String(address[..<colon]).asciiLowercased
    }

    private static func stripped(_ value: String) -> String {
        let isPlain = value.utf8.allSatisfy { $0 > 0x20 }
        if isPlain { return value }
        let bytes = value.utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else {
            return ""
        }
        let inner = bytes[first...last].filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return String(decoding: inner, as: UTF8.self)
    }

    // MARK: Paths

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private func isOfAnotherHost(_ path: Substring) -> Bool {
        path.utf8.prefix(2).count == 2 && path.utf8.prefix(2).allSatisfy(BookReferences.isSlash)
    }

    /// Whether a relative path obviously stays inside the book.
    private func staysBelow(_ path: Substring) -> Bool {
        if path.utf8.first == UInt8(ascii: "/") { return false }
        var level = folder.utf8.count / 3
        var name = 0
        var dots = 0
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                if dots == name, name == 2 { level -= 1 } else if name != dots || name != 1 { level += 1 }
                guard level >= 0 else { return false }
                (name, dots) = (0, 0)
            case UInt8(ascii: "%"), UInt8(ascii: "~"), UInt8(ascii: "\\"): return false
            default:
                name += 1
                if byte == UInt8(ascii: ".") { dots += 1 }
            }
        }
        return level >= (dots == name && name == 2 ? 1 : 0)
    }
}

extension String {
    fileprivate var replacingBackslashes: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        return String(decoding: utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
    }
}
