// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Questions about settings that the C API has no function for, or no publication.
enum SettingsRooms {
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

    /// epub.settings: what a vertical progression of the manifest, which no EPUB can have, comes to.
    static let progression: Room = { vector in
        let settings = try settings(vector)
        return asked([
            "settingsContains": ["readingProgression": settings["readingProgression"]],
            "stylesheets": .string(settings.stylesheets.rawValue),
        ])
    }

    /// epub.invalidation
    static let invalidation: Room = { vector in
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

    /// metadata.effectiveReadingProgression
    static let effectiveProgression: Room = { vector in
        var metadata = Metadata(title: LocalizedString(""))
        metadata.languages = vector["languages"]?.array?.compactMap(\.string) ?? []
        metadata.readingProgression = vector["readingProgression"]?.string.flatMap(ReadingProgression.init(text:))
        return asked(["readingProgression": .string(metadata.effectiveReadingProgression.rawValue)])
    }

    /// presentation.enum, presentation.parse, presentation.serialize
    static let presentation: Room = { vector in
        switch vector.kind {
        case "presentation.enum":
            let (name, value) = (vector["property"]?.string ?? "", vector["value"] ?? .null)
            if name == "page" {
                return asked(["value": value.string.flatMap(Presentation.Page.init(rawValue:))
                    .map { .string($0.rawValue) } ?? .null])
            }
            return asked(["value": try written(JSONObject([.init(key: name, value: value)])).get(name)?.json ?? .null])
        case "presentation.parse":
            return try written(vector["json"]?.object ?? JSONObject())
        default:
            return asked(["json": try written(vector["presentation"]?.object ?? JSONObject())])
        }
    }

    private static func written(_ json: JSONObject) throws -> JSON {
        var writer = JSONWriter()
        Presentation(json).write(to: &writer)
        return try JSONParser.parse(writer.finish().text, source: "presentation")
    }

    /// presentation.layoutOf
    static let layoutOf: Room = { vector in
        var presentation = Presentation()
        presentation.layout = vector["publicationLayout"]?.string.flatMap(Layout.init(rawValue:))
        var link = Link(href: "page.xhtml")
        link.properties["layout"] = vector["linkLayout"]
        return asked(["layout": .string(presentation.layoutOf(link).rawValue)])
    }
}

/// An answer with these members.
func asked(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(JSONObject(members.map { JSONObject.Member(key: $0.key, value: $0.value) }))
}
