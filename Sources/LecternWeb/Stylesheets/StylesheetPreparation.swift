// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// Rewrites the style sheets of a publication, so that they load nothing from outside of the book, work in pages, and
/// follow the text size.
///
/// Only addresses and the names and values of declarations are replaced; comments and other strings are kept.
public struct StylesheetPreparation: Sendable {
    /// Which declarations are rewritten.
    public enum Declarations: Sendable {
        /// None, as on a fixed-layout page.
        case none
        /// Declarations that have no effect in columns.  For style sheets of the host, which scale text in their own
        /// way.
        case breaks
        /// Text lengths as well, which become relative to the font size of the root, and what ``ReaderProperties`` keep.
        case all
    }

    public var declarations = Declarations.all
    private let references: BookReferences

    public init(_ references: BookReferences) {
        self.references = references
    }

    /// Converts a style sheet to UTF-8 and rewrites it.
    public func prepare(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        let prepared = try? TextDecoding.withUTF8(of: bytes, as: .css) { text in
            var prepared = self.prepare(text, isSheet: true)
            if let label = prepared.withUnsafeBufferPointer(StylesheetCharset.label) {
                prepared.replaceSubrange(label, with: "utf-8".utf8)
            }
            return prepared
        }
        return prepared ?? []
    }

    /// Rewrites a style sheet, or declarations without a rule.
    ///
    /// - Parameter keepsLengths: whether lengths are in units of a drawing.
    func prepare(_ css: UnsafeBufferPointer<UInt8>, isSheet: Bool, keepsLengths: Bool = false) -> [UInt8] {
        guard declarations != .none, !keepsLengths else { return withoutOtherAddresses(css) }
        var scanner = DeclarationScanner(css)
        var rewriting = DeclarationRewriting(followsReader: declarations == .all, isInline: !isSheet)
        scanner.read(isSheet: isSheet) { rewriting.read($0) }
        let changes = rewriting.changes(usesRem: StylesheetPreparation.usesRem(css))
        if changes.isEmpty { return withoutOtherAddresses(css) }
        return StylesheetPreparation.applied(changes, to: css).withUnsafeBufferPointer(withoutOtherAddresses)
    }

    /// Removes addresses outside of the book.  This is the last step, so that it sees exactly what the web view gets.
    private func withoutOtherAddresses(_ css: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        StylesheetPreparation.applied(StylesheetAddresses.changes(in: css, references), to: css)
    }

    /// Changes at the same position keep their order.  A change that overlaps an earlier one is dropped.
    private static func applied(_ changes: [StylesheetChange], to css: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let order = changes.indices.sorted {
            let (first, second) = (changes[$0].range, changes[$1].range)
            return (first.lowerBound, first.upperBound, $0) < (second.lowerBound, second.upperBound, $1)
        }
        var result: [UInt8] = []
        result.reserveCapacity(css.count + 16 * changes.count)
        var position = 0
        for index in order where changes[index].range.lowerBound >= position {
            result.append(contentsOf: css[position..<changes[index].range.lowerBound])
            result.append(contentsOf: changes[index].text.utf8)
            position = changes[index].range.upperBound
        }
        result.append(contentsOf: css[position...])
        return result
    }

    private static func usesRem(_ units: UnsafeBufferPointer<UInt8>) -> Bool {
        guard units.count > 3 else { return false }
        return (1..<units.count - 2).contains { index in
            units[index] | 0x20 == UInt8(ascii: "r") && ASCII.isDigit(units[index - 1])
                && units[index + 1] | 0x20 == UInt8(ascii: "e") && units[index + 2] | 0x20 == UInt8(ascii: "m")
        }
    }
}
