// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import LecternThreads

/// Finds the files that references mean if they lead nowhere as they are written (see `EntryNames`).
final class FileReferences: Sendable {
    private let contents: PublicationContents
    private let names = Lazy<(EntryNames, spellings: [String: String])>()

    init(_ contents: PublicationContents) { self.contents = contents }

    /// The href of the file that a reference means, in the spelling of the manifest.
    ///
    /// - Parameter href: a normalised href that is not in the manifest.
    func href(similarTo href: String) -> String? {
        guard !Href.isAbsolute(href) else { return nil }
        let (names, spellings) = names.value {
            let spellings = Dictionary(contents.parsed.entryPaths.map { ($0.value, $0.key) }, uniquingKeysWith: min)
            return (EntryNames(paths, packagePath: contents.parsed.packagePath), spellings)
        }
        return names.href(similarTo: href, spellings)
    }

    /// The files that a host serves cannot be listed, but the manifest names them.
    private var paths: [String] {
        let manifest = contents.parsed.manifest
        return contents.fetch == nil
            ? ((try? contents.container.entries) ?? []).map(\.path)
            : (manifest.readingOrder + manifest.resources).compactMap { Href.entryPath($0.href) }
    }
}
