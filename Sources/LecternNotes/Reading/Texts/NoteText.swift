// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// The text of a file in any encoding.
enum NoteText {
    static func decoded(_ bytes: [UInt8]) throws(Failure) -> String {
        let isMarkup = bytes.first { !ASCII.isSpace($0) && $0 != 0 } == UInt8(ascii: "<")
        let result = bytes.withUnsafeBytes { (bytes) -> Result<String, Failure> in
            do throws(Failure) {
                return .success(
                    try TextDecoding.withUTF8(of: bytes, as: isMarkup ? .xml : .plain) {
                        String(decoding: $0, as: UTF8.self)
                    })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The lines of a text, without their ends.
    static func lines(_ text: String) -> [String] {
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            String(Substring(line.last == 0x0D ? line.dropLast() : line))
        }
        if lines.count == 1 {
            lines = text.utf8.split(separator: 0x0D, omittingEmptySubsequences: false).map { String(Substring($0)) }
        }
        return lines
    }
}
