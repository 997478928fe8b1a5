// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

extension DAISYBook {
    /// A book of DAISY 2.02.
    init(controlCenter entry: ContainerEntry, _ files: inout PublicationFiles) throws(Failure) {
        let tree = try files.document(entry, keepsSpace: true, isHTML: true, isOfEPUB: false)
        let center = NavigationControlCenter(tree, path: entry.path, &files.log)
        let presentations = center.presentations.filter { $0.asciiLowercased.hasSuffix(".smil") }
        guard !presentations.isEmpty else {
            throw Failure(.format, "The navigation control center has no links to SMIL files.", path: [entry.path])
        }
        root = entry.path
        metadata = center.bookMetadata(name: files.container.name)
        toc = center.toc
        pages = center.pages
        timeline = try DAISYTimeline(presentations, structures: [:], &files)
        for (href, role) in center.roles { timeline.set(role, at: href, &files) }
        if let info = center.metadata["ncc:setinfo"]?.first?.words, info.count == 3, info[2] != "1" {
            files.log.add(
                .major, "The book has \(info[2].prefix(10)) volumes; this is number \(info[0].prefix(10)).",
                [entry.path])
        }
        try readDocuments(&files)
    }

    /// Makes the documents that the SMIL files refer to.  Texts in the navigation control center are titles of recordings.
    private mutating func readDocuments(_ files: inout PublicationFiles) throws(Failure) {
        let hrefs = timeline.moments.compactMap { $0.text.map(Href.withoutFragment) }.withoutRepetitions
        var known: Set<String> = []
        for href in hrefs {
            guard let path = Href.entryPath(href), path != root, DAISYBook.mayBeText(path),
                let entry = files.container.entry(at: path),
                let tree = try files.optionalDocument(entry, keepsSpace: true, isHTML: true, isOfEPUB: false),
                let top = tree.root, tree.localName(of: top).asciiLowercased == "html"
            else { continue }
            var document = ContentDocument(tree, path: path)
            guard let content = document.xhtml() else { continue }
            known.insert(href)
            documents.append(Document(path: path, title: document.title, content: content))
        }
        // All documents of a book often have its title.
        if documents.count == 1 || Set(documents.map(\.title)).count == 1 {
            documents = documents.map { Document(path: $0.path, title: nil, content: $0.content) }
        }
        timeline.keepTexts { known.contains(Href.withoutFragment($0)) ? $0 : nil }
    }
}

extension NavigationControlCenter {
    /// - Parameter name: that of the publication, for one without a title.
    func bookMetadata(name: String) -> Metadata {
        let values = { (name: String) in metadata["dc:" + name] ?? metadata["dc." + name] ?? [] }
        let own = values("title").first ?? title.flatMap { $0.isEmpty ? nil : $0 }
        var book = Metadata(title: LocalizedString(own ?? FormatHints.stem(of: name)))
        book.identifier = values("identifier").first.map { ISBN.urn($0, scheme: nil) ?? $0 }
        book.languages = values("language").compactMap(LanguageTag.canonical).withoutRepetitions
        let people: [([String], Contributors.Kind)] = [
            (values("creator"), .author), (values("contributor"), .contributor), (values("publisher"), .publisher),
            (metadata["ncc:narrator"] ?? [], .narrator),
        ]
        for (names, kind) in people {
            for name in names.withoutRepetitions {
                book.contributors.add(Contributor(name: LocalizedString(name)), as: kind)
            }
        }
        book.published = values("date").lazy.compactMap(DateText.dayOrMoment).first
        book.subjects = values("subject").withoutRepetitions.map { Subject(name: LocalizedString($0)) }
        book.description = values("description").first
        book.duration = metadata["ncc:totaltime"]?.first.flatMap(DAISYBook.duration)
        book.numberOfPages = metadata["ncc:maxpagenormal"]?.first.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        let others = ["source", "rights", "type", "coverage", "relation"].compactMap { name in
            values(name).first.map { JSONObject.Member(key: "http://purl.org/dc/terms/" + name, value: .string($0)) }
        }
        book.other = JSONObject(others)
        return book
    }
}

extension DAISYBook {
    fileprivate static func mayBeText(_ path: String) -> Bool {
        ["html", "htm", "xhtml", "xht", "xml"].contains(InformalFile.pathExtension(of: path))
    }

    /// A total time in seconds; nil for one that is not known, which is written as zero.
    static func duration(_ text: String) -> Double? {
        ClockValue.seconds(text).flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
}
