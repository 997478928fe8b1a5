// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Serves the files of a publication by their hrefs; nil for one that it does not have.
public typealias Fetch = @Sendable (_ href: String) throws(Failure) -> Resource?

/// The files of a manifest that a host serves, for those who look for sizes.
final class FetchedFiles: Container {
    let name: String
    private let fetch: Fetch
    /// The hrefs of the manifest that have a query or a fragment, by what is before it: it is asked for as it is written.
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

    /// Nobody can list what a host serves.
    var entries: [ContainerEntry] { [] }

    func entry(at path: String) -> ContainerEntry? { try? find(path) }

    func find(_ path: String) throws(Failure) -> ContainerEntry? {
        do throws(Failure) {
            return try file(at: path).map { (file) throws(Failure) in ContainerEntry(file: path, length: try file.size) }
        } catch {
            if error.isOfSource { throw error.within(path) }
            return nil
        }
    }

    func entry(at path: UnsafeRawBufferPointer) -> ContainerEntry? {
        String(validating: path, as: UTF8.self).flatMap { entry(at: $0) }
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
