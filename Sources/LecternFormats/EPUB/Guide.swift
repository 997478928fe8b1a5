// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The guide of EPUB 2 (OPF 2.0.1, 2.6), which is used as the landmarks of a publication that has none.
enum Guide {
    static func landmarks(_ package: PackageDocument, _ log: inout WarningLog) -> [Link] {
        guard let guide = package.guide else { return [] }
        let tree = package.tree
        var landmarks: [Link] = []
        for node in tree.children(of: guide, named: .reference) {
            let href = Navigation.target(tree.value(.href, of: node), in: tree, base: package.base, &log)
            let type = tree.valueText(.type, of: node)
            let title = tree.valueText(.title, of: node)?.collapsed ?? type ?? ""
            let rels = type.map { [Navigation.rel(ofType: structuralType($0))] } ?? []
            if let link = Navigation.entry(title: title, href: href, rels: rels, children: []) {
                landmarks.append(link)
            }
        }
        return landmarks
    }

    /// The EPUB 3 name for a type of the guide (Structural Semantics Vocabulary).
    static func structuralType(_ type: String) -> String {
        switch type.asciiLowercased {
        case "title-page": return "titlepage"
        case "text", "start": return "bodymatter"
        case "acknowledgements": return "acknowledgments"
        case "notes": return "endnotes"
        case let other: return other.hasPrefix("other.") ? String(other.dropFirst(6)) : other
        }
    }
}
