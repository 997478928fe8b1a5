// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// The metadata, headings and resources of an HTML document.
struct HTMLOutline {
    private struct Heading {
        let level: Int
        let text: String
        let id: String?
    }

    private var headings: [Heading] = []
    private var title: String?
    private var language: String?
    private var direction: String?
    /// The content of `meta` elements, by name.
    private var named: [String: String] = [:]
    private(set) var resources: [Link] = []

    private static let most = 10_000
    private static let levels = ["h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6]
    /// The attributes that refer to resources, by element.
    private static let references = [
        "img": ["src"], "source": ["src"], "video": ["src", "poster"], "audio": ["src"], "track": ["src"],
        "object": ["data"], "embed": ["src"], "image": ["href"], "link": ["href"],
    ]

    init(_ tree: MarkupTree, base: HrefBase) {
        guard let root = tree.root else { return }
        language = tree.attributeText(.lang, of: root) ?? tree.attributeText(.lang, in: .xml, of: root)
        direction = tree.value(named: "dir", of: root)?.asciiLowercased
        var known: Set<String> = []
        for node in root..<tree.end(of: root) where tree.isElement(node) {
            let name = tree.localName(of: node).asciiLowercased
            if let level = HTMLOutline.levels[name], headings.count < HTMLOutline.most {
                let text = tree.text(of: node).collapsed
                if !text.isEmpty {
                    headings.append(Heading(level: level, text: text, id: tree.attributeText(.id, of: node)))
                }
            } else if name == "title", title == nil {
                title = tree.text(of: node).collapsed
            } else if name == "meta", let key = tree.value(named: "name", of: node)?.asciiLowercased {
                let value = tree.value(named: "content", of: node)?.collapsed ?? ""
                if named[key] == nil, !value.isEmpty, StreamSafeText.contains(key) { named[key] = value }
            }
            for attribute in HTMLOutline.references[name] ?? [] where known.count < HTMLOutline.most {
                add(tree, node, attribute, base, &known)
            }
        }
    }

    private mutating func add(
        _ tree: MarkupTree, _ node: MarkupTree.Node, _ attribute: String, _ base: HrefBase, _ known: inout Set<String>
    ) {
        if tree.name(of: node) == .link {
            let rels = (tree.attributeText(.rel, of: node) ?? "").asciiLowercased.words
            guard rels.contains("stylesheet") || rels.contains("icon") else { return }
        }
        let value = attribute == "href" ? tree.href(of: node) : tree.value(named: attribute, of: node)?.trimmed
        guard let href = value.map({ Href.withoutFragment(base.resolve($0)) }), Href.entryPath(href) != nil,
            StreamSafeText.contains(href), known.insert(href).inserted
        else { return }
        resources.append(Link(href: href, type: MediaType.guess(path: href)))
    }

    /// - Parameter fallback: the title of a document without one.
    func metadata(title fallback: String) -> Metadata {
        let own = title.flatMap { $0.isEmpty ? nil : $0 } ?? headings.first?.text
        var metadata = Metadata(title: LocalizedString(own ?? fallback))
        metadata.languages = [language.flatMap(LanguageTag.canonical)].compactMap(\.self)
        if let author = named["author"] ?? named["dc.creator"] {
            metadata.contributors.add(Contributor(name: LocalizedString(author)), as: .author)
        }
        metadata.description = named["description"]
        metadata.published = (named["date"] ?? named["dcterms.date"]).flatMap(DateText.dayOrMoment)
        if direction == "rtl" { metadata.readingProgression = .rtl }
        return metadata
    }

    /// The headings, nested by their levels.  One without an id is found by its text.
    func contents(of href: String) -> [Link] {
        Link.nested(
            headings.map { heading in
                let fragment =
                    heading.id.map(PercentEncoding.encodedPath) ?? ":~:text=" + HTMLOutline.directive(heading.text)
                return (heading.level, Link(href: href + "#" + fragment, title: heading.text))
            })
    }

    /// A text as the value of a text directive, in which commas and hyphens have a meaning.
    private static func directive(_ text: String) -> String {
        let marks: [UInt8: String] = [
            UInt8(ascii: ","): "%2C", UInt8(ascii: "-"): "%2D", UInt8(ascii: "&"): "%26",
        ]
        let encoded = PercentEncoding.encodedPath(text).utf8.flatMap { byte in
            marks[byte].map { Array($0.utf8) } ?? [byte]
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
