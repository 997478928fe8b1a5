// SPDX-License-Identifier: BSD-3-Clause

extension URLReference {
    /// Parses text written by people: characters that are invalid in URLs are encoded, as browsers do.
    public init?(lenient text: String) {
        var text = text.trimmed
        let encoded = text.withUTF8 { bytes in
            var out: [UInt8] = []
            out.reserveCapacity(bytes.count)
            let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            let authority = URLReference.authorityRange(bytes)
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[..<authority.lowerBound]), .query, into: &out, decode: false)
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[authority]), .authority, into: &out, decode: false)
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[authority.upperBound..<hash]), .query, into: &out, decode: false)
            guard hash < bytes.count else { return out }
            out.append(UInt8(ascii: "#"))
            PercentEncoding.normalize(
                UnsafeBufferPointer(rebasing: bytes[(hash + 1)...]), .fragment, into: &out, decode: false)
            return out
        }
        self.init(String(decoding: encoded, as: UTF8.self))
    }

    /// Returns the range of the authority, the only component that may have brackets; empty if there is none.
    private static func authorityRange(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        let start = Href.schemeLength(bytes).map { $0 + 1 } ?? 0
        guard bytes[start...].starts(with: "//".utf8) else { return 0..<0 }
        let end = bytes[(start + 2)...].firstIndex { "/?#".utf8.contains($0) }
        return (start + 2)..<(end ?? bytes.count)
    }
}
