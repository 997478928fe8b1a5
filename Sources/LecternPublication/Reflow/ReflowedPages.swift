// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Some pages of a PDF that are shown as one reflowable document, whose href has their numbers:
/// `publication.pdf/17-32.xhtml`.
struct ReflowedPages: Equatable {
    /// The href of the PDF.
    let pdf: String
    /// From 1.
    let pages: ClosedRange<Int>

    init(pdf: String, pages: ClosedRange<Int>) {
        self.pdf = pdf
        self.pages = pages
    }

    /// Returns nil if this is not the href of such a document.
    init?(href: String) {
        guard let (pdf, name) = ReflowedPages.parts(of: href, suffix: ".xhtml") else { return nil }
        let numbers = name.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).compactMap {
            Int(String(Substring($0)))
        }
        guard numbers.count == 2, 1...numbers[1] ~= numbers[0] else { return nil }
        self.init(pdf: pdf, pages: numbers[0]...numbers[1])
    }

    var href: String { "\(pdf)/\(pages.lowerBound)-\(pages.upperBound).xhtml" }

    /// The href of a page, which begins at an element with an id.
    func href(ofPage page: Int) -> String { "\(href)#\(ReflowedPages.id(ofPage: page))" }

    private static let prefix = "page-"

    static func id(ofPage page: Int) -> String { prefix + page.description }

    /// The page that begins at the element with an id.
    static func page(ofID id: String) -> Int? {
        id.hasPrefix(prefix) ? Int(id.dropFirst(prefix.utf8.count)).flatMap { $0 > 0 ? $0 : nil } : nil
    }

    /// The picture of a page without text, next to the document.
    static func picture(ofPage page: Int) -> String { "\(page).png" }

    /// The PDF and the page of a picture.
    static func page(ofPicture href: String) -> (pdf: String, page: Int)? {
        guard let (pdf, name) = parts(of: href, suffix: ".png"), let page = Int(String(Substring(name))), page > 0
        else {
            return nil
        }
        return (pdf, page)
    }

    private static func parts(of href: String, suffix: String) -> (pdf: String, name: Substring.UTF8View)? {
        guard href.hasSuffix(suffix), let slash = href.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        let name = href[href.utf8.index(after: slash)...].utf8.dropLast(suffix.utf8.count)
        return (String(href[..<slash]), name)
    }

    /// The page at a progression in the document.
    func page(at progression: Double) -> Int {
        let share = min(max(progression, 0), 1) * Double(pages.count)
        return min(pages.lowerBound + Int(share), pages.upperBound)
    }
}
