// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// Small grammars of EPUB, and what its package documents say that no manifest repeats.
enum EPUBRooms {
    /// The version that a package document declares.
    static let version: Room = { vector in
        let source = try FileSource(path: vector.folder + (vector["fixture"]?.string ?? ""))
        let text = try ByteBuffer(capacity: Int(clamping: source.size())) { (space) throws(Failure) in
            try source.read(at: 0, into: space)
        }
        let tree = try text.withBytes { (bytes) throws(Failure) in try XMLDocument.parse(bytes, keepsSpace: false) }
        return JSON.object(JSONObject([.init(key: "version", value: .string(EPUBVersion(of: tree).text))]))
    }

    /// The bytes of a file without its obfuscation, as hexadecimal digits, where no publication would hand them out.
    static let deobfuscation: Room = { vector in
        let source = try FileSource(path: vector.folder + (vector["fixture"]?.string ?? ""))
        let span = vector["range"]?.object
        let start = UInt64(clamping: span?["start"]?.integer ?? 0)
        let end = min(UInt64(clamping: span?["endExclusive"]?.integer ?? .max), source.size())
        let obfuscation = Obfuscation(
            algorithm: vector["algorithm"]?.string ?? "", identifier: vector["publicationId"]?.string ?? "")
        let bytes = try ByteBuffer(capacity: Int(clamping: end > start ? end - start : 0)) { (space) throws(Failure) in
            let count = try source.read(at: start, into: space)
            obfuscation?.apply(to: UnsafeMutableRawBufferPointer(rebasing: space[..<count]), offset: start)
            return count
        }
        let digits = Array("0123456789abcdef")
        return JSON.string(bytes.withBytes { bytes in
            bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
        })
    }

    /// The attributes `prefix` and `properties`.
    static let vocabulary: Room = { vector in
        let text = vector["value"]?.string ?? ""
        switch vector.op {
        case "parse-prefixes":
            // Kotlin's tests compare the entries of the map.
            return JSON.array(
                Prefixes(text).all.map { .object(JSONObject([.init(key: $0.prefix, value: .string($0.vocabulary.uri))])) })
        case "parse-properties": return JSON.array(text.words.map(JSON.string))
        default: throw Unanswered.unhandled("the operation \(vector.op) is unknown")
        }
    }

    /// Clock values of SMIL, as seconds.
    static let clockValue: Room = { vector in
        guard let text = (vector["value"] ?? vector.arguments[0]).string else {
            throw Unanswered.unhandled("there is no text")
        }
        return ClockValue.seconds(text).map(JSON.double)
    }
}
