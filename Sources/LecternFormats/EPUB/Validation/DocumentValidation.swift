// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// Features of XML that EPUB does not allow (EPUB 3.3, 3.9 and appendix B).
enum DocumentValidation {
    static func review(_ notes: XMLNotes, path: String, _ log: inout WarningLog) {
        for (note, message) in messages where notes.contains(note) { log.add(.minor, message, [path]) }
    }

    private static let messages: [(XMLNotes, String)] = [
        (.encoding, "The encoding is neither UTF-8 nor UTF-16."),
        (.entityDeclaration, "The document declares entities."),
        (.skippedEntity, "The document uses entities that it does not declare."),
        (.otherDoctype, "The document type declares a different root element."),
    ]
}
