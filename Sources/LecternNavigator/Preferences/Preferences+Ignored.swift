// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Preferences {
    /// A preference that has no effect, and the reason.
    public struct Ignored: Sendable, Equatable {
        public let pointer: String
        public let reason: String

        func write(to json: inout JSONWriter) {
            json.beginObject()
            json.member("pointer", pointer)
            json.member("reason", reason)
            json.endObject()
        }
    }

    /// A limit for results, since stored preferences may have any number of unknown members.
    private static let maxIgnored = 200

    /// The preferences that are kept without effect.
    public var ignored: [Ignored] {
        kept.members.prefix(Preferences.maxIgnored).map { member in
            Ignored(pointer: JSONPointer.text([member.key]), reason: reason(member))
        }
    }

    private func reason(_ member: JSONObject.Member) -> String {
        guard let row = table.anyRow(member.key) else {
            return SettingsTable.scope(ofAnyKind: member.key) == nil
                ? "No setting has this key." : "This kind of navigator does not have this setting."
        }
        let reading = table.definitions[row].reading(of: member.value, as: member.key, stored: true)
        if case .unusable(let reason) = reading { return reason }
        return "Another preference is for the same setting."
    }
}

extension SettingsTable {
    /// Returns the scope of a key in the first kind of navigator that has it, or nil if none has.
    static func scope(ofAnyKind key: String) -> SettingScope? {
        for kind in NavigatorKind.allCases {
            let table = builtIn(kind)
            if let row = table.anyRow(key) { return table.definitions[row].scope }
        }
        return nil
    }
}
