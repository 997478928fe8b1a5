// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel

/// The annotation file of Adobe's reading systems (`.annot`), which Kobos write as well: a set for one book, whose
/// annotations have a fragment of a resource with its text, and a content.
enum AdobeFile {
    private static let attributes: Set<String> = ["start", "end", "progress", "color"]

    static func isOne(_ beginning: String) -> Bool {
        beginning.hasPrefixAfterSpace("<") && beginning.holds("<annotationSet")
    }

    static func read(_ text: String, into entries: inout TextEntries) throws(Failure) {
        guard let tree = parsed(text) else { return try readPieces(of: text, into: &entries) }
        guard let root = tree.root, tree.localName(of: root) == "annotationSet" else {
            throw Failure(.json, "Expected the element annotationSet.", path: [entries.source])
        }
        for child in tree.children(of: root) {
            switch tree.localName(of: child) {
            case "publication": entries.head["about"] = .object(about(child, in: tree))
            case "annotation": try entries.add(members(of: child, in: tree))
            default: break
            }
        }
    }

    /// Reads a file that is not well-formed: each element by itself.
    private static func readPieces(of text: String, into entries: inout TextEntries) throws(Failure) {
        if let publication = piece("publication", in: text.utf8[...]), let tree = parsed(publication.text),
            let root = tree.root
        {
            entries.head["about"] = .object(about(root, in: tree))
        }
        var rest = text.utf8[...]
        while let found = piece("annotation", in: rest) {
            rest = found.rest
            if let tree = parsed(found.text), let root = tree.root {
                try entries.add(members(of: root, in: tree))
            } else {
                try entries.add(problem: "The XML of the annotation is not well-formed.")
            }
        }
        guard !entries.items.isEmpty else {
            throw Failure(.json, "The file is not well-formed XML.", path: [entries.source])
        }
        entries.warn("The file is not well-formed XML; only complete annotations were read.")
    }

    /// Returns the first element with this name, and the text after it.
    private static func piece(
        _ name: String, in text: Substring.UTF8View
    ) -> (text: String, rest: Substring.UTF8View)? {
        let end = "</\(name)>"
        guard let start = text.firstIndex(of: "<\(name)>".utf8), let last = text[start...].firstIndex(of: end.utf8)
        else {
            return nil
        }
        let rest = text[last...].dropFirst(end.utf8.count)
        return (String(Substring(text[start..<rest.startIndex])), rest)
    }

    /// Returns nil if the XML is not well-formed.
    private static func parsed(_ text: String) -> MarkupTree? {
        var text = text
        // The declaration names the encoding before the text was decoded.
        if text.hasPrefixAfterSpace("<?xml"), let end = text.utf8.firstIndex(of: UInt8(ascii: ">")) {
            text = String(text[end...].dropFirst())
        }
        return text.withUTF8 { try? XMLDocument.parse(UnsafeRawBufferPointer($0), keepsSpace: true) }
    }

    private static func about(_ publication: MarkupTree.Node, in tree: MarkupTree) -> JSONObject {
        var about = JSONObject()
        for child in tree.children(of: publication) {
            let (name, text) = ("dc:" + tree.localName(of: child), tree.text(of: child).trimmed)
            guard ["dc:identifier", "dc:title", "dc:creator"].contains(name), about[name] == nil, !text.isEmpty else {
                continue
            }
            about[name] = name == "dc:title" ? .string(text) : [.string(text)]
        }
        return about
    }

    private static func members(of annotation: MarkupTree.Node, in tree: MarkupTree) -> [(String, String)] {
        func child(_ name: String, of node: MarkupTree.Node?) -> MarkupTree.Node? {
            node.flatMap { node in tree.children(of: node).first { tree.localName(of: $0) == name } }
        }
        func text(_ name: String, of node: MarkupTree.Node?) -> String {
            child(name, of: node).map { tree.text(of: $0).trimmed } ?? ""
        }
        let fragment = child("fragment", of: child("target", of: annotation))
        let content = child("content", of: annotation)
        var members = [("id", text("identifier", of: annotation)), ("date", text("date", of: annotation))]
        for attribute in fragment.map(tree.writtenAttributes) ?? [] where attributes.contains(attribute.name) {
            members.append((attribute.name, tree.string(attribute.value)))
        }
        members.append(("text", text("text", of: fragment)))
        members += [("note", text("text", of: content)), ("noteDate", text("date", of: content))]
        return members
    }
}

/// Reads an annotation of an `.annot` file.
struct AdobeReader {
    let context: NoteContext

    func read(_ item: JSONReader) throws(Failure) -> NoteReading {
        let start = try item.text("start")
        let id = try item.text("id")
        var draft = NoteDraft(id: id.isEmpty ? StableIdentifier.of(item.value) : id)
        draft.href = Href.withoutFragment(start)
        guard !draft.href.isEmpty else { return NoteReading(skipped: "The annotation names no resource.", at: item) }
        let quote = try item.text("text")
        if !quote.isEmpty {
            draft.quote = Locator.Text(highlight: quote)
            draft.isRange = true
            // The quote corrects the place, which is only nearly a CFI.
            draft.locations.partialCfi = try AdobeReader.cfi(from: start, to: item.text("end"))
        }
        let note = try item.text("note")
        if !note.isEmpty { draft.body["text"] = .string(note) }
        draft.created = DateText.rfc3339(try item.text("date"))
        let modified = DateText.rfc3339(try item.text("noteDate"))
        draft.modified = modified == draft.created ? nil : modified
        return NoteReading(try draft.note(context.format, item))
    }

    /// Converts `c1.xhtml#point(/1/4/2/1:0)`: all child nodes are counted, from 1, beginning with the root.  Where
    /// elements and texts alternate, this is what a CFI counts.
    private static func cfi(from start: String, to end: String) -> String? {
        guard let first = point(start), let last = point(end) ?? point(start) else { return nil }
        let cfi = first == last ? CFI(first) : CFI(partialFrom: first, to: last)
        return CFIText(whole: cfi.text)?.partial
    }

    private static func point(_ text: String) -> CFI.Path? {
        let prefix = "point(/1/"
        guard let fragment = Href.fragment(text), fragment.hasPrefix(prefix), fragment.hasSuffix(")"),
            let path = CFI(partial: String(fragment.dropFirst(prefix.utf8.count - 1).dropLast()))?.path,
            path.documents.count == 1, path.documents[0].dropLast().allSatisfy(\.isElement)
        else { return nil }
        return path
    }
}

extension String {
    func hasPrefixAfterSpace(_ prefix: String) -> Bool {
        utf8.drop(while: ASCII.isSpace).starts(with: prefix.utf8)
    }
}
