// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The part of a CFI that belongs to the document, as a locator has it.
struct CFIText {
    /// What stands behind the last `!`: the steps inside of the document, with the range.
    let partial: String
    let isRange: Bool

    /// A whole CFI: `epubcfi(…)`.
    init?(whole text: String) {
        guard let cfi = try? CFI(text) else { return nil }
        let own = cfi.inDocument
        partial = String(own.text.utf8.dropFirst("epubcfi(".utf8.count).dropLast()) ?? ""
        isRange = own.range != nil
    }

    /// The part that belongs to the document, which stays as it is written.
    init?(partial text: String) {
        guard let cfi = CFI(partial: text) else { return nil }
        partial = text
        isRange = cfi.range != nil
    }

    /// Either of them.
    init?(_ text: String) {
        if text.hasPrefix("epubcfi(") { self.init(whole: text) } else { self.init(partial: text) }
    }
}
