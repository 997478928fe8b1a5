// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Returns a file of a publication by its href; nil if it does not exist.
public typealias Fetch = @Sendable (_ href: String) throws(Failure) -> Resource?

/// The files of a manifest that a host serves, as a container that provides their sizes.
final class FetchedFiles: Container {
    let name: String
    private let fetch: Fetch
    /// The original spelling of hrefs with a query or a fragment, by the part before it.  The host receives that spelling.
    private let spellings: [String: String]

    init(name: String, _ manifest: Manifest, fetch: @escaping Fetch) {
        self.name = name
        self.fetch = fetch
        var spellings: [String: String] = [:]
        for link in manifest.readingOrder + manifest.resources {
            let path = String(Href.path(link.href))
            if path != link.href, spellings[path] == nil { spellings[path] = link.href }
        }
        self.spellings = spellings
    }

    private func file(at path: String) throws(Failure) -> Resource? {
        let href = PercentEncoding.encodedPath(path)
        return try fetch(spellings[href] ?? href)
    }

    var warnings: [Warning] { [] }

    /// The files that a host serves cannot be listed.
    var entries: [ContainerEntry] { [] }

    func entry(at path: String) -> ContainerEntry? { try? find(path) }

    func find(_ path: String) throws(Failure) -> ContainerEntry? {
        do throws(Failure) {
            return try file(at: path).map { (file) throws(Failure) in ContainerEntry(file: path, length: try file.size)
            }
        } catch {
            if error.isOfSource { throw error.within(path) }
            return nil
        }
    }

    func read(_ entry: ContainerEntry, budget: inout ReadBudget) throws(Failure) -> ByteBuffer {
        try read(entry, range: 0..<UInt64.max, budget: &budget)
    }

    func read(
        _ entry: ContainerEntry, range: Range<UInt64>, budget: inout ReadBudget
    ) throws(Failure) -> ByteBuffer {
        guard let resource = try file(at: entry.path) else {
            throw Failure(.notFound, "There is no such file.")
        }
        let size = try resource.size
        let range = range.clamped(to: 0..<size)
        let count = range.upperBound - range.lowerBound
        try budget.charge(file: count)
        return try resource.read(offset: range.lowerBound, length: count)
    }
}
