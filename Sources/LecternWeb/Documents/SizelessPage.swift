// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// A page of a fixed layout whose document does not have the size that EPUB 3.3 asks for (section "Fixed-layout documents").
///
/// The page gives it the size of its content, which is fine for a picture and for a few lines.  A chapter would be too small
/// to read, so it is shown as reflowable text.
enum SizelessPage {
    /// How much of a document is examined, in bytes.
    static let prefix: UInt64 = 65536
    /// How many letters fit on the screen of a phone.
    private static let fittingLetters = 1000

    /// Whether a document has no size and more text than fits on a screen.
    ///
    /// - Parameter bytes: the document, or its first `prefix` bytes.
    static func isChapter(_ bytes: UnsafeRawBufferPointer, _ kind: DocumentKind) -> Bool {
        let bytes = bytes.bindMemory(to: UInt8.self)
        return SourceUnits.with(bytes, label: nil) { source in
            MarkupScanner(source, isXML: kind != .html).map(isChapter) ?? false
        }
    }

    private static func isChapter(_ scanner: MarkupScanner) -> Bool {
        var (position, letters, isInBody) = (0, 0, false)
        while true {
            let start = scanner.first(UInt8(ascii: "<"), from: position)
            if isInBody { letters += scanner.slice(position..<start).count(where: isLetter) }
            if letters > fittingLetters { return true }
            guard start < scanner.count else { return false }
            guard ASCII.isLetter(scanner.unit(start + 1)) else {
                let isComment = scanner.stands("<!--", at: start)
                position =
                    isComment
                    ? scanner.first("-->", from: start) ?? scanner.count
                    : scanner.behind(UInt8(ascii: ">"), from: start)
                continue
            }
            guard let tag = scanner.tag(at: start, nameStart: start + 1), !saysSize(tag, scanner) else { return false }
            if scanner.isElement(tag, "body") { isInBody = true }
            let end = tag.isSelfClosing ? nil : skipped.first { scanner.isElement(tag, $0.name) }?.end
            position = end.map { scanner.first($0, from: tag.end) ?? scanner.count } ?? tag.end
        }
    }

    /// Elements whose content is not text of the page, or has a size of its own.
    private static let skipped: [(name: StaticString, end: StaticString)] = [
        ("script", "</script"), ("style", "</style"), ("svg", "</svg"),
    ]

    /// True for one byte of each visible character in UTF-8.
    private static func isLetter(_ unit: UInt8) -> Bool { unit > 0x20 && !(0x80..<0xC0).contains(unit) }

    /// Whether it is `<meta name="viewport" content="width=600, height=800">`.
    private static func saysSize(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner) -> Bool {
        guard scanner.isElement(tag, "meta"), let name = scanner.attribute("name", of: tag),
            scanner.isWord(name.value, "viewport"), let content = scanner.attribute("content", of: tag)
        else { return false }
        let sides = scanner.text(content.value).asciiLowercased.utf8.split(separator: UInt8(ascii: "="))
            .map { $0.split { ASCII.isSpace($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") } }
        return ["width", "height"].allSatisfy { name in
            zip(sides, sides.dropFirst()).contains { before, after in
                before.last?.elementsEqual(name.utf8) ?? false && (after.first?.first).map(ASCII.isDigit) ?? false
            }
        }
    }
}
