// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternNavigator

/// The files of the publication.
extension WebPage {
    func resource(_ request: WebRequest) throws(Failure) -> WebResponse {
        let isListed = book.manifest.link(withHREF: request.href) != nil
        guard !request.path.isEmpty, !Href.isAbsolute(request.href) || isListed else {
            throw Failure(.notFound, "The publication has no resource \"\(request.href)\".")
        }
        let resource = try book.get(request.href)
        // What cannot be read shows while there is a status to say so.
        _ = try resource.read(offset: 0, length: 1)
        let type = type(of: resource)
        let isDocument = WebPage.isDocument(type)
        var headers: [(name: String, value: String)] = []
        if isDocument { headers.append(("Content-Security-Policy", ContentSecurityPolicy().text)) }
        return try WebResponse(
            resource, type: type, request.range, isDocument ? .none : .revalidated, headers: headers)
    }

    /// What the manifest says, or else the bytes.
    private func type(of resource: Resource) -> String {
        let said = resource.link.type.flatMap { MediaType($0)?.string }
        if let said, said != MediaType.octetStream { return said }
        return book.type(ofBytesOf: resource) ?? said ?? MediaType.octetStream
    }

    /// Whether a web view may run what is in it.
    private static func isDocument(_ type: String) -> Bool {
        guard let type = MediaType(type) else { return false }
        return type.isHTML || type.subtype == "xml" || type.structuredSyntaxSuffix == "+xml"
    }
}
