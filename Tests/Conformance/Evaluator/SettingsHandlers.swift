// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator

/// Questions about settings for which the C API has no function, or requires a publication.
enum SettingsHandlers {
    /// epub.invalidation
    static let invalidation: Handler = { vector in
        var reloads = false
        // A setting may take effect in only one of the layouts.
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
