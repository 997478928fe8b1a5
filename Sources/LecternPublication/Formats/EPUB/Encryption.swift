// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How a resource is encrypted or obfuscated (RWPM, Encryption).
package struct Encryption: Sendable, Equatable {
    package var algorithm: String
    /// `deflate` or `none`: what was done before encrypting.
    package var compression: String?
    /// Bytes before compression and encryption.
    package var originalLength: UInt64?
    /// The system that protects the resource, as far as it is known.
    package var scheme: String?

    package static let lcp = "http://readium.org/2014/01/lcp"
    package static let adept = "http://ns.adobe.com/adept"

    package init(algorithm: String, compression: String? = nil, originalLength: UInt64? = nil, scheme: String? = nil) {
        self.algorithm = algorithm
        self.compression = compression
        self.originalLength = originalLength
        self.scheme = scheme
    }

    /// Whether it only keeps fonts from being copied: whoever knows the identifier of the book can undo it.
    package var isObfuscation: Bool { algorithm == Obfuscation.idpf || algorithm == Obfuscation.adobe }

    /// The member `encrypted` of a link's properties.
    package var json: JSON {
        var object = JSONObject()
        object["scheme"] = scheme.map(JSON.string)
        object["algorithm"] = .string(algorithm)
        object["compression"] = compression.map(JSON.string)
        object["originalLength"] = originalLength.flatMap { Int64(exactly: $0) }.map(JSON.integer)
        return .object(object)
    }
}
