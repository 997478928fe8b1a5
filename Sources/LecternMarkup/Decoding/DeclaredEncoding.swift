// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

extension TextEncoding {
    /// The encoding of a text, from a byte order mark or a declaration (XML 1.0, appendix F; HTML Standard, 13.2.3.2; CSS
    /// Syntax, 3.2).
    ///
    /// - Returns: the encoding, and the number of bytes of the byte order mark.
    public static func of(
        _ bytes: UnsafeBufferPointer<UInt8>, as kind: TextKind
    ) -> (encoding: TextEncoding, skipped: Int) {
        if let mark = byMark(bytes) { return mark }
        switch kind {
        case .xml: return (inXML(bytes) ?? .utf8, 0)
        case .html: return (inHTML(bytes), 0)
        case .css: return (inStylesheet(bytes) ?? TextGuess.encoding(of: bytes) ?? .utf8, 0)
        case .plain: return (undeclared(bytes), 0)
        }
    }

    /// Whether the declarations of a document permit UTF-8.  The rest of the document is not read.
    public static func mayBeUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> (result: Bool, skipped: Int) {
        if let (encoding, skipped) = byMark(bytes) { return (encoding.isUTF8, skipped) }
        return ((inXML(bytes) ?? inMeta(bytes, reach: reach))?.isUTF8 ?? true, 0)
    }

    private static func byMark(_ bytes: UnsafeBufferPointer<UInt8>) -> (encoding: TextEncoding, skipped: Int)? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16(isBigEndian: true), 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16(isBigEndian: false), 2) }
        return nil
    }

    // MARK: XML

    /// From an XML declaration, or from NUL bytes in the pattern of UTF-16.
    private static func inXML(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        if bytes.count >= 4 {
            let less = UInt8(ascii: "<")
            if bytes[0] == less && bytes[1] == 0 && bytes[2] != 0 && bytes[3] == 0 { return .utf16(isBigEndian: false) }
            if bytes[0] == 0 && bytes[1] == less && bytes[2] == 0 && bytes[3] != 0 { return .utf16(isBigEndian: true) }
        }
        let head = UnsafeBufferPointer(rebasing: bytes.prefix(reach))
        guard let first = head.firstIndex(where: { !ASCII.isSpace($0) }),
            head[first...].starts(with: "<?xml".utf8), let end = head.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let declaration = UnsafeBufferPointer(rebasing: head[first..<end])
        return label(after: "encoding", in: declaration).flatMap { TextEncoding(declaredAs: $0) }
    }

    // MARK: HTML

    /// How many bytes of a document are searched for a declaration before the rest is.
    private static let reach = 1024

    /// Finds the encoding of HTML, or of XHTML that is not well-formed.  Authors often convert a document to UTF-8 and leave
    /// its `meta` element unchanged, so valid UTF-8 takes precedence over that element.  The reverse happens with XML
    /// declarations of UTF-8, which only count if there is no other declaration.
    private static func inHTML(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
        let inXML = inXML(bytes)
        if let inXML, !inXML.isUTF8 { return inXML }
        let isValid = UTF8Encoding.firstInvalid(in: bytes) == bytes.count
        if isValid, inXML != nil { return .utf8 }
        let inMeta = inMeta(bytes, reach: isValid ? reach : bytes.count)
        if isValid, inMeta?.mayBeValidUTF8(bytes) != true { return .utf8 }
        return inMeta.flatMap { $0.isUTF8 ? nil : $0 } ?? inXML ?? inMeta ?? undeclared(bytes)
    }

    /// The default is that of Western browsers.
    private static func undeclared(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
        TextGuess.encoding(of: bytes) ?? TextEncoding(label: "windows-1252") ?? .utf8
    }

    /// Whether a document in this encoding can also be valid UTF-8: ISO-2022-JP consists of ASCII bytes, and the two bytes
    /// of a Chinese character can be those of a Latin letter.
    private func mayBeValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        switch self {
        case .multiByte(.iso2022JP): bytes.contains(0x1B)
        case .multiByte: !bytes.contains { $0 >= 0xE0 }
        // ISO-2022-KR and ISO-2022-CN have escape characters, and HZ has "~{" before Chinese text.
        case .replacement:
            bytes.contains(0x1B)
                || zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: "~") && $1 == UInt8(ascii: "{") }
        case .utf8, .utf16, .singleByte: false
        }
    }

    /// The encoding that a `meta` element declares.
    private static func inMeta(_ bytes: UnsafeBufferPointer<UInt8>, reach: Int) -> TextEncoding? {
        var sink = MetaSink()
        HTMLTokenizer.run(UnsafeBufferPointer(rebasing: bytes.prefix(reach)), into: &sink)
        return sink.encoding
    }

    /// The value that follows `name`, white space and "=": in quotes, or up to white space or a semicolon.
    private static func label(after name: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
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
        var encoding: TextEncoding?
        var isStopped: Bool { encoding != nil }
        var readsSections: Bool { false }
        var keepsNUL: Bool { false }

        mutating func startTag(_ tag: HTMLStartTag) -> HTMLContent {
            guard tag.name.elementsEqual("meta".utf8) else { return .data }
            var label: String?
            var content: String?
            var saysContentType = false
            for (name, value) in tag.attributes {
                if name.elementsEqual("charset".utf8), label == nil { label = String(decoding: value, as: UTF8.self) }
                if name.elementsEqual("content".utf8) { content = TextEncoding.label(after: "charset", in: value) }
                if name.elementsEqual("http-equiv".utf8) {
                    saysContentType = String(decoding: value, as: UTF8.self).trimmed.asciiLowercased == "content-type"
                }
            }
            encoding = (label ?? (saysContentType ? content : nil)).flatMap(MetaSink.encoding)
            return .data
        }

        /// In a `meta` element, x-user-defined is windows-1252.
        private static func encoding(_ label: String) -> TextEncoding? {
            let isUserDefined = label.trimmed.asciiLowercased == "x-user-defined"
            return TextEncoding(declaredAs: isUserDefined ? "windows-1252" : label)
        }

        mutating func endTag(_ name: UnsafeBufferPointer<UInt8>) {}
        mutating func characters(_ bytes: UnsafeBufferPointer<UInt8>) {}
    }

    // MARK: CSS

    /// From `@charset "shift_jis";`, which must be spelled so.
    private static func inStylesheet(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        guard let label = StylesheetCharset.label(of: bytes) else { return nil }
        return TextEncoding(declaredAs: String(decoding: bytes[label], as: UTF8.self))
    }

    /// The encoding that a text in ASCII declares with a label: it cannot be in UTF-16.
    init?(declaredAs label: String) {
        guard let encoding = TextEncoding(label: label) else { return nil }
        if case .utf16 = encoding { self = .utf8 } else { self = encoding }
    }
}

/// The rule `@charset "shift_jis";` at the beginning of a style sheet, which must be spelled so.
public enum StylesheetCharset {
    private static let start = Array("@charset \"".utf8)
    private static let reach = 1024

    /// Where the label is.
    public static func label(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard bytes.starts(with: start),
            let end = bytes.prefix(reach).dropFirst(start.count).firstIndex(of: UInt8(ascii: "\"")),
            end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: ";")
        else { return nil }
        return start.count..<end
    }
}
