// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternRecordings

/// Facts about recordings, kept across runs, so that they are not read when a publication is opened again.
///
/// The files are identified by their path, size and time of modification, or by the checksums of a ZIP archive.
public struct KeptRecordings: Sendable {
    /// The bytes for a key that were kept before.
    public typealias Value = @Sendable ([UInt8]) -> ByteBuffer?
    public typealias Keep = @Sendable (ByteBuffer, [UInt8]) -> Void

    private let seed: [UInt8]
    private let isStamped: Bool
    private let value: Value
    private let keep: Keep

    /// - Parameter version: of the library.
    public init(_ candidate: Candidate, version: String, value: @escaping Value, keep: @escaping Keep) {
        var digest = SHA256()
        digest.update(text: "recordings 1")
        digest.update(text: version)
        switch candidate.content {
        case .directory(let path): digest.update(text: path)
        case .file(_, let path): digest.update(text: path ?? "")
        }
        if let stamp = candidate.source?.stamp { digest.update(stamp) }
        isStamped = candidate.source?.stamp != nil
        seed = digest.digest()
        self.value = value
        self.keep = keep
    }

    /// Identifies recordings; nil if that would take as long as to read them.
    func key(_ entries: [ContainerEntry], in container: any Container) -> [UInt8]? {
        let stamps = entries.compactMap(container.stamp)
        var digest = SHA256()
        digest.update(seed)
        if stamps.count == entries.count {
            for stamp in stamps { digest.update(stamp) }
        } else {
            guard (try? container.identify(in: &digest, hasStamp: isStamped)) == true else { return nil }
        }
        for entry in entries { digest.update(text: entry.path) }
        return digest.digest()
    }

    /// The recordings for a key, if there are as many.
    func recordings(_ key: [UInt8], count: Int, limits: Limits) -> [Recording]? {
        guard let text = value(key) else { return nil }
        let json = text.withBytes { bytes in
            try? JSONParser.parse(
                bytes, source: "", maxDepth: limits.maxJSONDepth, maxValues: ReadiumFormat.maxValues)
        }
        let recordings = json?.array?.compactMap(Recording.init(kept:))
        return recordings?.count == count ? recordings : nil
    }

    func keep(_ recordings: [Recording], _ key: [UInt8]) {
        var json = JSONWriter(capacity: 4096)
        json.beginArray()
        for recording in recordings { recording.write(to: &json) }
        json.endArray()
        keep(json.finish(), key)
    }
}
