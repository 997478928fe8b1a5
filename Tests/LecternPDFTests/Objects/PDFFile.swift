// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

import LecternPDF

/// Generates PDFs and parts of them.
enum PDFFile {
    static func bytes(_ text: String) throws -> PDFBytes {
        let bytes = Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        return try PDFBytes(bytes.withUnsafeBytes { MemorySource(copying: $0) }, limits: Limits())
    }

    static func cursor(_ text: String) throws -> PDFCursor { PDFCursor(try PDFInput(try bytes(text)), at: 0) }

    /// A document of objects numbered from 1; the first is the catalog.
    static func text(_ objects: [String]) -> String {
        var text = "%PDF-1.7\n"
        var table = "0000000000 65535 f \n"
        for (index, object) in objects.enumerated() {
            let place = "\(text.unicodeScalars.count)"
            table += String(repeating: "0", count: 10 - place.count) + place + " 00000 n \n"
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.unicodeScalars.count
        return text + "xref\n0 \(objects.count + 1)\n\(table)trailer\n<</Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    }
}
