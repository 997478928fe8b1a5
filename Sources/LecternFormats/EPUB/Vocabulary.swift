// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A metadata property: a name in a vocabulary (EPUB 3.3, D.2: the property data type).
public struct PropertyName: Equatable {
    let vocabulary: Vocabulary
    let name: String

    public init(_ vocabulary: Vocabulary, _ name: String) {
        self.vocabulary = vocabulary
        self.name = name
    }

    /// The full URI, which is the key of properties without a member in the manifest.
    public var uri: String { vocabulary.uri + name }
}

/// The vocabulary of a property.  The reserved vocabularies have cases of their own (D.2.3).
public enum Vocabulary: Equatable, Sendable {
    /// The default vocabulary of EPUB, which has no prefix.
    case package
    case a11y, dcterms, epubsc, marc, media, onix, rendition, schema, xsd, tdm, calibre
    /// A vocabulary that the package document declares.
    case declared(uri: String)
    /// An undeclared prefix.  It is never treated as the default vocabulary.
    case undeclared(prefix: String)

    /// The reserved prefixes.  `calibre` is not one of them, but calibre never declares it.
    init?(reservedPrefix prefix: String) {
        switch prefix {
        case "a11y": self = .a11y
        case "dcterms", "dc": self = .dcterms
        case "epubsc": self = .epubsc
        case "marc": self = .marc
        case "media": self = .media
        case "onix": self = .onix
        case "rendition": self = .rendition
        case "schema": self = .schema
        case "xsd": self = .xsd
        case "tdm": self = .tdm
        case "calibre": self = .calibre
        default: return nil
        }
    }

    init(uri: String) {
        switch uri {
        case "http://purl.org/dc/elements/1.1/": self = .dcterms
        case "https://www.w3.org/ns/tdmrep#", "http://www.w3.org/ns/tdmrep/", "https://www.w3.org/ns/tdmrep/":
            self = .tdm
        case "https://schema.org/": self = .schema
        default: self = Vocabulary.reserved.first { $0.uri == uri } ?? .declared(uri: uri)
        }
    }

    private static let reserved: [Vocabulary] = [
        .package, .a11y, .dcterms, .epubsc, .marc, .media, .onix, .rendition, .schema, .xsd, .tdm,
    ]

    public var uri: String {
        switch self {
        case .package: return "http://idpf.org/epub/vocab/package/#"
        case .a11y: return "http://www.idpf.org/epub/vocab/package/a11y/#"
        case .dcterms: return "http://purl.org/dc/terms/"
        case .epubsc: return "http://idpf.org/epub/vocab/sc/#"
        case .marc: return "http://id.loc.gov/vocabulary/"
        case .media: return "http://www.idpf.org/epub/vocab/overlays/#"
        case .onix: return "http://www.editeur.org/ONIX/book/codelists/current.html#"
        case .rendition: return "http://www.idpf.org/vocab/rendition/#"
        case .schema: return "http://schema.org/"
        case .xsd: return "http://www.w3.org/2001/XMLSchema#"
        case .tdm: return "http://www.w3.org/ns/tdmrep#"
        case .calibre: return "https://calibre-ebook.com/"
        case .declared(let uri): return uri
        case .undeclared: return Vocabulary.package.uri
        }
    }
}

/// The prefixes that a package document declares (D.2.2).  They take precedence over the reserved ones.
public struct Prefixes {
    private var declared: [String: Vocabulary] = [:]

    /// - Parameter text: "foaf: http://xmlns.com/foaf/spec/ dbp: http://dbpedia.org/ontology/".  The space after a
    ///   colon may be missing.  A word without a colon in the place of a prefix is skipped.
    public init(_ text: String?) {
        guard let text else { return }
        let colon = UInt8(ascii: ":")
        var words = text.utf8.split(whereSeparator: ASCII.isSpace)[...]
        while let word = words.popFirst() {
            guard let end = word.firstIndex(of: colon), end > word.startIndex else { continue }
            let isWhole = word.index(after: end) == word.endIndex
            guard let uri = isWhole ? words.popFirst() : word[word.index(after: end)...] else { break }
            declared[String(Substring(word[..<end]))] = Vocabulary(uri: String(Substring(uri)))
        }
    }

    public var count: Int { declared.count }

    /// The declared prefixes in alphabetical order.
    public var all: [(prefix: String, vocabulary: Vocabulary)] {
        declared.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    public subscript(prefix: String) -> Vocabulary? { declared[prefix] ?? Vocabulary(reservedPrefix: prefix) }

    /// Resolves a property such as "role", "dcterms:modified", "schema:accessMode".
    public func property(_ text: String) -> PropertyName {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return PropertyName(.package, text) }
        let prefix = String(text[..<colon])
        let name = String(text[text.utf8.index(after: colon)...])
        return PropertyName(self[prefix] ?? .undeclared(prefix: prefix), name)
    }
}
