// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel

/// Writes texts of pages as an XHTML document with headings, paragraphs and page breaks.
struct ReflowedDocument {
    private var body = ""
    private let title: String
    private let language: String?
    private let labels: [Int: String]

    /// - Parameter labels: the labels of pages, by number, if they are not the numbers.
    init(title: String, language: String?, _ labels: [Int: String]) {
        self.title = title
        self.language = language
        self.labels = labels
    }

    mutating func add(_ text: ReflowedText) {
        let usual = text.usualSize
        for block in text.blocks {
            let level = ReflowedText.level(of: block, usual: usual)
            let name = level.map { "h\($0)" } ?? "p"
            body += "<\(name) dir=\"auto\">"
            var start = 0
            for (page, offset) in block.pages where start...block.text.count ~= offset {
                add(block.text[start..<offset])
                addPageBreak(page)
                start = offset
            }
            add(block.text[start...])
            if block.text.isEmpty { for (page, _) in block.pages { addPicture(ofPage: page) } }
            body += "</\(name)>\n"
        }
    }

    func finish() -> ByteBuffer { MadeDocument.xhtml(title: title, language: language, body: body) }

    private mutating func add(_ text: ArraySlice<UInt8>) { body += String(decoding: text, as: UTF8.self).htmlEscaped }

    private func label(ofPage page: Int) -> String { (labels[page] ?? page.description).htmlEscaped }

    private mutating func addPageBreak(_ page: Int) {
        let id = ReflowedPages.id(ofPage: page)
        body += "<span id=\"\(id)\" role=\"doc-pagebreak\" aria-label=\"\(label(ofPage: page))\"></span>"
    }

    private mutating func addPicture(ofPage page: Int) {
        body += "<img src=\"\(ReflowedPages.picture(ofPage: page))\" alt=\"\(label(ofPage: page))\"/>"
    }
}
