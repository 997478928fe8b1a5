// SPDX-License-Identifier: BSD-3-Clause

import LecternWeb
import Testing

@Suite struct SplicedBytesTests {
    private let original = bytes("0123456789")
    private let spliced = SplicedBytes(
        count: 10,
        edits: [
            .init(8..<8, bytes("ab")), .init(2..<4, bytes("XYZ")), .init(2..<2, bytes("-")),
            .init(3..<5, bytes("lost")),
            .init(10..<10, bytes("!")), .init(11..<12, bytes("lost")),
        ])

    @Test func pieces() {
        #expect(
            original.withUnsafeBytes { String(decoding: spliced.bytes(of: $0), as: UTF8.self) } == "01-XYZ4567ab89!")
        #expect(spliced.count == 15 && !spliced.isUnchanged(from: 10))
        #expect(
            SplicedBytes(count: 3, edits: []).isUnchanged(from: 3)
                && SplicedBytes(count: 0, edits: []).isUnchanged(from: 0))
    }

    /// Any range of the result is what a whole copy has there.
    @Test func ranges() {
        original.withUnsafeBytes { original in
            let whole = spliced.bytes(of: original)
            for start in 0...16 {
                for end in start...17 {
                    let part = spliced.bytes(of: original, in: start..<end)
                    #expect(part == Array(whole[min(start, 15)..<min(end, 15)]))
                }
            }
        }
    }

    /// Nothing of a document is lost or rewritten: without the insertions it is what it was.
    @Test func theOriginalIsLeft() {
        let source = bytes("<html><head><base href='x'></head><body style='font-size:12px'>\u{E4}</body></html>")
        source.withUnsafeBytes { source in
            let pieces = preparation().prepare(source, as: .html).pieces
            let left = pieces.reduce(into: [UInt8]()) { if case .original(let range) = $1 { $0 += source[range] } }
            #expect(left == Array(source))
        }
    }

    @Test func basesOfDocuments() {
        for (href, base) in [("a.xhtml", ""), ("OEBPS/text/a.xhtml?q=/x#/y", "../../"), ("", "")] {
            #expect(DocumentPreparation.base(of: href) == base)
        }
        #expect(DocumentKind(mediaType: "text/HTML; charset=x") == .html && DocumentKind(mediaType: "image/png") == nil)
    }
}
