// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A lexicon of pronunciations (W3C, Pronunciation Lexicon Specification 1.0), which documents of EPUB 3 link to.
public struct PronunciationLexicon: Sendable {
    /// How words are pronounced.
    public struct Lexeme: Sendable {
        /// The spellings of the word.
        public let graphemes: [String]
        public let phonemes: String?
        /// Of the phonemes, such as "ipa".
        public let alphabet: String?
        /// Words that are spoken instead.
        public let alias: String?
    }

    public static let mediaType = "application/pls+xml"
    /// The values of `rel` of the links.
    public static let relation = "pronunciation"

    public let language: String?
    public let lexemes: [Lexeme]

    /// - Parameter most: the number of lexemes to read.
    public init(_ bytes: UnsafeRawBufferPointer, most: Int, _ work: Work) throws(Failure) {
        let tree = try XMLDocument.parse(bytes, keepsSpace: true, work)
        guard let root = tree.root, tree.name(of: root) == .lexicon else {
            throw Failure(.format, "The root element is not \"lexicon\".")
        }
        language = tree.ownLanguage(of: root)
        let alphabet = tree.attributeText(.alphabet, of: root)
        var found: [Lexeme] = []
        for node in tree.children(of: root, named: .lexeme) where found.count < most {
            let texts = { (name: MarkupName) in
                tree.children(of: node, named: name).map { tree.collapsedText(of: $0) }.filter { !$0.isEmpty }
            }
            let graphemes = texts(.grapheme), phonemes = texts(.phoneme).first, alias = texts(.alias).first
            guard !graphemes.isEmpty, phonemes != nil || alias != nil else { continue }
            let own = tree.children(of: node, named: .phoneme).first { _ in true }
                .flatMap { tree.attributeText(.alphabet, of: $0) }
            found.append(
                Lexeme(
                    graphemes: graphemes, phonemes: phonemes, alphabet: phonemes == nil ? nil : own ?? alphabet,
                    alias: alias))
        }
        lexemes = found
    }

    /// The lexicons that a document links to.
    ///
    /// - Parameter base: the document.
    public static func links(in tree: MarkupTree, base: HrefBase) -> [String] {
        var hrefs: [String] = []
        tree.walk(0) { step in
            guard case .enter(let node) = step, tree.isElement(node) else { return true }
            if tree.name(of: node) == .link, let rel = tree.attributeText(.rel, of: node),
                rel.asciiLowercased.words.contains(relation), tree.attributeText(.type, of: node) == mediaType,
                let href = tree.value(.href, of: node)
            {
                hrefs.append(tree.withBytes(of: href) { base.resolve($0) })
            }
            return tree.name(of: node) != .body
        }
        return hrefs
    }
}
