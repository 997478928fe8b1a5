// SPDX-License-Identifier: BSD-3-Clause

/// How a resource is encrypted or obfuscated (RWPM, Encryption).
public struct Encryption: Sendable, Equatable {
    public var algorithm: String
    /// The compression before encryption: `deflate` or `none`.
    public var compression: String?
    /// The size in bytes before compression and encryption.
    public var originalLength: UInt64?
    /// The profile of the license, if known.
    public var profile: String?
    /// The URI of the protection system, if known.
    public var scheme: String?

    public static let lcp = "http://readium.org/2014/01/lcp"
    public static let adept = "http://ns.adobe.com/adept"
    public static let fairPlay = "http://itunes.apple.com/ns/epub"
    /// Two systems without a namespace of their own.
    public static let kobo = "urn:x-lectern:kobo"
    public static let barnesAndNoble = "urn:x-lectern:barnes-and-noble"

    public init(
        algorithm: String, compression: String? = nil, originalLength: UInt64? = nil, profile: String? = nil,
        scheme: String? = nil
    ) {
        self.algorithm = algorithm
        self.compression = compression
        self.originalLength = originalLength
        self.profile = profile
        self.scheme = scheme
    }

    /// Reads the property `encrypted` of a link; only the algorithm is required.
    public init(_ json: JSONReader) throws(Failure) {
        let object = try json.object()
        // Older manifests write "original-length".
        let length = (object["originalLength"] ?? object["original-length"])?.count
        self.init(
            algorithm: try json.member("algorithm").string(), compression: object["compression"]?.string,
            originalLength: length.map { UInt64($0) }, profile: object["profile"]?.string,
            scheme: object["scheme"]?.string)
    }

    /// A human-readable name of the protection: the system if known, otherwise the algorithm.
    public var system: String {
        switch scheme {
        case Encryption.lcp: return "Readium LCP"
        case Encryption.adept: return "Adobe ADEPT"
        case Encryption.fairPlay: return "Apple FairPlay"
        case Encryption.kobo: return "Kobo DRM"
        case Encryption.barnesAndNoble: return "Barnes & Noble DRM"
        default: return algorithm
        }
    }

    /// The value of the property `encrypted` of a link.
    public var json: JSON {
        var object = JSONObject()
        object["scheme"] = scheme.map(JSON.string)
        object["profile"] = profile.map(JSON.string)
        object["algorithm"] = .string(algorithm)
        object["compression"] = compression.map(JSON.string)
        object["originalLength"] = originalLength.flatMap { Int64(exactly: $0) }.map(JSON.integer)
        return .object(object)
    }
}
