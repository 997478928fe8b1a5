// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import TestArchives
import Testing

import LecternFormats

/// Recognition of files that are not archives.
@Suite struct FileSignatureTests {
    private func open(_ bytes: [UInt8]) throws(Failure) -> any Container {
        let source = bytes.withUnsafeBytes { MemorySource(copying: $0) }
        return try within("test.zip") { () throws(Failure) in
            try Formats.container(of: Candidate(source, name: "test.zip"), OpenContext())
        }
    }

    @Test func whatIsNotAnArchiveIsNamed() {
        let cases: [(String, String)] = [
            ("", "empty"), ("%PDF-1.7\n", "PDF"), ("Rar!\u{1A}\u{07}\u{01}", "RAR"), ("<!DOCTYPE html><p>", "web page"),
            ("Once upon a time", "plain text"), ("{\"a\":1}", "JSON"), ("\0\0\0", "zero"),
            ("  <?xml version='1.0'?><a/>", "XML"), ("PK\u{03}\u{04}....", "no end record"),
        ]
        for (text, word) in cases {
            let error = failure { () throws(Failure) in try open(Array(text.utf8)) }
            #expect(error?.status == .format)
            #expect(error?.message.contains(word) == true, "\(text) gave \(error?.message ?? "nothing")")
            #expect(error?.path == ["test.zip"])
        }
    }
}
