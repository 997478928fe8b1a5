// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The metadata of a book: the types of the records of the extended header.
struct KindleMetadata {
    private let header: KindleHeader

    init(_ header: KindleHeader) { self.header = header }

    /// - Parameter fallback: the title of a book without one.
    func metadata(title fallback: String) -> Metadata {
        let titles = [text(503), header.title]
        var metadata = Metadata(title: LocalizedString(titles.compactMap(\.self).first { !$0.isEmpty } ?? fallback))
        metadata.languages = [text(524).flatMap(LanguageTag.canonical) ?? header.language].compactMap(\.self)
        let kinds: [(Int, Contributors.Kind)] = [
            (100, .author), (108, .contributor), (101, .publisher), (102, .imprint),
        ]
        for (type, kind) in kinds {
            // Several authors may be in one record.
            for name in texts(type).flatMap({ type == 101 ? [$0] : KindleMetadata.list($0) }) where !name.isEmpty {
                // The program behind the file is not a contributor to the book.
                if kind == .contributor, name.utf8.starts(with: "calibre (".utf8) { continue }
                metadata.contributors.add(Contributor(name: LocalizedString(name)), as: kind)
            }
        }
        let identifiers = identifiers
        metadata.identifier = identifiers.first
        metadata.altIdentifiers = identifiers.dropFirst().map { .string($0) }
        metadata.description = header.exth.bytes(103).first.map(decoded)?.trimmed
        metadata.subjects = texts(105).flatMap(KindleMetadata.list).withoutRepetitions.filter { !$0.isEmpty }
            .map { Subject(name: LocalizedString($0)) }
        metadata.published = text(106).flatMap(DateText.dayOrMoment)
        metadata.layout = text(122) == "true" ? .fixed : .reflowable
        let direction = text(527)?.asciiLowercased ?? ""
        let mode = text(525)?.asciiLowercased ?? ""
        if direction == "rtl" || mode.utf8.reversed().starts(with: "lr-".utf8) {
            metadata.readingProgression = .rtl
        } else if direction == "ltr" {
            metadata.readingProgression = .ltr
        }
        return metadata
    }

    /// The size of the pages of a fixed layout, in pixels.
    var viewport: (width: Int, height: Int)? {
        guard let parts = text(126)?.utf8.split(separator: UInt8(ascii: "x")), parts.count == 2,
            let width = Int(String(Substring(parts[0]))), let height = Int(String(Substring(parts[1]))),
            1...20_000 ~= width, 1...20_000 ~= height
        else { return nil }
        return (width, height)
    }

    /// The number of the resource that is the cover, from 1.
    var cover: Int? {
        let address = header.exth.bytes(129).first.map { Array($0) } ?? []
        if case .resource(let number) = KindleAddress.all(in: address, address.indices).first?.kind { return number }
        return header.exth.number(201).map { $0 + 1 }
    }

    private var identifiers: [String] {
        let books = texts(104).compactMap { ISBN.urn($0, scheme: "ISBN") }
        let others = [504, 113].compactMap(text).filter { !$0.isEmpty }.map { id in
            // Programs put a UUID where the number of the shop is expected.
            id.utf8.count == 36 && id.utf8.contains(UInt8(ascii: "-"))
                ? "urn:uuid:" + id.asciiLowercased : "amazon:" + PercentEncoding.encodedPath(id)
        }
        return (books + others).withoutRepetitions
    }

    private func text(_ type: Int) -> String? { header.exth.bytes(type).first.map { decoded($0).collapsed } }

    private func texts(_ type: Int) -> [String] { header.exth.bytes(type).map { decoded($0).collapsed } }

    private func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        let text = TextDecoding.string(bytes.filter { $0 != 0 }, charset: header.charset)
        return StreamSafeText.contains(text) ? text : ""
    }

    private static func list(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: ";")).map { String(Substring($0)).trimmed }
    }
}
