// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternThreads

/// A ZIP archive.
///
/// The central directory is authoritative; local headers are only used to find the data.  Opening takes one or two
/// reads and does not access any entry.
public final class ZipContainer: Container {
    public let name: String
    let input: ZipInput
    let directory: ZipDirectory
    /// The number to add to declared offsets.
    let shift: Int64
    private let openingWarnings: [Warning]
    private let doubtfulNames: [[UInt8]]
    /// Warnings found while reading entries.
    private let readingWarnings = Lock<[Warning]>([])
    let suspended = SuspendedStreams()

    /// Opens the archive in `source`, which is kept alive by the container.
    ///
    /// - Parameter beginning: see `ZipInput`.
    public static func open(
        _ source: any ByteSource, beginning: ByteBuffer? = nil, name: String, limits: Limits
    ) throws(Failure) -> ZipContainer {
        let container = try ZipContainer(source, beginning, name: name, names: .standard, limits: limits)
        if container.doubtfulNames.isEmpty { return container }
        let encoding = ZipNameEncoding.of(container.doubtfulNames, references: container.references(limits))
        if case .standard = encoding { return container }
        return try ZipContainer(source, beginning, name: name, names: encoding, limits: limits)
    }

    private init(
        _ source: any ByteSource, _ beginning: ByteBuffer?, name: String, names: ZipNameEncoding, limits: Limits
    ) throws(Failure) {
        self.name = name
        var input = try ZipInput(source, beginning: beginning)
        let layout = try ZipLayout.find(in: &input)
        let bytes = try ZipContainer.directory(layout, in: input, limits: limits)
        let size = input.size
        let walk = try bytes.withBytes { (bytes) throws(Failure) in
            try ZipWalk(bytes, layout, fileSize: size, names: names, limits: limits)
        }
        var findings = walk.findings
        directory = try ZipDirectory(walk, of: bytes, findings: &findings)
        shift = layout.shift
        doubtfulNames = walk.doubtful
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

    /// Calls `body` with the path of each file, in UTF-8.  Unlike `entries`, this builds no strings.
    public func forEachName(_ body: (UnsafeRawBufferPointer) -> Void) { directory.forEachName(body) }

    public func entry(at path: String) -> ContainerEntry? {
        var text = path
        guard let position = text.withUTF8({ directory.find(UnsafeRawBufferPointer($0)) }) else { return nil }
        return directory.record(at: position).map { entry(position, $0, path: path) }
    }

    public func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        guard let position = directory.find(path) else { return nil }
        return directory.record(at: position).map { entry(position, $0, path: directory.name(at: position)) }
    }

    /// The central directory contains a checksum of each entry, so it identifies the archive.
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
            // A declared size cannot exceed the size of the file.
            storedLength: min(record.isCompressed ? record.storedSize : record.size, input.size),
            isCompressed: record.isCompressed, index: position)
    }

    /// Reads the central directory, up to the size that the permitted number of entries can need.
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

    /// Records a warning once, up to a maximum number of warnings.
    func warn(_ severity: Warning.Severity, _ text: String, _ entry: ContainerEntry) {
        let warning = Warning(severity, text, path: [entry.path])
        readingWarnings.withLock {
            if $0.count < 100, !$0.contains(warning) { $0.append(warning) }
        }
    }
}
