// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Documents in frames of a document.  They have addresses of their own: in a frame, a drawing or other XML is wrapped in
/// XHTML with a policy, and the headers let an opaque origin use the images and fonts next to a document.
extension WebPage {
    static let framesFolder = WebPage.folder + "frame/"
    /// In the query of an address: what is requested is shown as a document.
    static let frameMark = "lectern-frame"

    /// Resources of the publication, and style sheets of the page, for a document with an opaque origin.
    func part(_ request: WebRequest, in place: Place) throws(Failure) -> WebResponse {
        guard let name = request.path(below: WebPage.folder) else { return try resource(request, in: place).shared() }
        guard name.utf8.starts(with: "css/".utf8) else {
            throw Failure(.notFound, "The page has no file \"\(name)\" for documents in frames.")
        }
        return try runtimeFile(name, request).shared()
    }

    /// The address of a document that is shown as one.
    static func marked(_ href: String) -> String {
        href + (href.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + frameMark
    }

    /// A request without the mark, and whether it had one.
    static func withoutMark(_ request: WebRequest) -> (request: WebRequest, isFramed: Bool) {
        guard let query = request.href.utf8.lastIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "&") }),
            request.href.utf8[query...].dropFirst().elementsEqual(frameMark.utf8)
        else { return (request, false) }
        return (request.with(href: String(request.href[..<query])), true)
    }
}
