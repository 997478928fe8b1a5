// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// The kind of a text, which determines where it can declare its encoding.
public enum TextKind: Sendable {
    case xml, html, css, plain
}

/// Converts a document to UTF-8 from the encoding that it uses or declares.
public enum TextDecoding {
    /// - Parameter body: receives valid UTF-8 without a byte order mark: the original bytes if they are valid, otherwise a
    ///   copy in which U+FFFD replaces everything that cannot be decoded.
    public static func withUTF8<T>(
        of bytes: UnsafeRawBufferPointer, as kind: TextKind,
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> T
    ) throws(Failure) -> T {
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
            return try body(UnsafeBufferPointer(start: nil, count: 0))
        }
        let source = UnsafeBufferPointer(start: base, count: bytes.count)
        let (encoding, skipped) = TextEncoding.of(source, as: kind)
        let text = UnsafeBufferPointer(rebasing: source[skipped...])
        guard let decoded = encoding.decoded(text) else { return try body(text) }
        // `withUnsafeBufferPointer` of an array does not support typed throws.
        let result = decoded.withUnsafeBufferPointer { (decoded) -> Result<T, Failure> in
            do throws(Failure) { return .success(try body(decoded)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Applies the charset of a media type, which takes precedence over declarations in the text.  If it differs from them,
    /// the text is converted to UTF-8 and marked with a byte order mark.
    public static func marked(_ text: ByteBuffer, as kind: TextKind, charset: String?) -> ByteBuffer {
        // The value of a parameter may be a quoted string.
        guard let label = charset?.filter({ $0 != "\"" }), let encoding = TextEncoding(label: label) else {
            return text
        }
        return text.withBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            let (declared, skipped) = TextEncoding.of(bytes, as: kind)
            if skipped > 0 || encoding.isUTF8 && declared.isUTF8 { return text }
            let marked = [0xEF, 0xBB, 0xBF] + (encoding.decoded(bytes) ?? Array(bytes))
            return marked.withUnsafeBytes(ByteBuffer.init(copying:))
        }
    }

    /// Text in an encoding that is known, without a byte order mark.
    public static func string(_ bytes: some Collection<UInt8>, charset: String) -> String {
        let bytes = Array(bytes)
        let decoded = bytes.withUnsafeBufferPointer { TextEncoding(label: charset)?.decoded($0) }
        return String(decoding: decoded ?? bytes, as: UTF8.self)
    }
}
