// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Documents in frames inside a document.  They are served from separate addresses: a drawing or other XML is wrapped
/// in XHTML with a policy, and headers let the opaque origin load images and fonts of the publication.
extension WebPage {
    static let framesFolder = WebPage.folder + "frame/"
    /// A query parameter that requests a resource as a document.
    static let frameMark = "lectern-frame"

    /// Serves resources and style sheets to a document with an opaque origin.
    func part(_ request: WebRequest, for requester: Requester) throws(Failure) -> WebResponse {
        guard let name = request.path(below: WebPage.folder) else {
            return try resource(request, for: requester).shared()
        }
        guard unversioned(name).name.utf8.starts(with: "css/".utf8) else {
            throw Failure(.notFound, "The page has no file \"\(name)\" for documents in frames.")
        }
        return try runtimeFile(name, request).shared()
    }

    /// The address of a resource that is requested as a document.
    static func marked(_ href: String) -> String {
        href + (href.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + frameMark
    }

    /// A query parameter of style sheets of the publication, whose value is of this navigator.  With it they may be
    /// cached: options that they depend on never change (PageOptions).
    static let editionMark = "lectern-edition"

    /// Removes the edition from a request.  Also returns whether it was that of this navigator.
    func withoutEdition(_ request: WebRequest) -> (request: WebRequest, isFixed: Bool) {
        guard let query = request.href.utf8.lastIndex(of: UInt8(ascii: "?")),
            request.href.utf8[query...].dropFirst().elementsEqual(edition.utf8)
        else { return (request, false) }
        return (request.with(href: String(request.href[..<query])), true)
    }

    /// Removes the mark from a request.  Also returns whether it was there.
    static func withoutMark(_ request: WebRequest) -> (request: WebRequest, isFramed: Bool) {
        guard let query = request.href.utf8.lastIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }),
            request.href.utf8[query...].dropFirst().elementsEqual(frameMark.utf8)
        else { return (request, false) }
        return (request.with(href: String(request.href[..<query])), true)
    }
}
