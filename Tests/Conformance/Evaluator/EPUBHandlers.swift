// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternMarkup
import LecternModel
import LecternPublication

/// Small grammars of EPUB, and parts of package documents that are not in manifests.
enum EPUBHandlers {
    /// The version that a package document declares.
    static let version: Handler = { vector in
        let source = try FileSource(path: vector.folder + (vector["fixture"]?.string ?? ""))
        let text = try ByteBuffer(capacity: Int(clamping: source.size())) { (space) throws(Failure) in
            try source.read(at: 0, into: space)
        }
        let tree = try text.withBytes { (bytes) throws(Failure) in try XMLDocument.parse(bytes, keepsSpace: false) }
        return JSON.object(JSONObject([.init(key: "version", value: .string(EPUBVersion(of: tree).text))]))
    }

    /// The attributes `prefix` and `properties`.
    static let vocabulary: Handler = { vector in
        let text = vector["value"]?.string ?? ""
        switch vector.op {
        case "parse-prefixes":
            // Kotlin's tests compare the entries of the map.
            return JSON.array(
                Prefixes(text).all.map {
                    .object(JSONObject([.init(key: $0.prefix, value: .string($0.vocabulary.uri))]))
                })
        case "parse-properties": return JSON.array(text.words.map(JSON.string))
        default: throw Unanswered.unhandled("the operation \(vector.op) is unknown")
        }
    }
}
