// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel
import LecternText

extension Publication {
    /// The number of lexicons of a document that are read, of their bytes, and of their lexemes in all.
    private static let mostLexicons = 16, longestLexicon: UInt64 = 4 << 20, mostLexemes = 20_000

    /// Writes what a voice has to know to read a document of the publication (schema `web-speech`): the notes and the
    /// references to them that have no type, pronunciations, and abbreviations.
    public func writeSpeech(of href: String, to json: inout JSONWriter) throws(Failure) {
        let resource = try get(href)
        guard let type = ContentDocument.type(of: resource.link) else {
            throw Failure(.unsupported, "The resource is not a document with text.", path: [name, resource.link.href])
        }
        let work = self.work("speech")
        let tree = try document(resource, type: type, work)
        let notes = DocumentFootnotes(tree, resource.link, noteResources, work)
        try work.check()
        let selectors = notes.isEmpty ? nil : CSSSelectors(tree, work)
        try work.check()
        json.beginObject()
        for (member, nodes) in [("references", notes.references), ("notes", notes.blocks)] {
            json.key(named: member)
            json.array(nodes.sorted()) { node, json in json.string(selectors?.selector(of: node) ?? "") }
        }
        let base = HrefBase(href: Href.withoutFragment(resource.link.href))
        json.key("lexicons")
        json.beginArray()
        var rest = Publication.mostLexemes
        for href in PronunciationLexicon.links(in: tree, base: base).prefix(Publication.mostLexicons) {
            // A lexicon that cannot be read is as good as none.
            guard let lexicon = try? lexicon(href, most: rest, work) else { continue }
            rest -= lexicon.lexemes.count
            lexicon.write(to: &json)
        }
        json.endArray()
        try work.check()
        json.key("abbreviations")
        Abbreviations.write(to: &json)
        json.endObject()
    }

    private func lexicon(_ href: String, most: Int, _ work: Work) throws(Failure) -> PronunciationLexicon {
        let resource = try get(href)
        let size = try resource.size
        guard size <= Publication.longestLexicon else {
            throw Failure(.limit, "The lexicon is too large.", path: [name, href])
        }
        let bytes = try resource.read(offset: 0, length: size)
        return try bytes.withBytes { (bytes) throws(Failure) in
            try PronunciationLexicon(bytes, most: most, work)
        }
    }
}

extension PronunciationLexicon {
    fileprivate func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("language", ifPresent: language)
        json.key("lexemes")
        json.array(lexemes) { lexeme, json in
            json.beginObject()
            json.member("graphemes", ifNotEmpty: lexeme.graphemes)
            json.member("phonemes", ifPresent: lexeme.phonemes)
            json.member("alphabet", ifPresent: lexeme.alphabet)
            json.member("alias", ifPresent: lexeme.alias)
            json.endObject()
        }
        json.endObject()
    }
}
