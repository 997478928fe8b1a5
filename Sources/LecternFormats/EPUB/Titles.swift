// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Titles and identifiers of the publication (EPUB 3.3, 5.5.3.1, 5.5.3.2, D.3.13: title-type).
extension PackageMetadata {
    /// The main title, or the first one.
    func mainTitle() -> MetadataItem? {
        let titles = all(.title)
        return titles.first { titleType(of: $0) == "main" } ?? titles.first
    }

    private func titleType(of title: MetadataItem) -> String? { refinement(of: title, .titleType)?.value }

    /// The title.  Readium requires one, so the file name is used if it is missing.
    func title(fileName: String, _ log: inout WarningLog) -> LocalizedString {
        if let title = mainTitle() { return localized(title) }
        log.add(.moderate, "There is no title; the file name is used.", [package.path, "/package/metadata"])
        let name = fileName.asciiLowercased.hasSuffix(".epub") ? String(fileName.dropLast(5)) : fileName
        return LocalizedString(name.trimmed.isEmpty ? "Untitled" : name.trimmed)
    }

    /// The subtitle with the lowest `display-seq`.  Subtitles without one come last.
    func subtitle() -> LocalizedString? {
        let subtitles = all(.title).filter { titleType(of: $0) == "subtitle" }
        return subtitles.enumerated().min { a, b in
            let (first, second) = (displaySequence(of: a.element), displaySequence(of: b.element))
            return first != second ? first < second : a.offset < b.offset
        }.map { localized($0.element) }
    }

    private func displaySequence(of title: MetadataItem) -> Double {
        refinement(of: title, .displaySequence).flatMap { finiteNumber($0.value) } ?? .infinity
    }

    /// The sort key of the title, in the syntax of EPUB 3 or of calibre.
    func sortAs() -> String? {
        let refined = mainTitle().flatMap { refinement(of: $0, .fileAs)?.value ?? legacyAttribute(.fileAs, of: $0) }
        return refined ?? first(.titleSort)?.value
    }

    /// The identifier that `package@unique-identifier` refers to, or the first one (5.4.1.3).
    func identifier(_ log: inout WarningLog) -> String? {
        let identifiers = all(.identifier)
        if let unique = uniqueIdentifier() { return unique.trimmed }
        log.add(
            .minor,
            identifiers.isEmpty
                ? "There is no identifier." : "The unique identifier is not declared; the first one is used.",
            [package.path, "/package/@unique-identifier"])
        return identifiers.first?.value
    }

    /// The identifier as written, because it is the key of obfuscated fonts.
    func uniqueIdentifier() -> String? {
        let tree = package.tree
        guard let id = tree.value(.uniqueIdentifier, of: package.root) else { return nil }
        let item = all(.identifier).first { item in
            tree.value(.id, of: item.node).map { tree.equals($0, id) } ?? false
        }
        return item.map { tree.text(of: $0.node) }
    }
}

/// A number that can be represented in JSON.
func finiteNumber(_ text: String) -> Double? {
    guard text.utf8.count <= 64, let number = Double(text.trimmed), number.isFinite else { return nil }
    return number
}
