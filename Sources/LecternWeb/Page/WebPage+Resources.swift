// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternNavigator

/// The files of the publication.
extension WebPage {
    /// - Parameter isScripted: whether scripts of documents may run.
    func resource(_ request: WebRequest, isScripted: Bool = false) throws(Failure) -> WebResponse {
        let isListed = book.manifest.link(withHREF: request.href) != nil
        guard !request.path.isEmpty, !Href.isAbsolute(request.href) || isListed else {
            throw Failure(.notFound, "The publication has no resource \"\(request.href)\".")
        }
        let resource = try book.get(request.href)
        // A failure to read shows here, while it can still be reported as a status.
        _ = try resource.read(offset: 0, length: 1)
        let type = type(of: resource)
        let isDocument = WebPage.isDocument(type)
        let policy = policy(isScripted)
        var headers: [(name: String, value: String)] = []
        if isDocument {
            headers.append(("Content-Security-Policy", policy.header))
            // No policy prevents a web view from resolving the host names of links.
            headers.append(("X-DNS-Prefetch-Control", "off"))
        }
        let prepared = try prepared(resource, type: type, policy, request)
        return try WebResponse(
            prepared?.body ?? resource, type: prepared?.type ?? type, request.range,
            isDocument || prepared != nil ? .none : .revalidated, headers: headers)
    }

    /// The response to a request that failed.  In place of a document, it is an empty one with the sentence in an attribute
    /// that the page knows: not every web view passes the status on.
    func failed(_ request: WebRequest, _ failure: Failure) -> WebResponse {
        let href = request.below(scriptsFolder)?.href ?? request.href
        let isChapter = book.manifest.readingOrder.contains { $0.href == href }
        guard let link = book.manifest.link(withHREF: href) else { return WebResponse(failure) }
        switch ItemKind(link) {
        case .html, .svg: break
        case .other where isChapter: break
        default: return WebResponse(failure)
        }
        let policy = ContentSecurityPolicy()
        let sentence = InsertedMarkup.attribute("data-lectern-error", failure.message)
        let meta = InsertedMarkup.html.meta([("http-equiv", "Content-Security-Policy"), ("content", policy.text)])
        return WebResponse(
            failure, html: ByteBuffer("<!DOCTYPE html><html \(sentence)><head>\(meta)</head><body></body></html>"),
            [("Content-Security-Policy", policy.header)])
    }

    /// A document or a style sheet, prepared for the page, and its media type if that changes; nil for resources that are
    /// served unchanged.
    private func prepared(
        _ resource: Resource, type: String, _ policy: ContentSecurityPolicy, _ request: WebRequest
    ) throws(Failure) -> (body: Resource, type: String?)? {
        let isSheet = MediaType(type)?.essence == "text/css"
        let kind = DocumentKind(mediaType: type)
        guard isSheet || kind != nil else { return nil }
        let layout = layout(of: request.href)
        let style = navigator.pageStyle(kind == .svg ? .fixed : layout, isScrolled: policy.allowsScripts)
        if kind == .svg, !book.manifest.readingOrder.contains(where: { $0.href == request.href }) { return nil }
        if isSheet, layout == .fixed { return nil }
        var preparation = DocumentPreparation(
            style, base: DocumentPreparation.base(of: request.href), policy: policy,
            readiumCSS: policy.allowsScripts ? nil : navigator.pageOptions.stylesheets)
        if policy.allowsScripts { preparation.script = ownScript(layout) }
        let original = try resource.read(offset: 0, length: .max)
        let served = original.withBytes { kind?.served($0) }
        let spliced = original.withBytes { bytes in
            guard let served else { return (preparation.stylesheets ?? StylesheetPreparation()).prepare(bytes) }
            return preparation.prepare(bytes, as: served)
        }
        let source = SplicedSource(original, spliced)
        return (Resource(link: resource.link, content: .source(source, most: .max)), served?.servedType)
    }

    private func policy(_ isScripted: Bool) -> ContentSecurityPolicy {
        var policy = ContentSecurityPolicy()
        policy.allowsScripts = isScripted
        policy.allowsRemote = navigator.pageOptions.allowsRemote
        return policy
    }

    /// The layout of a resource, or of the publication for what the manifest does not list.
    private func layout(of href: String) -> Layout {
        book.manifest.link(withHREF: href).map(layout) ?? Presentation(book.manifest.metadata).layout ?? .reflowable
    }

    /// The layout of a resource: what the publication says, but reflowable for a chapter that cannot be a page.
    func layout(of link: Link) -> Layout {
        let manifest = book.manifest, said = Presentation(manifest.metadata).layoutOf(link)
        if isOutside(link) { return .reflowable }
        guard said == .fixed, link.more.width == nil, manifest.readingOrder.count <= WebPage.mostExamined,
            let kind = DocumentKind(mediaType: link.type ?? MediaType.guess(path: link.href) ?? ""), kind != .svg,
            let start = try? book.get(link.href).read(offset: 0, length: SizelessPage.prefix)
        else { return said }
        return start.withBytes { SizelessPage.isChapter($0, kind) } ? .reflowable : .fixed
    }

    /// Whether it is a document outside the reading order, which only links lead to.
    private func isOutside(_ link: Link) -> Bool {
        LinkFilter(kind: .html).matches(link) && !book.manifest.readingOrder.contains { $0.href == link.href }
    }

    /// In a longer reading order, documents are not examined.
    private static let mostExamined = 2000

    /// The media type from the manifest, or else from the bytes.
    private func type(of resource: Resource) -> String {
        let said = resource.link.type.flatMap { MediaType($0)?.string }
        if let said, said != MediaType.octetStream { return said }
        return book.type(ofBytesOf: resource) ?? said ?? MediaType.octetStream
    }

    /// Whether a web view may run scripts in it.
    private static func isDocument(_ type: String) -> Bool {
        guard let type = MediaType(type) else { return false }
        return type.isHTML || type.subtype == "xml" || type.structuredSyntaxSuffix == "+xml"
    }
}
