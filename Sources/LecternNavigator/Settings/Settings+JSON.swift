// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// Writes the JSON document (schema `settings`).
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("navigator", kind.navigator)
        json.key("layout")
        if let layout = kind.layout { json.string(layout.rawValue) } else { json.null() }
        json.key("settings")
        json.beginObject()
        for row in table.definitions.indices {
            json.key(named: table.definitions[row].key)
            write(row, to: &json)
        }
        json.endObject()
        json.key("ignored")
        json.array(preferences.ignored) { $0.write(to: &$1) }
    }

    /// Writes one setting (schema `setting`).
    func write(_ row: Int, to json: inout JSONWriter) { json.verbatim(engine.json(row, SettingState(row, self))) }
}
