// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// People and organisations (EPUB 3.3, 5.5.3.4 and D.3.10: role; OPF 2.0.1, 2.2.6).
///
/// The role is a MARC relator code: a `dc:creator` with the role of a translator is a translator.  Only the first role
/// is used.  Publishers remain publishers.  Contributors with a role that has no member in RWPM keep the role.
extension PackageMetadata {
    func contributors() -> Contributors {
        var contributors = Contributors()
        for (property, kind) in PackageMetadata.sources {
            for item in all(property) {
                let role = role(of: item)
                let known = kind == .author || kind == .contributor ? role.flatMap { PackageMetadata.kinds[$0] } : nil
                var contributor = contributor(item)
                if kind != .publisher, known == nil, let role { contributor.roles = [role] }
                contributors.add(contributor, as: known ?? kind)
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

    private func role(of item: MetadataItem) -> String? {
        refinement(of: item, .role)?.value ?? legacyAttribute(.role, of: item)
    }

    private func contributor(_ item: MetadataItem) -> Contributor {
        Contributor(
            name: localized(item), sortAs: refinement(of: item, .fileAs)?.value ?? legacyAttribute(.fileAs, of: item))
    }
}
