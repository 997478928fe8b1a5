// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

extension Publication {
    /// Computes a value of the host, or takes it from the persistent cache if the publication has been opened before.
    ///
    /// The host knows what its services change, so that its values are cached with them, too.
    public func keptForHost(
        _ key: PublicationCache.Key, compute: () throws(Failure) -> ByteBuffer?
    ) throws(Failure) -> ByteBuffer? {
        try keptValues.value(key) { () throws(Failure) in
            guard let identity = contents.identity else { return try compute() }
            let digest = identity.key(ofHost: [key.name] + (key.variant.map { [$0] } ?? []))
            if let kept = identity.cache.value(digest) { return kept }
            let value = try compute()
            if let value, identity.isUnchanged { identity.cache.keep(value, digest, log: log) }
            return value
        }
    }

    /// Computes a value, or reads it from the persistent cache.
    ///
    /// Services of the host can change the content of a publication, so that values are only cached without them.
    ///
    /// - Parameters:
    ///   - name: identifies the value and the version of its computation.
    ///   - read: parses a cached value, which is not trusted; nil if it is not valid.
    ///   - write: returns nil for a value that need not be cached.
    func kept<T>(
        _ name: String, variant: String = "", read: (ByteBuffer) -> T?, write: (T) -> ByteBuffer?,
        compute: () throws(Failure) -> T
    ) throws(Failure) -> T {
        guard host?.services.isEmpty ?? true, let identity = contents.identity else { return try compute() }
        let key = identity.key(name, variant)
        if let kept = identity.cache.value(key).flatMap(read) { return kept }
        let value = try compute()
        if let text = write(value), identity.isUnchanged { identity.cache.keep(text, key, log: log) }
        return value
    }
}
