// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Answers for the documents of a publication that was opened with the option `reflow`, and for the pictures of pages
/// without text in them.
enum ReflowService {
    /// The maximum width of a picture in pixels.
    private static let width = 1600

    static func answer(_ publication: Publication, _ href: String) throws(Failure) -> Resource? {
        guard publication.opening.options.reflow else { return nil }
        let path = String(Href.path(href))
        if let pages = ReflowedPages(href: path), let link = publication.parsed.manifest.link(withHREF: path) {
            return publication.resource(link, bytes: try document(pages, link, of: publication))
        }
        if let (pdf, page) = ReflowedPages.page(ofPicture: path), publication.parsed.manifest.link(withHREF: pdf) != nil
        {
            return try PDFPages(publication).picture(of: pdf, page: page, width: width)
                .described(by: Link(href: path, type: "image/png"))
        }
        return nil
    }

    private static func document(
        _ item: ReflowedPages, _ link: Link, of publication: Publication
    ) throws(Failure) -> ByteBuffer {
        let work = publication.work("reflow")
        let texts = try PDFPageTexts(Link(href: item.pdf, type: MediaType.pdf), of: publication, work)
        let count = try texts.pageCount()
        var text = ReflowedText()
        for page in item.pages where page <= count {
            try work.report(page - item.pages.lowerBound, of: item.pages.count)
            let (own, body) = try texts.page(page - 1, of: count)
            text.add(own, body, page: page)
        }
        let metadata = publication.parsed.manifest.metadata
        let labels = publication.pageLabels(ofReflowed: item)
        var html = ReflowedDocument(
            title: link.title ?? metadata.title.text, language: metadata.languages.first, labels)
        html.add(text)
        return html.finish()
    }
}

extension BuiltInService {
    static let reflow = BuiltInService(name: "reflow", links: { _ in [] }, answer: ReflowService.answer)
}

extension Publication {
    /// The labels of pages that have one.
    fileprivate func pageLabels(ofReflowed item: ReflowedPages) -> [Int: String] {
        let links = parsed.manifest.collections.first { $0.role == "pageList" }?.links ?? []
        var labels: [Int: String] = [:]
        for link in links where Href.withoutFragment(link.href) == item.href {
            if let page = Href.fragment(link.href).flatMap({ ReflowedPages.page(ofID: String($0)) }) {
                labels[page] = link.title
            }
        }
        return labels
    }
}
