// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// All metadata without a member in the manifest, under the URI of the property.
extension PackageMetadata {
    func other() -> JSONObject {
        var places: [String: Int] = [:]
        var found: [(key: String, values: [JSON])] = []
        var seen: Set<String> = []
        let hasExemptions = mentions(MetadataProperty.exemption.bit) && Set(all(.exemption).map(\.value)).count > 1
        for item in items
        where !item.isRefinement && item.form != .link
            && (!item.property.isConsumed || isOtherConformance(item) || hasExemptions && item.property == .exemption)
        {
            let key = item.name.uri
            let value = value(of: item)
            let place = places[key] ?? found.count
            if place == found.count {
                places[key] = place
                found.append((key, []))
            }
            // Repeated plain values are left out.
            if let text = value.string, !seen.insert(key + "\u{0}" + text).inserted { continue }
            found[place].values.append(value)
        }
        return JSONObject(
            found.map { JSONObject.Member(key: $0.key, value: $0.values.count == 1 ? $0.values[0] : .array($0.values)) }
        )
    }

    /// Whether the item is a conformance statement for something other than an accessibility profile.
    private func isOtherConformance(_ item: MetadataItem) -> Bool {
        item.property == .conformsTo && PackageMetadata.accessibilityProfile(item.value) == nil
    }

    /// No real book has deeper refinements.  They are left out.
    private static let maxDepth = 8

    /// A string, or an object if there are refinements, which may have refinements themselves.
    ///
    /// Each statement refines at most one other, so none is visited twice.
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
