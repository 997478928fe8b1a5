// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel
import LecternRecordings

/// The files of a publication while it is opened, with the read budget and the warnings.
struct PublicationFiles {
    /// In bytes.  A document is held in memory as a tree, which is several times larger.
    private static let maxDocument: UInt64 = 32 << 20

    let container: any Container
    let limits: Limits
    let kept: KeptRecordings?
    var log = WarningLog()
    private var budget: ReadBudget
    private let xml = XMLParser()
    /// Lets the host cancel the parsing of long documents.
    private let work: Work?
    private var names: EntryNames?

    init(_ container: any Container, limits: Limits, kept: KeptRecordings? = nil, _ work: Work? = nil) {
        self.container = container
        self.work = work
        self.kept = kept
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

    /// Parses the document in `entry`.
    ///
    /// - Parameter isOfEPUB: whether it has to follow the rules of EPUB for XML.
    mutating func document(
        _ entry: ContainerEntry, keepsSpace: Bool = false, isHTML: Bool = false, isOfEPUB: Bool = true
    ) throws(Failure) -> MarkupTree {
        try PublicationFiles.checkSize(of: entry)
        let tree = try Document.parse(
            read(entry), keepsSpace: keepsSpace, isHTML: isHTML, path: entry.path, with: xml, work, log: &log)
        try budget.charge(UInt64(tree.added))
        if isOfEPUB, !xml.notes.isEmpty { DocumentValidation.review(xml.notes, path: entry.path, &log) }
        return tree
    }

    /// Checks that a document can be held in memory.  Each of its references becomes as long as its own path, so a
    /// longer path lowers the limit.
    static func checkSize(of entry: ContainerEntry) throws(Failure) {
        let most = min(maxDocument, maxDocument << 7 / UInt64(max(1, entry.path.utf8.count)))
        if entry.length <= most { return }
        let limit = most == maxDocument ? "\(most >> 20) MB" : "\(most) bytes, the limit for a path of this length"
        throw Failure(.limit, "The document is larger than \(limit).", path: [entry.path])
    }

    /// Parses a document that is not required to read the publication.  Errors become warnings.
    mutating func optionalDocument(
        _ entry: ContainerEntry, keepsSpace: Bool = false, isHTML: Bool = false, isOfEPUB: Bool = true,
        severity: Warning.Severity = .major
    ) throws(Failure) -> MarkupTree? {
        do throws(Failure) {
            return try document(entry, keepsSpace: keepsSpace, isHTML: isHTML, isOfEPUB: isOfEPUB)
        } catch {
            if error.isOfSource { throw error }
            log.add(severity, error.message, error.path)
            return nil
        }
    }

    /// In bytes.  To read the end of a compressed recording, all of it has to be inflated.
    private static let reachInCompressed: UInt64 = 4 << 20

    /// Reads the tags and the duration of a recording.
    mutating func recording(_ entry: ContainerEntry) throws(Failure) -> Recording {
        var bytes = try RecordingBytes(
            EntrySource(entry, in: container, limits),
            reach: entry.isCompressed ? PublicationFiles.reachInCompressed : .max)
        let recording = try Recording(&bytes)
        try budget.charge(bytes.total)
        return recording
    }

    // MARK: Entries

    /// The path of the package document, from whose folder references may count.
    var packagePath: String?

    /// The href of the file that a link means, in the spelling of the manifest.
    ///
    /// - Parameter spellings: see `EntryNames.href`.
    mutating func spelled(_ href: String, _ spellings: [String: String]) -> String {
        guard var path = Href.entryPath(href), !path.isEmpty else { return href }
        let exists = path.withUTF8 { container.index(of: UnsafeRawBufferPointer($0)) } != nil
        if exists && spellings.isEmpty { return href }
        return entryNames().href(similarTo: href, spellings) ?? href
    }

    /// Whether the file that a link means exists.
    mutating func has(_ href: String) -> Bool { entry(at: href) != nil }

    /// The file of an href, or one with a similar name.
    mutating func entry(at href: String) -> ContainerEntry? {
        guard let path = Href.entryPath(href), !path.isEmpty else { return nil }
        return container.entry(at: path) ?? similarPath(to: path).flatMap { container.entry(at: $0.path) }
    }

    /// The path of an entry with a name similar to `path`, for a path that does not exist.
    mutating func similarPath(to path: String) -> (path: String, difference: EntryNames.Difference)? {
        entryNames().path(similarTo: path)
    }

    private mutating func entryNames() -> EntryNames {
        if let names { return names }
        let made = EntryNames(((try? container.entries) ?? []).map(\.path), packagePath: packagePath)
        names = made
        return made
    }
}
