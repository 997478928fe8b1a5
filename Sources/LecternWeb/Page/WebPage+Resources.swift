// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel
import LecternNavigator

/// The files of the publication.
extension WebPage {
    /// Who requests a resource.  Documents in frames have their own origin.
    enum Requester {
        case page, frame
        /// A document whose scripts may run.
        case script
    }

    func resource(_ request: WebRequest, for requester: Requester = .page) throws(Failure) -> WebResponse {
        let (named, isFramed) = WebPage.withoutMark(request)
        let (request, isFixed) = withoutEdition(named)
        let isListed = book.manifest.link(withHREF: request.href) != nil
        guard !request.path.isEmpty, !Href.isAbsolute(request.href) || isListed else {
            throw Failure(.notFound, "The publication has no resource \"\(request.href)\".")
        }
        let resource = try book.get(request.href)
        let tag = book.entityTag(of: resource)
        // Reads one byte, so that a failure is found while it can still be reported as a status.
        _ = try resource.read(offset: 0, length: 1)
        let said = type(of: resource)
        let type = ServedType(said)
        if type.isPrepared { try Document.check(size: resource.size) }
        switch type {
        case .document(let kind): return try document(resource, kind, request, requester, isFramed: isFramed)
        case .stylesheet:
            let preparation = preparation(request.href, policy(requester), layout(of: request.href))
            let original = TextDecoding.marked(
                try resource.read(offset: 0, length: .max), as: .css, charset: MediaType(said)?.charset)
            let sheet = original.withBytes(preparation.stylesheets.prepare)
            return try WebResponse(
                sheet.withUnsafeBytes(ByteBuffer.init(copying:)), type: "text/css; charset=utf-8", request.range,
                isFixed ? .fixed : .none)
        case .unchanged(let type): return try WebResponse(file: resource, type: type, request.fields, tag: tag)
        case .bytes where isFramed: return empty("Files of this type are not shown in frames.", 200)
        case .bytes: return try WebResponse(file: resource, type: MediaType.octetStream, request.fields, tag: tag)
        }
    }

    /// Serves a document, rewritten for the page.
    private func document(
        _ resource: Resource, _ kind: DocumentKind, _ request: WebRequest, _ requester: Requester, isFramed: Bool
    ) throws(Failure) -> WebResponse {
        let policy = policy(requester)
        let isChapter = book.manifest.readingOrder.contains { $0.href == request.href }
        let layout = kind == .svg || kind == .xml ? .fixed : layout(of: request.href)
        var preparation = preparation(request.href, policy, layout)
        if requester == .script { preparation.script = ownScript(layout) }
        if kind == .svg, !isChapter { (preparation.style, preparation.data) = ("", nil) }
        if requester != .page {
            preparation.rules.frames = ""
            preparation.rules.references.allowsOuterLinks = false
        }
        let links = book.manifest
        preparation.rules.type = { links.link(withHREF: $0)?.type ?? MediaType.guess(path: $0) }
        let original = TextDecoding.marked(
            try resource.read(offset: 0, length: .max), as: kind == .html ? .html : .xml,
            charset: MediaType(type(of: resource))?.charset)
        let prepared = try original.withBytes { bytes throws(Failure) in
            try preparation.prepare(bytes, as: kind, isFramed: isFramed || kind != .svg)
        }
        return try WebResponse(
            prepared.bytes.withUnsafeBytes(ByteBuffer.init(copying:)), type: prepared.type, request.range,
            headers: WebPage.headers(policy) + WebPage.preloads(prepared.sheets))
    }

    /// Asks for all style sheets at once: parsers of XML wait for one before they read on to the next.
    private static func preloads(_ sheets: [String]) -> [(name: String, value: String)] {
        let isPlain = { (byte: UInt8) in byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ">") }
        let links = sheets.prefix(mostPreloads).filter { $0.utf8.allSatisfy(isPlain) }
            .map { "<\($0)>; rel=preload; as=style" }
        return links.isEmpty ? [] : [("Link", links.joined(separator: ", "))]
    }

    private static let mostPreloads = 16

    private static func headers(_ policy: ContentSecurityPolicy) -> [(name: String, value: String)] {
        // A policy cannot prevent a web view from resolving the host names of links.
        [("Content-Security-Policy", policy.header), ("X-DNS-Prefetch-Control", "off")]
    }

    /// The response to a failed request.  For a document, this is an empty document with the error in an attribute that
    /// the page reads, because not every web view passes the status on.
    func failed(_ request: WebRequest, _ failure: Failure) -> WebResponse {
        let folder = [scriptsFolder, WebPage.framesFolder].first { request.path(below: $0) != nil }
        let (request, isFramed) = WebPage.withoutMark(folder.flatMap(request.below) ?? request)
        let isChapter = book.manifest.readingOrder.contains { $0.href == request.href }
        let kind = book.manifest.link(withHREF: request.href).map(ItemKind.init)
        let isDocument = kind == .html || kind == .svg || kind == .other && isChapter || isFramed
        guard isDocument else { return WebResponse(failure) }
        return empty(failure.message, WebResponse.status(of: failure.status))
    }

    /// A document without content.
    private func empty(_ sentence: String, _ status: Int) -> WebResponse {
        let policy = ContentSecurityPolicy()
        let markup = InsertedMarkup(.html)
        let root = markup.element("html", [("data-lectern-error", sentence)]) { out in
            out.append(contentsOf: "<head>\(markup.policy(policy.text))</head><body></body>".utf8)
        }
        return WebResponse(status, html: ByteBuffer("<!DOCTYPE html>" + root), WebPage.headers(policy))
    }

    private func preparation(_ href: String, _ policy: ContentSecurityPolicy, _ layout: Layout) -> DocumentPreparation {
        DocumentPreparation(
            navigator.pageStyle(layout, isScrolled: policy.allowsScripts), href, policy: policy,
            readiumCSS: policy.allowsScripts ? nil : navigator.pageOptions.stylesheets, files: filesFolder,
            edition: edition)
    }

    private func policy(_ requester: Requester) -> ContentSecurityPolicy {
        var policy = ContentSecurityPolicy()
        policy.allowsScripts = requester == .script
        policy.allowsRemote = navigator.pageOptions.allowsRemote
        return policy
    }

    /// The layout of a resource; that of the publication if the manifest does not list it.
    private func layout(of href: String) -> Layout {
        book.manifest.link(withHREF: href).map(layout) ?? Presentation(book.manifest.metadata).layout ?? .reflowable
    }

    func layout(of link: Link) -> Layout {
        isOutside(link) ? .reflowable : Presentation(book.manifest.metadata).layoutOf(link)
    }

    /// Whether this is a document outside of the reading order, which can only be reached through links.
    private func isOutside(_ link: Link) -> Bool {
        LinkFilter(kind: .html).matches(link) && !book.manifest.readingOrder.contains { $0.href == link.href }
    }

    /// The media type, from the manifest or else from the bytes.
    private func type(of resource: Resource) -> String {
        let said = resource.link.type.flatMap { MediaType($0)?.string }
        if let said, said != MediaType.octetStream { return said }
        return book.type(ofBytesOf: resource) ?? said ?? MediaType.octetStream
    }
}
