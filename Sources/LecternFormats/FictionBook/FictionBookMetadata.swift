// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The description of a FictionBook document.
struct FictionBookMetadata {
    private let tree: MarkupTree
    private let title: MarkupTree.Node?
    private let document: MarkupTree.Node?
    private let publishing: MarkupTree.Node?

    init(_ tree: MarkupTree, _ root: MarkupTree.Node) {
        self.tree = tree
        title = tree.child(root, "description", "title-info")
        document = tree.child(root, "description", "document-info")
        publishing = tree.child(root, "description", "publish-info")
    }

    /// - Parameter fallback: the title of a book without one.
    func metadata(title fallback: String) -> Metadata {
        var metadata = Metadata(title: LocalizedString(text("book-title", in: title) ?? fallback))
        let isbn = text("isbn", in: publishing).flatMap { ISBN.urn($0, scheme: "ISBN") }
        let id = text("id", in: document)
        metadata.identifier = id ?? isbn
        if id != nil, let isbn { metadata.altIdentifiers = [.string(isbn)] }
        metadata.languages = [text("lang", in: title).flatMap(LanguageTag.canonical)].compactMap(\.self)
        for (element, kind) in [("author", Contributors.Kind.author), ("translator", .translator)] {
            for person in elements(element, in: title) {
                if let contributor = contributor(person) { metadata.contributors.add(contributor, as: kind) }
            }
        }
        if let publisher = text("publisher", in: publishing) {
            metadata.contributors.add(Contributor(name: LocalizedString(publisher)), as: .publisher)
        }
        metadata.subjects = subjects
        metadata.description = tree.paragraphs(elements("annotation", in: title).first)
        metadata.published = date
        let series = (elements("sequence", in: title) + elements("sequence", in: publishing)).compactMap { sequence in
            tree.value(named: "name", of: sequence).map(\.collapsed).flatMap { name in
                name.isEmpty
                    ? nil
                    : Contributor(
                        name: LocalizedString(name),
                        position: tree.value(named: "number", of: sequence).flatMap(finiteNumber))
            }
        }
        if !series.isEmpty { metadata.belongsTo = [("series", series)] }
        return metadata
    }

    private func elements(_ name: String, in node: MarkupTree.Node?) -> [MarkupTree.Node] {
        node.map { tree.children(of: $0).filter { tree.localName(of: $0) == name } } ?? []
    }

    private func text(_ name: String, in node: MarkupTree.Node?) -> String? {
        elements(name, in: node).lazy.map { tree.text(of: $0).collapsed }.first { !$0.isEmpty }
    }

    private func contributor(_ person: MarkupTree.Node) -> Contributor? {
        let parts = ["first-name", "middle-name", "last-name"].map { text($0, in: person) }
        let given = parts.prefix(2).compactMap(\.self)
        let name = parts.compactMap(\.self).joined(separator: " ")
        let shown = name.isEmpty ? text("nickname", in: person) : name
        let sortAs = parts[2].flatMap { given.isEmpty ? nil : $0 + ", " + given.joined(separator: " ") }
        return shown.map { Contributor(name: LocalizedString($0), sortAs: sortAs) }
    }

    private var subjects: [Subject] {
        let genres = elements("genre", in: title).map { tree.text(of: $0).collapsed }.withoutRepetitions
        let words = (text("keywords", in: title) ?? "").utf8.split {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";")
        }
        .map { String(Substring($0)).collapsed }
        return genres.filter { !$0.isEmpty }.map { code in
            var subject = Subject(name: LocalizedString(FictionBookGenres.names[code] ?? code))
            subject.code = code
            subject.scheme = "FictionBook"
            return subject
        } + words.withoutRepetitions.filter { !$0.isEmpty }.map { Subject(name: LocalizedString($0)) }
    }

    /// The date of the edition, otherwise that of the text.
    private var date: String? {
        let written = elements("date", in: title).first
        let value = written.flatMap { tree.value(named: "value", of: $0) }
        let candidates = [text("year", in: publishing), value, written.map { tree.text(of: $0) }]
        return candidates.lazy.compactMap { $0.flatMap(DateText.dayOrMoment) }.first
    }
}

extension MarkupTree {
    /// The text of an element, with its paragraphs on lines of their own.
    fileprivate func paragraphs(_ node: Node?) -> String? {
        guard let node else { return nil }
        let parts = children(of: node).map { text(of: $0).collapsed }.filter { !$0.isEmpty }
        let whole = parts.isEmpty ? text(of: node).collapsed : parts.joined(separator: "\n")
        return whole.isEmpty ? nil : whole
    }
}
