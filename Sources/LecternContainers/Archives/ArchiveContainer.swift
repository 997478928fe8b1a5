// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel
import LecternThreads

/// The files of a RAR, 7z or tar archive, read by libarchive.
///
/// libarchive goes through an archive from the beginning to the end.  The last pass is kept, so that files are read in
/// order at the cost of one pass; a file before it takes a new one.
public final class ArchiveContainer: Container {
    public let name: String
    public let entries: [ContainerEntry]
    public let warnings: [Warning]
    private let places: [String: Int]
    /// For each entry, the number of headers before its own.
    private let headers: [Int]
    private let source: any ByteSource
    private let functions: LibArchive
    private let kind: String
    private let idle = Lock(Idle())

    private struct Idle: Sendable {
        var session: ArchiveSession?
        /// The last file that was read, since ranges of a file are read one after the other.
        var last: (index: Int32, content: ByteBuffer)?
    }

    static let encrypted = Failure(.protected, "The archive is encrypted.")

    /// Reads the headers of the archive.
    ///
    /// - Parameters:
    ///   - kind: the name of the format in messages, such as "RAR".
    ///   - library: the file of libarchive; nil for the one of the system.
    public init(
        _ source: any ByteSource, kind: String, name: String, library: String?, limits: Limits
    ) throws(Failure) {
        self.name = name
        self.source = source
        self.kind = kind
        functions = try LibArchive.load(library)
        let session = try ArchiveSession(functions, source, kind)
        var entries: [ContainerEntry] = []
        var headers: [Int] = []
        var places: [String: Int] = [:]
        var log = WarningLog()
        var total: UInt64 = 0
        while let entry = try session.next() {
            guard session.count <= limits.maxEntries else {
                throw Failure(.limit, "The archive has more than \(limits.maxEntries) entries.")
            }
            guard entry.isFile else { continue }
            if entry.isEncrypted { throw ArchiveContainer.encrypted }
            // To reach a file of a solid archive, those before it are decompressed.
            total = total.addingReportingOverflow(entry.size).partialValue
            guard entry.size <= limits.maxTotalInflated, total <= limits.maxTotalInflated else {
                throw Failure(.limit, "The files of the archive have more than \(limits.maxTotalInflated) bytes.")
            }
            guard let path = ArchiveContainer.path(entry.path), places[path] == nil else {
                log.add(.minor, "A file without a usable name, or with that of another one, is ignored.", [name])
                continue
            }
            places[path] = entries.count
            headers.append(session.count - 1)
            entries.append(
                ContainerEntry(
                    path: path, length: entry.size, storedLength: entry.size, isCompressed: true,
                    index: Int32(clamping: entries.count)))
        }
        guard session.count > 0 else { throw Failure(.format, "The \(kind) archive has no files.") }
        self.entries = entries
        self.headers = headers
        self.places = places
        warnings = log.all
    }

    /// The path with slashes; nil if it leads outside of the archive.
    private static func path(_ bytes: [UInt8]) -> String? {
        let slashes = bytes.map { $0 == UInt8(ascii: "\\") ? ContainerPath.slash : $0 }
        let plain = slashes.starts(with: "./".utf8) ? Array(slashes.dropFirst(2)) : slashes
        guard ContainerPath.isUsable(plain) else { return nil }
        let path = plain.withUnsafeBufferPointer { bytes in
            TextGuess.encoding(of: bytes)?.decoded(bytes) ?? Array(bytes)
        }
        let text = String(decoding: path, as: UTF8.self)
        return StreamSafeText.contains(text) ? text : nil
    }

    public func entry(at path: String) -> ContainerEntry? { places[path].map { entries[$0] } }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try budget.charge(file: entry.length)
        return try content(entry)
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        try budget.charge(file: entry.length)
        let range = range.clamped(to: 0..<entry.length)
        return try content(entry).part(range)
    }

    private func content(_ entry: ContainerEntry) throws(Failure) -> ByteBuffer {
        let taken = idle.withLock { idle -> Idle in
            let taken = idle
            if taken.last?.index != entry.index { idle.session = nil }
            return taken
        }
        if let last = taken.last, last.index == entry.index { return last.content }
        let header = headers[Int(entry.index)]
        let session: ArchiveSession
        if let known = taken.session, known.count <= header {
            session = known
        } else {
            session = try ArchiveSession(functions, source, kind)
        }
        while session.count <= header {
            guard try session.next() != nil else { throw Failure(.io, "The archive has changed since it was opened.") }
        }
        let content = try session.data(entry.length)
        // What was there before is released outside the lock, because a source may belong to the host.
        let before = idle.withLock { idle -> Idle in
            let before = idle
            idle = Idle(session: session, last: (entry.index, content))
            return before
        }
        withExtendedLifetime(before) {}
        return content
    }
}
