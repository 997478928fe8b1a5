// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Document types (HTML Standard, 13.2.6.4.1).
enum HTMLDoctype {
    /// Prefixes of public identifiers that trigger quirks mode.
    private static let quirks = [
        "+//silmaril//", "-//as//", "-//advasoft ltd//", "-//ietf//", "-//metrius//", "-//microsoft//", "-//netscape",
        "-//o'reilly", "-//sq//", "-//softquad", "-//spyglass//", "-//sun microsystems", "-//w3c//dtd html 3",
        "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental",
        "-//w3c//dtd w3 html//", "-//w3o//", "-//webtechs//", "-/w3c/dtd html 4.0 transitional/en", "html",
    ]
    /// Prefixes that trigger it only if there is no system identifier.
    private static let quirksAlone = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]

    /// - Parameter text: the text after `<!DOCTYPE`.
    static func isOfQuirksMode(_ text: String) -> Bool {
        let text = text.asciiLowercased.trimmed
        guard text.words.first == "html" else { return true }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
        guard parts.count > 1, String(parts[0]).trimmed.hasSuffix("public") else { return false }
        let (name, hasSystem) = (parts[1], parts.count > 3)
        return quirks.contains { $0 == "html" ? name == $0 : name.hasPrefix($0) }
            || !hasSystem && quirksAlone.contains { name.hasPrefix($0) }
    }
}
