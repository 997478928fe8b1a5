// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// People and organisations (EPUB 3.3, 5.5.3.4 and D.3.10: role; OPF 2.0.1, 2.2.6).
///
/// The role is a MARC relator code: a `dc:creator` with the role of a translator is a translator.  A person
/// with several roles is listed under each of them.  A `dc:publisher` is always a publisher, too.  Roles without a member
/// in RWPM are kept with the contributor.
extension PackageMetadata {
    func contributors() -> Contributors {
        var contributors = Contributors()
        for (property, kind) in PackageMetadata.sources {
            for item in all(property) {
                let roles = roles(of: item)
                let isOpen = kind != .narrator
                var known = isOpen ? roles.compactMap { PackageMetadata.kinds[$0] } : []
                if known.isEmpty || kind == .publisher { known.insert(kind, at: 0) }
                var contributor = contributor(item)
                contributor.roles = roles.filter { !isOpen || PackageMetadata.kinds[$0] == nil }
                for kind in known.withoutRepetitions {
                    contributors.add(contributor, as: kind)
                    contributor.roles = []
                }
            }
        }
        return contributors
    }

    private static let sources: [(property: MetadataProperty, kind: Contributors.Kind)] = [
        (.creator, .author), (.publisher, .publisher), (.contributor, .contributor), (.narrator, .narrator),
    ]

    private static let kinds: [String: Contributors.Kind] = [
        "aut": .author, "trl": .translator, "edt": .editor, "pbl": .publisher, "art": .artist, "ill": .illustrator,
        "clr": .colorist, "nrt": .narrator,
    ]

    /// The roles in document order, those of EPUB 3 before those of EPUB 2.
    private func roles(of item: MetadataItem) -> [String] {
        let refined = refinements(of: item).filter { $0.property == .role }.map(\.value)
        let all = refined + [legacyAttribute(.role, of: item)].compactMap(\.self)
        return all.flatMap(PackageMetadata.roles(in:)).withoutRepetitions
    }

    /// Several codes may be in one value, and a code in a URL, or in capitals.  Other texts stay as they are.
    private static func roles(in value: String) -> [String] {
        let separators = " \t\n\r,;".utf8
        let codes = value.utf8.split(whereSeparator: separators.contains).map { word in
            String(Substring(word.split(separator: UInt8(ascii: "/")).last ?? word)).asciiLowercased
        }
        let isCode = { (text: String) in text.utf8.count == 3 && text.utf8.allSatisfy(ASCII.isLetter) }
        if codes.allSatisfy(isCode) { return codes }
        return value.trimmed.isEmpty ? [] : [value]
    }

    private func contributor(_ item: MetadataItem) -> Contributor {
        Contributor(
            name: localized(item),
            sortAs: refinement(of: item, .fileAs)?.value ?? legacyAttribute(.fileAs, of: item)?.collapsed)
    }
}
