// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a request has besides its address: the method, the headers that the library uses, and the body.
struct RequestFields {
    /// Nil for the whole resource.
    private(set) var range: ByteRange?
    /// The body of a POST.
    private(set) var body: String?
    /// Only the headers of the response are wanted.
    private(set) var isHead = false
    private var noneMatch: String?
    private var ifRange: String?

    init(_ options: JSONReader?) throws(Failure) {
        guard let options else { return }
        try options.rejectUnknownMembers(["range", "body", "method", "headers"])
        body = try options.optionalMember("body").map { body throws(Failure) in try body.string() }
        isHead = try options.optionalMember("method")?.string() == "HEAD"
        var range = try options.optionalMember("range").map { range throws(Failure) in try range.string() }
        for (name, value) in try options.optionalMember("headers")?.members() ?? [] {
            switch name.asciiLowercased {
            case "range": if range == nil { range = try value.string() }
            case "if-none-match": noneMatch = try value.string()
            case "if-range": ifRange = try value.string()
            default: continue
            }
        }
        // RFC 9110, 14.2: other methods have no ranges.
        self.range = isHead ? nil : range.flatMap(ByteRange.init)
    }

    /// Whether the client has the resource already (RFC 9110, 13.1.2).
    ///
    /// - Parameter tag: the validator of the resource, with its quotes; nil if it has none.
    func hasCurrent(_ tag: String?) -> Bool {
        guard let tag = tag.map(RequestFields.withoutStrength), let noneMatch else { return false }
        return noneMatch.utf8.split(separator: UInt8(ascii: ",")).contains { item in
            let item = String(Substring(item)).trimmed
            return item == "*" || RequestFields.withoutStrength(item) == tag
        }
    }

    /// Weak and strong validators are equal here (RFC 9110, 8.8.3.2).
    private static func withoutStrength(_ tag: String) -> Substring {
        tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    }

    /// The requested range; nil if the client may have a part of another state of the resource: only a strong validator
    /// says that it has not (RFC 9110, 13.1.5).
    func range(of tag: String?) -> ByteRange? {
        guard let ifRange else { return range }
        return ifRange.trimmed == tag && !ifRange.trimmed.hasPrefix("W/") ? range : nil
    }
}
