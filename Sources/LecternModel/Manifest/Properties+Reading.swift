// SPDX-License-Identifier: BSD-3-Clause

/// Validates the properties of links, so that a price, for example, is valid or absent.
extension ManifestReader {
    private typealias Known = @Sendable (inout ManifestReader, JSON) -> JSON?

    /// Returns the properties without known members whose values are invalid.  Unknown members are kept.
    mutating func properties(_ json: JSON) -> JSONObject {
        guard let object = object(json) else { return JSONObject() }
        guard object.members.contains(where: { ManifestReader.known[$0.key] != nil }) else { return object }
        return members(of: object, ManifestReader.known)
    }

    private mutating func members(of object: JSONObject, _ known: [String: Known]) -> JSONObject {
        JSONObject(
            object.members.compactMap { member in
                guard let read = known[member.key] else { return member }
                enter(member.key)
                defer { leave() }
                return read(&self, member.value).map { JSONObject.Member(key: member.key, value: $0) }
            })
    }

    private static let known: [String: Known] = [
        "page": word(Presentation.Page.self), "fit": word(Presentation.Fit.self),
        "orientation": word(Presentation.Orientation.self), "spread": word(Presentation.Spread.self),
        "overflow": word(["auto", "paginated", "scrolled", "scrolled-continuous"]),
        "layout": word(["fixed", "reflowable"]),
        "clipped": { reader, json in reader.bool(json).map { _ in json } },
        "contains": { reader, json in .array(reader.strings(json).map(JSON.string)) },
        "encrypted": encrypted,
        "https://readium.org/webpub-manifest/properties#archive": object(
            ["entryLength", "isEntryCompressed"],
            [
                "entryLength": count,
                "isEntryCompressed": { reader, json in reader.bool(json).map { _ in json } },
            ]),
        "numberOfItems": count,
        "price": object(
            ["currency", "value"],
            [
                "currency": { reader, json in reader.string(json).map { _ in json } },
                "value": { reader, json in reader.positiveNumber(json).map { _ in json } },
            ]),
        "holds": object([], ["total": count, "position": count]),
        "copies": object([], ["total": count, "available": count]),
        "availability": object(
            ["state"],
            [
                "state": word(["available", "unavailable", "reserved", "ready"]),
                "since": { reader, json in reader.string(json).map { _ in json } },
                "until": { reader, json in reader.string(json).map { _ in json } },
            ]),
        "indirectAcquisition": acquisitions,
        "authenticate": { reader, json in
            reader.nested { reader in Link(json, &reader) }.flatMap(\.self).map { _ in json }
        },
    ]

    // MARK: Values

    private static let count: Known = { reader, json in reader.positiveInteger(json).map { _ in json } }

    private static func word<T: RawRepresentable & CaseIterable>(_: T.Type) -> Known where T.RawValue == String {
        word(T.allCases.map(\.rawValue))
    }

    private static func word(_ words: [String]) -> Known {
        { reader, json in
            guard let text = reader.string(json) else { return nil }
            if words.contains(where: text.isExactly) { return json }
            reader.warn(.minor, "\"\(text)\" is not a known value; it is ignored.")
            return nil
        }
    }

    /// - Parameter required: members without which the object is left out.
    private static func object(_ required: [String], _ known: [String: Known]) -> Known {
        { reader, json in
            guard let object = reader.object(json) else { return nil }
            let kept = reader.members(of: object, known)
            if let missing = required.first(where: { kept[$0] == nil }) {
                reader.warn(.minor, "The member \"\(missing)\" is missing or invalid; the object is ignored.")
                return nil
            }
            return .object(kept)
        }
    }

    /// Kept even if it is invalid, since the resource is encrypted all the same; older manifests write "original-length".
    private static let encrypted: Known = { _, json in
        guard var object = json.object, let length = object["original-length"] else { return json }
        object["original-length"] = nil
        object["originalLength"] = object["originalLength"] ?? length
        return .object(object)
    }

    private static let acquisitions: Known = { reader, json in
        guard json.array != nil else { return reader.expected("an array", nil, json) }
        let kept = reader.nested { reader in
            reader.elements(json) { reader, json in
                object(
                    ["type"],
                    ["type": { reader, json in reader.mediaType(json).map { _ in json } }, "child": acquisitions])(
                        &reader, json)
            }
        }
        return kept.flatMap { $0.isEmpty ? nil : .array($0) }
    }
}
