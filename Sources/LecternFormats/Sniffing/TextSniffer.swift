// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// Distinguishes text formats: JSON, XML and HTML documents, which have to be parsed.
enum TextSniffer {
    /// Larger markup documents are not parsed.
    static let maxSize: UInt64 = 5_000_000

    /// - Parameter head: the first bytes, which determine whether the rest is read.
    static func sniff(_ source: any ByteSource, head: ByteBuffer, limits: Limits) throws(Failure) -> Format? {
        guard let first = head.withBytes(firstCharacter), [brace, bracket, angle].contains(first) else { return nil }
        let size = try source.size()
        guard size < (first == angle ? maxSize : ReadiumFormat.maxManifest + 1) else { return nil }
        let text = try source.buffer(at: 0, count: size)
        return try text.withBytes { (bytes) throws(Failure) in
            first == angle ? try markup(bytes) : json(bytes, limits: limits)
        }
    }

    private static let brace = UInt8(ascii: "{")
    private static let bracket = UInt8(ascii: "[")
    private static let angle = UInt8(ascii: "<")

    /// The first character after white space, byte order marks and the NUL bytes of UTF-16.
    private static func firstCharacter(_ bytes: UnsafeRawBufferPointer) -> UInt8? {
        bytes.first { !ASCII.isSpace($0) && ![0, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
    }

    // MARK: JSON

    private static func json(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> Format? {
        let json = try? JSONParser.parse(
            bytes, source: "", maxDepth: limits.maxJSONDepth, maxValues: ReadiumFormat.maxValues, isForgiving: true)
        return json.flatMap { FormatTable.format(mediaType(of: $0)) }
    }

    private static func mediaType(of json: JSON) -> String {
        let general = "application/json"
        guard let object = json.object else { return general }
        let manifest = ManifestOutline(object)
        if let type = manifest?.opds2Type { return type }
        if has(object, ["id", "title", "authentication"]) { return "application/opds-authentication+json" }
        if let type = manifest?.manifestType { return type }
        if has(object, ["id", "issued", "provider", "encryption"]) { return MediaType.lcpLicense }
        return general
    }

    private static func has(_ object: JSONObject, _ members: [String]) -> Bool {
        members.allSatisfy { object[$0]?.isNull == false }
    }

    // MARK: XML and HTML

    private static func markup(_ bytes: UnsafeRawBufferPointer) throws(Failure) -> Format? {
        // An XML declaration must be at the very beginning, but many documents have an empty line before it.
        let start = bytes.firstIndex { !ASCII.isSpace($0) } ?? bytes.count
        let document = UnsafeRawBufferPointer(rebasing: bytes[start...])
        if let tree = try? XMLDocument.parse(document, keepsSpace: false), let root = tree.root {
            return FormatTable.format(mediaType(of: root, in: tree))
        }
        let isHTML = try TextDecoding.withUTF8(of: document, as: .html) { text in
            let doctype = "<!doctype html".utf8
            return text.drop(while: ASCII.isSpace).prefix(doctype.count).map(ASCII.lowercased).elementsEqual(doctype)
        }
        return isHTML ? FormatTable.format(MediaType.html) : nil
    }

    private static func mediaType(of root: MarkupTree.Node, in tree: MarkupTree) -> String {
        let name = tree.qualifiedName(of: root)
        let localName = String(Substring(name.utf8.split(separator: UInt8(ascii: ":")).last ?? name.utf8[...]))
        switch (localName.asciiLowercased, tree.namespace(of: root)) {
        case ("html", .xhtml), ("html", .xhtml2): return MediaType.xhtml
        case ("html", _): return MediaType.html
        case ("fictionbook", _): return FormatTable.fb2
        case ("dtbook", _): return FormatTable.dtbook
        case ("feed", .atom): return FormatTable.opds1Catalog
        case ("entry", .atom): return FormatTable.opds1Entry
        default: return "application/xml"
        }
    }
}
