// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Questions about settings that the C API has no function for, or no publication.
enum SettingsHandlers {
    /// A book as the vectors describe it, with the defaults of its host.
    static func engine(_ vector: Vector, fonts: JSON? = nil, defaults: JSON? = nil) throws -> SettingsEngine {
        let metadata = vector["metadata"]?.object
        let layout = metadata?["layout"]?.string.flatMap(Layout.init(rawValue:)) ?? .reflowable
        let traits = PublicationTraits(
            languages: metadata?["languages"]?.array?.compactMap(\.string) ?? [],
            readingProgression: metadata?["readingProgression"]?.string, layout: layout)
        var options = JSONObject()
        options["defaults"] = defaults ?? vector["defaults"]
        options["fonts"] = fonts
        let reader = JSONReader(.object(options), source: "navigator-options")
        return SettingsEngine(try NavigatorOptions.parse(reader, kind: NavigatorKind(layout: layout)), traits: traits)
    }

    static func settings(_ vector: Vector, fonts: JSON? = nil) throws -> Settings {
        let engine = try engine(vector, fonts: fonts)
        let preferences = try Preferences.parse(vector["preferences"] ?? .object(JSONObject()), table: engine.table)
        return engine.settings(preferences.preferences)
    }

    /// epub.invalidation
    static let invalidation: Handler = { vector in
        var reloads = false
        // A setting may act in one of the layouts only.
        for kind in [NavigatorKind.reflowableEPUB, .fixedEPUB] {
            var (old, new) = (PreferencesDraft(SettingsEngine(kind)), PreferencesDraft(SettingsEngine(kind)))
            let key = vector["key"]?.string ?? ""
            try old.set(key, vector["from"] ?? .null, activate: false)
            try new.set(key, vector["to"] ?? .null, activate: false)
            reloads = reloads || Settings.invalidatesPagination(from: old.settings, to: new.settings)
        }
        return asked(["reloadsSpreads": .bool(reloads)])
    }
}

/// An answer with these members.
func asked(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
}
