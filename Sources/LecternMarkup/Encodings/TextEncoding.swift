// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The encoding of a document, and how to detect it.
public enum TextEncoding {
    case utf8
    case utf16(isBigEndian: Bool)
    case singleByte([Int32])
    case multiByte(MultiByteEncoding)

    /// The number of bytes that are searched for a declaration (HTML Standard).
    private static let reach = 1024

    /// Determines the encoding from a byte order mark, an XML declaration, or NUL bytes in the pattern of UTF-16.
    ///
    /// - Returns: the encoding, and the number of bytes to skip.
    public static func declared(by bytes: UnsafeBufferPointer<UInt8>) -> (encoding: TextEncoding?, skipped: Int) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
        if bytes.count >= 4 {
            let less = UInt8(ascii: "<")
            if bytes[0] == less && bytes[1] == 0 && bytes[2] != 0 && bytes[3] == 0 {
                return (.utf16(isBigEndian: false), 0)
            }
            if bytes[0] == 0 && bytes[1] == less && bytes[2] == 0 && bytes[3] != 0 {
                return (.utf16(isBigEndian: true), 0)
            }
        }
        return (inXMLDeclaration(of: bytes), 0)
    }

    private static func inXMLDeclaration(of bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        labelInXMLDeclaration(of: bytes).map(named)
    }

    /// The name of the encoding in an XML declaration, as it is written.
    public static func labelInXMLDeclaration(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let head = UnsafeBufferPointer(rebasing: bytes.prefix(reach))
        guard let first = head.firstIndex(where: { !ASCII.isSpace($0) }),
            head[first...].starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let declaration = UnsafeBufferPointer(rebasing: head[first..<end])
        return label(behind: "encoding", in: declaration)
    }

    /// The encoding that a `meta` element declares, if any.
    static func inMeta(of bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? { labelInMeta(of: bytes).map(named) }

    /// The name of the encoding that a `meta` element declares, as it is written.
    public static func labelInMeta(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var sink = MetaSink()
        HTMLTokenizer.run(UnsafeBufferPointer(rebasing: bytes.prefix(reach)), into: &sink)
        return sink.label
    }

    /// Whether `label` is a label of UTF-8 in the Encoding Standard.
    public static func isUTF8(_ label: String) -> Bool {
        ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8"]
            .contains(label.trimmed.asciiLowercased)
    }

    /// The encoding with a label.  UTF-16 counts as UTF-8, because a declaration that is readable as ASCII cannot be in
    /// UTF-16; so does an unknown encoding.
    static func named(_ label: String) -> TextEncoding {
        SingleByteEncoding.table(named: label).map(TextEncoding.singleByte)
            ?? MultiByteEncoding(label: label).map(TextEncoding.multiByte) ?? .utf8
    }

    /// The value after `name`, white space and "=": quoted, or up to white space or a semicolon.
    fileprivate static func label(
        behind name: StaticString, in bytes: UnsafeBufferPointer<UInt8>
    ) -> String? {
        let length = name.utf8CodeUnitCount
        var start = 0
        while start + length < bytes.count {
            defer { start += 1 }
            // Comparing the first byte rejects most positions.
            guard ASCII.lowercased(bytes[start]) == name.utf8Start.pointee else { continue }
            let isFound = (0..<length).allSatisfy { ASCII.lowercased(bytes[start + $0]) == name.utf8Start[$0] }
            guard isFound else { continue }
            var rest = bytes[(start + length)...].drop(while: ASCII.isSpace)
            guard rest.popFirst() == UInt8(ascii: "=") else { continue }
            rest = rest.drop(while: ASCII.isSpace)
            let value: UnsafeBufferPointer<UInt8>.SubSequence
            if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                value = rest.dropFirst().prefix { $0 != quote }
            } else {
                value = rest.prefix { !ASCII.isSpace($0) && $0 != UInt8(ascii: ";") }
            }
            return String(decoding: value, as: UTF8.self)
        }
        return nil
    }

    private struct MetaSink: HTMLTokenSink {
        static let wantsAttributes = true
        var label: String?
        var isStopped: Bool { label != nil }
        var readsSections: Bool { false }
        var keepsNUL: Bool { false }

        mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
            guard tag.name.elementsEqual("meta".utf8) else { return .data }
            var content: String?
            var saysContentType = false
            for (name, value) in tag.attributes {
                if name.elementsEqual("charset".utf8) {
                    label = String(decoding: value, as: UTF8.self)
                    return .data
                }
                if name.elementsEqual("content".utf8) { content = TextEncoding.label(behind: "charset", in: value) }
                if name.elementsEqual("http-equiv".utf8) {
                    saysContentType = String(decoding: value, as: UTF8.self).trimmed.asciiLowercased == "content-type"
                }
            }
            if saysContentType { label = content }
            return .data
        }

        mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {}
        mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {}
    }
}
