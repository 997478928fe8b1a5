// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Settings {
    /// The document `settings` of the API.
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
        let texts = engine.texts
        for row in texts.indices {
            json.key(table.definitions[row].key)
            write(row, texts[row], to: &json)
        }
        json.endObject()
        json.key("ignored")
        json.array(preferences.ignored) { $0.write(to: &$1) }
    }

    /// One of them (schema `setting`).
    func write(_ row: Int, to json: inout JSONWriter) { write(row, engine.texts[row], to: &json) }

    private func write(_ row: Int, _ text: SettingText, to json: inout JSONWriter) {
        let unmet = text.requirements.filter { !holds($0.condition, row) }
        let unmetByOthers = unmet.filter(\.condition.isAboutOthers)
        let isActive = unmetByOthers.isEmpty
        let displayValue = displayValue(row)
        json.beginObject()
        json.verbatim(text.names)
        json.member("value", value(row))
        json.member("preference", preferences[row])
        json.member("effectiveValue", isActive ? effectiveValue(row) : .null)
        json.member("displayValue", displayValue)
        json.verbatim(text.default)
        json.member("origin", origin(row).name)
        json.member("isActive", isActive)
        json.member("isEffective", unmet.isEmpty)
        json.verbatim(text.requires)
        json.key("unmet")
        json.array(unmetByOthers) { $1.verbatim($0.json) }
        json.key("reasons")
        json.array(unmetByOthers) { $1.verbatim($0.reason) }
        json.key("hint")
        if isActive, let choice = unmet.first { json.verbatim(choice.reason) } else { json.null() }
        json.verbatim(text.rules)
        json.key("valueLabel")
        if let label = engine.labels.text(displayValue, row) { json.string(label) } else { json.null() }
        json.verbatim(text.valueLabels)
        json.endObject()
    }
}
