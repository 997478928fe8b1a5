// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The files of a container, and others that are made from them.  A made file takes the place of one with the same path.
public final class AmendedContainer: Container {
    private let whole: any Container
    private let made: MadeContainer

    public init(_ whole: any Container, with files: [(path: String, content: ByteBuffer)]) {
        self.whole = whole
        made = MadeContainer(name: whole.name, files)
    }

    public var name: String { whole.name }
    public var warnings: [Warning] { whole.warnings }

    public var entries: [ContainerEntry] {
        get throws(Failure) {
            try whole.entries.filter { made.entry(at: $0.path) == nil } + made.entries.map(\.amending)
        }
    }

    public func entry(at path: String) -> ContainerEntry? {
        made.entry(at: path)?.amending ?? whole.entry(at: path)
    }

    public func find(_ path: String) throws(Failure) -> ContainerEntry? {
        if let entry = made.entry(at: path) { return entry.amending }
        return try whole.find(path)
    }

    public func place(of entry: ContainerEntry) -> UInt32? {
        made.entry(at: entry.path) == nil ? whole.place(of: entry) : nil
    }

    public func stamp(of entry: ContainerEntry) -> FileStamp? {
        made.entry(at: entry.path) == nil ? whole.stamp(of: entry) : nil
    }

    public func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        if let entry = made.entry(at: entry.path) { return try made.read(entry, budget: &budget) }
        return try whole.read(entry, budget: &budget)
    }

    public func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        if let entry = made.entry(at: entry.path) { return try made.read(entry, range: range, budget: &budget) }
        return try whole.read(entry, range: range, budget: &budget)
    }

    /// What is made depends on nothing but the other files.
    public func identify(in digest: inout SHA256, hasStamp: Bool) throws(Failure) -> Bool {
        try whole.identify(in: &digest, hasStamp: hasStamp)
    }
}

extension ContainerEntry {
    /// The made file with an index that no file of the other container has.
    fileprivate var amending: ContainerEntry {
        ContainerEntry(
            path: path, length: length, storedLength: storedLength, isCompressed: isCompressed, index: ~index)
    }
}
