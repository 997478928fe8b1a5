// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// Identifies the input of values that are kept across runs.
struct PublicationIdentity: Sendable {
    let cache: PersistentCache
    /// A digest of the version of the library and the bytes of the publication, as far as they distinguish it from others.
    private var digest: [UInt8]
    /// The same, whatever manifest the host has given to the publication.
    private let files: [UInt8]
    private let source: any ByteSource
    private let stamp: FileStamp?

    /// Returns nil if there is no cache, or if changes of the content cannot be detected cheaply, as for the files of a
    /// directory or resources on a server.
    init?(
        _ container: any Container, _ source: (any ByteSource)?, _ cache: PersistentCache?, _ opening: OpenContext
    ) {
        // Content that is protected by a password is not written to disk.
        guard let cache, let source, opening.options.password == nil else { return nil }
        stamp = source.stamp
        var digest = SHA256()
        digest.update(text: opening.context.version)
        digest.update(number: UInt64(bitPattern: Int64(stamp?.modified.seconds ?? 0)))
        digest.update(number: UInt64(bitPattern: Int64(stamp?.modified.nanoseconds ?? 0)))
        guard let isKnown = try? container.identify(in: &digest, hasStamp: stamp != nil), isKnown else { return nil }
        if opening.options.reflow { digest.update(text: "reflow") }
        self.cache = cache
        files = digest.digest()
        self.digest = files
        self.source = source
    }

    func key(_ name: String, _ variant: String) -> [UInt8] { PublicationIdentity.key(digest, [name, variant]) }

    /// The key of a value of the host.
    func key(ofHost names: [String]) -> [UInt8] { PublicationIdentity.key(files, ["host 1"] + names) }

    private static func key(_ digest: [UInt8], _ names: [String]) -> [UInt8] {
        var key = SHA256()
        key.update(digest)
        for name in names { key.update(text: name) }
        return key.digest()
    }

    /// The identity of the same files with a manifest of the host.
    func edited(_ manifest: JSON) -> PublicationIdentity {
        var edited = self
        var digest = SHA256()
        digest.update(files)
        JSONWriter.text(of: manifest).withBytes { digest.update($0) }
        edited.digest = digest.digest()
        return edited
    }

    /// Whether the file has not changed since it was opened.
    var isUnchanged: Bool { source.stamp == stamp }
}
