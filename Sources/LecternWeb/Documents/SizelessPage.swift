// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// A fixed-layout page without the size that EPUB 3.3 requires (section "Fixed-layout documents").
///
/// The page takes the size of its content, which works for a picture or a few lines.  A chapter would be too small to
/// read, so it is shown as reflowable text.
enum SizelessPage {
    /// The number of bytes that are examined.
    static let prefix: UInt64 = 65536
    /// The number of letters that fit on a phone screen.
    private static let fittingLetters = 1000

    /// Whether a document without a size has more text than fits on a screen.
    ///
    /// - Parameter bytes: the document, or its first `prefix` bytes.
    static func isChapter(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let tree = try? HTMLDocument.parse(bytes, keepsSpace: false, xml: true), let root = tree.root else {
            return false
        }
        var (letters, isInBody) = (0, false)
        tree.walk(root) { step in
            guard case .enter(let node) = step, letters <= fittingLetters else { return false }
            guard tree.isElement(node) else {
                if isInBody { letters += tree.text(of: node).unicodeScalars.count { $0.value > 0x20 } }
                return false
            }
            let name = tree.localName(of: node).asciiLowercased
            if name == "body" { isInBody = true }
            return !skipped.contains(name)
        }
        return letters > fittingLetters
    }

    /// Elements whose content is not text of the page, or has its own size.
    private static let skipped: Set<String> = ["script", "style", "svg"]
}
