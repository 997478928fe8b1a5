// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// Finds the end of raw text, such as a title, a style sheet or a script: only its own end tag ends it.
extension HTMLTokenizer {
    func endOfRawText() -> Int {
        var next = position
        while true {
            next = ByteSearch.first(UInt8(ascii: "<"), in: source, from: next, to: count)
            if next >= count || isEndTag(at: next) { return next }
            next += 1
        }
    }

    /// Finds the end of a script.  After "<!--", the next `<script>` and the `</script>` that follows it are text,
    /// until "-->".
    func endOfScript() -> Int {
        var next = position
        /// The position of the hyphens in "<!--"; nil outside such a comment.
        var comment: Int?
        var isDoubled = false
        while next < count {
            let byte = source[next]
            if byte == UInt8(ascii: "<") {
                if isEndTag(at: next) {
                    if !isDoubled { return next }
                    isDoubled = false
                } else if comment == nil && beginsComment(at: next) {
                    comment = next + 2
                    next += 3
                } else if comment != nil && isName(at: next + 1) {
                    isDoubled = true
                }
            } else if byte == UInt8(ascii: ">"), let start = comment, next >= start + 2,
                source[next - 1] == UInt8(ascii: "-"), source[next - 2] == UInt8(ascii: "-")
            {
                comment = nil
                isDoubled = false
            }
            next += 1
        }
        return count
    }

    private func beginsComment(at start: Int) -> Bool {
        start + 3 < count && source[start + 1] == UInt8(ascii: "!") && source[start + 2] == UInt8(ascii: "-")
            && source[start + 3] == UInt8(ascii: "-")
    }

    /// Whether "<" at `start` begins the end tag that matches the last start tag.
    private func isEndTag(at start: Int) -> Bool {
        byte(at: start + 1) == UInt8(ascii: "/") && isName(at: start + 2)
    }

    /// Whether the name at `start` is that of the last start tag.
    private func isName(at start: Int) -> Bool {
        let end = start + lastName.count
        guard let behind = byte(at: end) else { return false }
        guard behind == UInt8(ascii: ">") || behind == UInt8(ascii: "/") || ASCII.isSpace(behind) else { return false }
        for (first, second) in zip(slice(lastName.lowerBound, lastName.upperBound), slice(start, end))
        where ASCII.lowercased(first) != ASCII.lowercased(second) { return false }
        return true
    }
}
