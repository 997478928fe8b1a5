// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Everything that no member of the manifest stands for, under the URI of its property.
extension PackageMetadata {
    func other() -> JSONObject {
        var places: [String: Int] = [:]
        var found: [(key: String, values: [JSON])] = []
        var seen: Set<String> = []
        let hasExemptions = mentions(MetadataProperty.exemption.bit) && Set(all(.exemption).map(\.value)).count > 1
        for item in items where !item.isRefinement && item.form != .link
            && (!item.property.isConsumed || isOtherConformance(item) || hasExemptions && item.property == .exemption)
        {
            let key = item.name.uri
            let value = value(of: item)
            let place = places[key] ?? found.count
            if place == found.count {
                places[key] = place
                found.append((key, []))
            }
            // Repeated plain values say nothing new.
            if let text = value.string, !seen.insert(key + "\u{0}" + text).inserted { continue }
            found[place].values.append(value)
        }
        return JSONObject(
            found.map { JSONObject.Member(key: $0.key, value: $0.values.count == 1 ? $0.values[0] : .array($0.values)) })
    }

    /// Conformance to something else than a profile of accessibility.
    private func isOtherConformance(_ item: MetadataItem) -> Bool {
        item.property == .conformsTo && PackageMetadata.accessibilityProfile(item.value) == nil
    }

    /// More than any real book has.  What refines something further down is left out.
    private static let maxDepth = 8

    /// A text; with its refinements, which can be refined themselves, an object.
    ///
    /// Each statement refines at most one other, so nothing is visited twice.
    private func value(of item: MetadataItem, depth: Int = 1) -> JSON {
        var members = [JSONObject.Member(key: "@value", value: .string(item.value))]
        guard depth < PackageMetadata.maxDepth else { return .string(item.value) }
        var keys: Set<String> = []
        for refinement in refinements(of: item) where refinement.form != .link {
            let key = refinement.name.uri
            if keys.insert(key).inserted {
                members.append(.init(key: key, value: value(of: refinement, depth: depth + 1)))
            }
        }
        return members.count == 1 ? .string(item.value) : .object(JSONObject(members))
    }
}
