// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel

/// What values that are kept across runs were computed from.
struct PublicationIdentity: Sendable {
    let cache: PersistentCache
    /// The version of the library, and the bytes of the publication, as far as they tell it from others.
    private let digest: [UInt8]
    private let source: any ByteSource
    private let stamp: FileStamp?

    /// nil when nothing is to be kept, or when nobody can tell cheaply whether the bytes have changed: of files in a
    /// directory, and of what a server has.
    init?(
        _ container: any Container, _ source: (any ByteSource)?, _ cache: PersistentCache?, _ opening: OpenContext
    ) {
        // What a password opens is not written down.
        guard let cache, let source, opening.options.password == nil else { return nil }
        stamp = source.stamp
        var digest = SHA256()
        digest.update(text: opening.context.version)
        digest.update(number: UInt64(bitPattern: Int64(stamp?.modified.seconds ?? 0)))
        digest.update(number: UInt64(bitPattern: Int64(stamp?.modified.nanoseconds ?? 0)))
        guard let isKnown = try? container.identify(in: &digest, hasStamp: stamp != nil), isKnown else { return nil }
        self.cache = cache
        self.digest = digest.digest()
        self.source = source
    }

    func key(_ name: String, _ variant: String) -> [UInt8] {
        var key = SHA256()
        key.update(digest)
        key.update(text: name)
        key.update(text: variant)
        return key.digest()
    }

    /// Whether the file is the one that was opened.
    var isUnchanged: Bool { source.stamp == stamp }
}

extension Publication {
    /// A value that is computed once and, if the host wants it, kept across runs.
    ///
    /// Services of the host can change what a publication is, so nothing is kept where there are any.
    /// - Parameters:
    ///   - name: of the value, and of the way in which it is computed: a new way needs a new name.
    ///   - read: understands a value again, which is as untrusted as a file; nil if it cannot be.
    ///   - write: nil for a value that is not worth keeping.
    func kept<T>(
        _ name: String, variant: String = "", read: (ByteBuffer) -> T?, write: (T) -> ByteBuffer?,
        compute: () throws(Failure) -> T
    ) throws(Failure) -> T {
        guard !hasHostServices, let identity else { return try compute() }
        let key = identity.key(name, variant)
        if let kept = identity.cache.value(key).flatMap(read) { return kept }
        let value = try compute()
        if let text = write(value), identity.isUnchanged { identity.cache.keep(text, key, log: log) }
        return value
    }
}
