// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// How the style sheets of a publication are rewritten, so that they work in pages and follow the text size.
///
/// Only the names and values of declarations are replaced; comments, strings and URLs are kept.
public struct StylesheetPreparation: Sendable {
    /// Whether text lengths are rewritten relative to the font size of the root.  Not if the host's own style sheets
    /// scale text in another way.
    public var rewritesFontSizes = true

    public init() {}

    /// A style sheet.
    public func prepare(_ bytes: UnsafeRawBufferPointer) -> SplicedBytes {
        let bytes = bytes.bindMemory(to: UInt8.self)
        let edits = SourceUnits.with(bytes, label: StylesheetPreparation.label(of: bytes)) { source in
            source.units.baseAddress.map { self.edits(0..<source.units.count, isSheet: true, $0, source) } ?? []
        }
        return SplicedBytes(count: bytes.count, edits: edits)
    }

    /// The name in `@charset "shift_jis";`, which must be spelled so.
    private static func label(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let rule = "@charset \"".utf8
        guard bytes.starts(with: rule) else { return nil }
        let label = bytes.dropFirst(rule.count).prefix(64).prefix { $0 != UInt8(ascii: "\"") }
        return String(decoding: label, as: UTF8.self)
    }

    /// The edits of a range: a sheet, or declarations without a rule.
    func edits(
        _ range: Range<Int>, isSheet: Bool, _ base: UnsafePointer<UInt8>, _ source: SourceUnits
    ) -> [SplicedBytes.Edit] {
        let units = UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
        var scanner = DeclarationScanner(units)
        var rewriting = DeclarationRewriting(rewritesFontSizes: rewritesFontSizes)
        scanner.read(isSheet: isSheet) { rewriting.read($0) }
        return rewriting.changes(usesRem: StylesheetPreparation.usesRem(units)).map { change in
            let start = range.lowerBound + change.range.lowerBound
            return source.edit(start..<start + change.range.count, change.text.utf8)
        }
    }

    private static func usesRem(_ units: UnsafeBufferPointer<UInt8>) -> Bool {
        guard units.count > 3 else { return false }
        return (1..<units.count - 2).contains { index in
            units[index] | 0x20 == UInt8(ascii: "r") && ASCII.isDigit(units[index - 1])
                && units[index + 1] | 0x20 == UInt8(ascii: "e") && units[index + 2] | 0x20 == UInt8(ascii: "m")
        }
    }
}
