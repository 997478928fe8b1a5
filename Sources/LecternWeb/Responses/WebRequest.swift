// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A request from a web view: the part of the address after the base, and the other fields (schema `web-request`).
struct WebRequest {
    /// The normalized href: without a leading slash, with the query, without the fragment.
    let href: String
    /// The part of `href` before the query.
    let path: String
    let fields: RequestFields

    /// Nil for the whole resource.
    var range: ByteRange? { fields.range }
    /// The body of a POST.
    var body: String? { fields.body }

    /// Large enough for messages in queries; other addresses are short.
    private static let maxLength = 4 << 20

    /// - Parameter options: nil for the whole resource.
    init(_ href: String, _ options: JSONReader?) throws(Failure) {
        fields = try RequestFields(options)
        guard href.utf8.count <= WebRequest.maxLength else {
            self.href = ""
            path = ""
            return
        }
        self.href = Href.withoutFragment(Href.normalized(href))
        path = String(Href.path(self.href))
    }

    /// The rest of the path after `folder`; nil if the path is not below it.
    func path(below folder: String) -> String? {
        path.utf8.starts(with: folder.utf8) ? String(path.utf8.dropFirst(folder.utf8.count)) : nil
    }

    /// The request relative to a folder; nil if the path is not below it.
    func below(_ folder: String) -> WebRequest? {
        guard let path = path(below: folder) else { return nil }
        return WebRequest(
            href: String(Substring(href.utf8.dropFirst(folder.utf8.count))), path: path, fields: fields)
    }

    func with(href: String) -> WebRequest {
        WebRequest(href: href, path: String(Href.path(href)), fields: fields)
    }

    private init(href: String, path: String, fields: RequestFields) {
        self.href = href
        self.path = path
        self.fields = fields
    }

    /// A decoded query parameter (URL Standard, "application/x-www-form-urlencoded").
    func parameter(_ name: String) throws(Failure) -> String {
        guard let value = try optionalParameter(name) else {
            throw Failure(.argument, "The parameter \"\(name)\" is missing.")
        }
        return value
    }

    func optionalParameter(_ name: String) throws(Failure) -> String? {
        for pair in href.utf8.dropFirst(path.utf8.count + 1).split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = parts.first, try WebRequest.decoded(key) == name else { continue }
            return try parts.dropFirst().first.map(WebRequest.decoded) ?? ""
        }
        return nil
    }

    private static func decoded(_ part: Substring.UTF8View.SubSequence) throws(Failure) -> String {
        let bytes = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        guard let text = PercentEncoding.decoded(Substring(String(decoding: bytes, as: UTF8.self))) else {
            throw Failure(.argument, "A parameter of the request is not valid UTF-8.")
        }
        return text
    }

    /// A query parameter that must be an integer in a range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int {
        guard let number = Int(try parameter(name)), range.contains(number) else {
            throw Failure(
                .argument, "The parameter \"\(name)\" must be between \(range.lowerBound) and \(range.upperBound).")
        }
        return number
    }

    /// A query parameter that must be JSON.
    func json(_ name: String) throws(Failure) -> JSONReader {
        let text = ByteBuffer(try parameter(name))
        let value = try text.withBytes { bytes throws(Failure) in
            try JSONParser.parse(bytes, source: name, maxDepth: Limits().maxJSONDepth)
        }
        return JSONReader(value, source: name)
    }
}
