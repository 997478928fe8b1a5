// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The context of the rules for a document.
struct DocumentRules {
    var references: BookReferences
    var stylesheets: StylesheetPreparation
    var allowsScripts = false
    /// The path of the folder for framed documents, relative to the root of the publication; empty inside that folder.
    var frames = WebPage.framesFolder
    /// The query of the addresses of style sheets of the publication; nil for none.
    var edition: String?
    /// The media type of a resource of the publication.
    var type: @Sendable (_ href: String) -> String? = { MediaType.guess(path: $0) }

    /// The address of a style sheet to write; nil if it must be omitted.
    func sheet(_ value: String) -> String? {
        guard let address = references.written(value, for: .sheet) else { return nil }
        let isPlain = !address.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        guard let edition, isPlain, references.href(of: address) != nil else { return address }
        return address + "?" + edition
    }

    enum Embedding {
        case image(String)
        case frame
    }

    /// The address for a document in a frame; nil outside of the publication.
    func frameAddress(_ source: String) -> String? {
        guard references.written(source, for: .frame) != nil, let href = references.href(of: source) else { return nil }
        let fragment = Href.fragment(source).map { "#" + $0 } ?? ""
        return references.folder + frames + WebPage.marked(href) + fragment
    }

    /// How to show an `object` or `embed`; nil if it cannot be shown.
    func embedding(of source: String, type: String?) -> Embedding? {
        guard !source.isEmpty else { return nil }
        guard let href = references.href(of: source), references.written(source, for: .frame) != nil else {
            guard type?.trimmed.asciiLowercased.hasPrefix("image/") ?? source.asciiLowercased.hasPrefix("data:image/")
            else { return nil }
            return references.written(source, for: .media).map(Embedding.image)
        }
        switch ServedType(self.type(String(Href.path(href))) ?? type ?? "") {
        case .document(.svg): return references.written(source, for: .media).map(Embedding.image)
        case .document: return .frame
        case .unchanged(let type) where type.hasPrefix("image/"):
            return references.written(source, for: .media).map(Embedding.image)
        default: return nil
        }
    }
}
