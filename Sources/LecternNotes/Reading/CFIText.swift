// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The part of a CFI within the document, as in a locator.
struct CFIText {
    /// The part after the last `!`: the steps in the document, with the range.
    let partial: String
    let isRange: Bool

    /// Parses a complete CFI: `epubcfi(…)`.
    init?(whole text: String) {
        guard let cfi = try? CFI(text) else { return nil }
        let own = cfi.inDocument
        partial = String(own.text.utf8.dropFirst("epubcfi(".utf8.count).dropLast()) ?? ""
        isRange = own.range != nil
    }

    /// Parses the part within the document, and keeps its spelling.
    init?(partial text: String) {
        guard let cfi = CFI(partial: text) else { return nil }
        partial = text
        isRange = cfi.range != nil
    }

    /// Parses either form.
    init?(_ text: String) {
        if text.hasPrefix("epubcfi(") { self.init(whole: text) } else { self.init(partial: text) }
    }
}
