// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternThreads

/// A ZIP archive.
///
/// The central directory is the truth; local headers only lead to the data.  Opening costs one or two reads and looks
/// at no entry.
public final class ZipContainer: Container {
    public let name: String
    let input: ZipInput
    let directory: ZipDirectory
    /// What to add to declared offsets.
    let shift: Int64
    private let openingWarnings: [Warning]
    /// What was found while reading, so far.
    private let readingWarnings = Lock<[Warning]>([])
    let suspended = SuspendedStreams()

    /// Opens the archive in `source`, which stays alive as long as the container.
    public convenience init(_ source: any ByteSource, name: String, limits: Limits) throws(Failure) {
        try self.init(source, beginning: nil, name: name, limits: limits)
    }

    /// - Parameter beginning: see `ZipInput`.
    public init(_ source: any ByteSource, beginning: ByteBuffer?, name: String, limits: Limits) throws(Failure) {
        self.name = name
        var input = try ZipInput(source, beginning: beginning)
        let layout = try ZipLayout.find(in: &input)
        let bytes = try ZipContainer.directory(layout, in: input, limits: limits)
        let size = input.size
        let walk = try bytes.withBytes { (bytes) throws(Failure) in
            try ZipWalk(bytes, layout, fileSize: size, limits: limits)
        }
        var findings = walk.findings
        directory = try ZipDirectory(walk, of: bytes, findings: &findings)
        shift = layout.shift
        openingWarnings = layout.warnings + walk.warnings + findings.warnings
        self.input = input
    }

    public var warnings: [Warning] { openingWarnings + readingWarnings.withLock { $0 } }

    public var entries: [ContainerEntry] {
        directory.slots.indices.compactMap { position in
            let position = Int32(truncatingIfNeeded: position)
            return directory.record(at: position).map { entry(position, $0, path: directory.name(at: position)) }
        }
    }

    public func entry(at path: String) -> ContainerEntry? {
        var text = path
        guard let position = text.withUTF8({ directory.find(UnsafeRawBufferPointer($0)) }) else { return nil }
        return directory.record(at: position).map { entry(position, $0, path: path) }
    }

    public func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        guard let position = directory.find(path) else { return nil }
        return directory.record(at: position).map { entry(position, $0, path: directory.name(at: position)) }
    }

    /// The central directory has a checksum of each entry.
    public func identify(in digest: inout SHA256, hasStamp: Bool) -> Bool {
        digest.update(text: "zip")
        digest.update(number: input.size)
        directory.withBytes { digest.update($0) }
        return true
    }

    public func place(of entry: ContainerEntry) -> UInt32? { directory.place(at: entry.index) }

    public func index(of path: UnsafeRawBufferPointer) -> Int32? { directory.find(path) }

    private func entry(_ position: Int32, _ record: ZipRecord, path: String) -> ContainerEntry {
        ContainerEntry(
            path: path, length: record.size,
            // What lies outside of the file is not there, however much is declared.
            storedLength: min(record.isCompressed ? record.storedSize : record.size, input.size),
            isCompressed: record.isCompressed, index: position)
    }

    /// The central directory, as far as the entries that are allowed can need it.
    private static func directory(
        _ layout: ZipLayout, in input: ZipInput, limits: Limits
    ) throws(Failure) -> PinnedBytes {
        let most = min(limits.maxEntries, 1 << 22) << 8 + 1 << 20
        let count = min(UInt64(layout.directory.count), most)
        guard let bytes = try input.bytes(at: layout.directory.lowerBound, count: count) else {
            throw Failure(.format, "The central directory of the ZIP archive lies outside of the file.")
        }
        return bytes
    }

    /// Remembers a warning, once, and not without end.
    func warn(_ severity: Warning.Severity, _ text: String, _ entry: ContainerEntry) {
        let warning = Warning(severity, text, path: [entry.path])
        readingWarnings.withLock {
            if $0.count < 100, !$0.contains(warning) { $0.append(warning) }
        }
    }
}
