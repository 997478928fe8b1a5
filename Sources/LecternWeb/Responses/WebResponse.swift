// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The response to a request of a web view: status, headers and body (schema `web-response`).
public struct WebResponse: Sendable {
    /// The HTTP status (RFC 9110, 15).
    public let status: Int
    public let type: String
    public private(set) var length: UInt64
    /// The header `Content-Length`: without a body, that of the response to a GET.
    private let declaredLength: UInt64
    /// Headers besides `Content-Type` and `Content-Length`.
    private let headers: [(name: String, value: String)]
    /// Exactly the bytes to send, read on demand.
    public private(set) var body: Resource

    /// Headers of every response.  They prevent content sniffing, and do not reveal to other sites what is being read.
    private static let always = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
    ]
    private static let ownOrigin = [("Cross-Origin-Resource-Policy", "same-origin")]
    private static let anyOrigin = [
        ("Cross-Origin-Resource-Policy", "cross-origin"), ("Access-Control-Allow-Origin", "*"),
    ]

    /// The headers that determine which origins may use the response.
    private var sharing: [(name: String, value: String)] = ownOrigin

    /// The same response, readable from all origins.
    func shared() -> WebResponse {
        var shared = self
        shared.sharing = WebResponse.anyOrigin
        return shared
    }

    /// How a response may be cached.  Another book can have the same address, so responses are revalidated, unless the
    /// address is one that nothing else ever has.
    enum Caching: String {
        /// The response depends on the settings.
        case none = "no-store"
        case revalidated = "no-cache"
        case fixed = "private, max-age=31536000, immutable"
    }

    private init(
        _ status: Int, _ type: String, _ headers: [(name: String, value: String)], _ body: Resource, length: UInt64,
        declaredLength: UInt64? = nil
    ) {
        self.status = status
        self.type = type
        self.headers = headers + WebResponse.always
        self.body = body
        self.length = length
        self.declaredLength = declaredLength ?? length
    }

    /// The response to a HEAD: the same headers, and no body.
    func withoutBody() -> WebResponse {
        var response = self
        response.body = WebResponse.nothing
        response.length = 0
        return response
    }

    private static let nothing = Resource(link: Link(href: ""), content: .bytes(ByteBuffer("")))

    /// Sends a file of the publication, as far as the client does not have it.
    ///
    /// - Parameter tag: its validator (RFC 9110, 8.8.3), with its quotes; nil if it has none.
    init(file: Resource, type: String, _ fields: RequestFields, tag: String?) throws(Failure) {
        let headers = tag.map { [("ETag", $0)] } ?? []
        guard fields.hasCurrent(tag) else {
            try self.init(file, type: type, fields.range(of: tag), .revalidated, headers: headers)
            return
        }
        self.init(
            304, type, [("Cache-Control", Caching.revalidated.rawValue)] + headers, WebResponse.nothing, length: 0,
            declaredLength: try file.size)
    }

    /// Sends a resource, or the requested range of it.
    ///
    /// - Parameter headers: additional headers.
    init(
        _ resource: Resource, type: String, _ range: ByteRange?, _ caching: Caching,
        headers: [(name: String, value: String)] = []
    ) throws(Failure) {
        let size = try resource.size
        let all = [("Accept-Ranges", "bytes"), ("Cache-Control", caching.rawValue)] + headers
        guard let range else {
            self.init(200, type, all, resource, length: size)
            return
        }
        guard let part = range.resolved(in: size) else {
            self.init(416, "The resource has only \(size) bytes.", [("Content-Range", "bytes */\(size)")])
            return
        }
        let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        let count = part.upperBound - part.lowerBound
        self.init(206, type, all + [("Content-Range", place)], resource.part(part), length: count)
    }

    /// Sends text that the library has generated.
    init(
        _ text: ByteBuffer, type: String, _ range: ByteRange? = nil, _ caching: Caching = .none,
        headers: [(name: String, value: String)] = []
    ) throws(Failure) {
        let resource = Resource(link: Link(href: "", type: type), content: .bytes(text))
        try self.init(resource, type: type, range, caching, headers: headers)
    }

    /// Sends JSON that the library has generated.
    init(json: ByteBuffer, _ range: ByteRange? = nil) throws(Failure) {
        try self.init(json, type: "application/json; charset=utf-8", range)
    }

    /// Sends a status with a sentence as plain text.
    init(_ status: Int, _ sentence: String, _ headers: [(name: String, value: String)] = []) {
        self.init(status, ByteBuffer(sentence + "\n"), type: "text/plain; charset=utf-8", headers)
    }

    /// Sends a status with an HTML document.
    init(_ status: Int, html: ByteBuffer, _ headers: [(name: String, value: String)]) {
        self.init(status, html, type: "text/html; charset=utf-8", headers)
    }

    private init(_ status: Int, _ text: ByteBuffer, type: String, _ headers: [(name: String, value: String)]) {
        self.init(
            status, type, [("Cache-Control", Caching.none.rawValue)] + headers,
            Resource(link: Link(href: "", type: type), content: .bytes(text)), length: UInt64(text.count))
    }

    init(_ failure: Failure) { self.init(WebResponse.status(of: failure.status), failure.message) }

    static func status(of status: Status) -> Int {
        switch status {
        case .argument, .json: 400
        case .protected: 403
        case .notFound: 404
        case .limit: 413
        case .unsupported: 501
        case .io, .callback: 502
        case .busy, .cancelled: 503
        default: 500
        }
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("status", status)
        json.member("type", type)
        json.member("length", Int(clamping: length))
        json.key("headers")
        json.beginObject()
        json.member("Content-Type", type)
        json.member("Content-Length", declaredLength.description)
        for header in headers + sharing {
            json.key(named: header.name)
            json.string(header.value)
        }
        json.endObject()
        json.endObject()
    }
}
