// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// The files of a publication while it is opened: what has been read is counted, what was wrong is noted.
struct PublicationFiles {
    /// Bytes of a document that is held in memory as a tree, which is several times as large.
    private static let maxDocument: UInt64 = 32 << 20

    let container: any Container
    let limits: Limits
    var log = WarningLog()
    private var budget: ReadBudget
    private let xml = XMLParser()
    private var names: EntryNames?

    init(_ container: any Container, limits: Limits) {
        self.container = container
        self.limits = limits
        budget = ReadBudget(limits)
    }

    mutating func read(_ entry: ContainerEntry) throws(Failure) -> ByteBuffer {
        do throws(Failure) {
            return try container.read(entry, budget: &budget)
        } catch {
            throw error.within(entry.path)
        }
    }

    /// The document in `entry`, however it is written.
    mutating func document(
        _ entry: ContainerEntry, keepsSpace: Bool = false, isHTML: Bool = false
    ) throws(Failure) -> MarkupTree {
        try PublicationFiles.checkSize(of: entry)
        let tree = try Document.parse(
            read(entry), keepsSpace: keepsSpace, isHTML: isHTML, path: entry.path, with: xml, log: &log)
        if !xml.notes.isEmpty { DocumentValidation.review(xml.notes, path: entry.path, &log) }
        return tree
    }

    /// Whether the document may be held in memory.  Each of its references becomes as long as its own path, so the longer
    /// that is, the fewer there may be.
    static func checkSize(of entry: ContainerEntry) throws(Failure) {
        let most = min(maxDocument, maxDocument << 7 / UInt64(max(1, entry.path.utf8.count)))
        if entry.length <= most { return }
        let limit = most == maxDocument ? "\(most >> 20) MB" : "\(most) bytes, which is too much for so long a path"
        throw Failure(.limit, "The document is larger than \(limit).", path: [entry.path])
    }

    /// The same, for documents that a publication can be read without: what is wrong with them is only a warning.
    mutating func optionalDocument(
        _ entry: ContainerEntry, keepsSpace: Bool = false, isHTML: Bool = false, severity: Warning.Severity = .major
    ) throws(Failure) -> MarkupTree? {
        do throws(Failure) {
            return try document(entry, keepsSpace: keepsSpace, isHTML: isHTML)
        } catch {
            if error.isOfSource { throw error }
            log.add(severity, error.message, error.path)
            return nil
        }
    }

    // MARK: Entries

    /// The path of the entry that `path` may mean, where there is none with exactly this name.
    mutating func similarPath(to path: String) -> (path: String, isSame: Bool)? {
        if names == nil { names = EntryNames((try? container.entries) ?? []) }
        return names?.path(similarTo: path)
    }
}

/// The names of all entries, for finding one whose name is written a little differently.  Only made when one is missing.
struct EntryNames {
    /// Equal strings are canonically equivalent strings: NFC and NFD need nothing more.
    private var exact: [String: String] = [:]
    private var folded: [String: String] = [:]

    init(_ entries: [ContainerEntry]) {
        exact.reserveCapacity(entries.count)
        folded.reserveCapacity(entries.count)
        for entry in entries {
            exact[entry.path] = exact[entry.path] ?? entry.path
            let key = EntryNames.folded(entry.path)
            folded[key] = folded[key] ?? entry.path
        }
    }

    /// - Returns: the path of the entry, and whether it is the same text in another form of Unicode.
    func path(similarTo path: String) -> (path: String, isSame: Bool)? {
        if let found = exact[path] { return (found, true) }
        return folded[EntryNames.folded(path)].map { ($0, false) }
    }

    /// Without case, and with the slashes of URLs: what file systems and archives of Windows forget.
    private static func folded(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: "\\")) else { return path.lowercased() }
        return String(decoding: path.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self)
            .lowercased()
    }
}
