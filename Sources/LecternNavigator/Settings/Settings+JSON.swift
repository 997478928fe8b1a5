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
        for (row, definition) in table.definitions.enumerated() {
            json.key(definition.key)
            write(row, to: &json)
        }
        json.endObject()
        json.key("ignored")
        json.array(preferences.ignored) { $0.write(to: &$1) }
    }

    /// One of them (schema `setting`).
    func write(_ row: Int, to json: inout JSONWriter) {
        let setting = self[row: row]
        let definition = setting.definition
        json.beginObject()
        json.member("key", definition.key)
        json.member("type", definition.type.rawValue)
        json.member("value", setting.value)
        json.member("preference", setting.preference)
        json.member("effectiveValue", setting.effectiveValue)
        json.member("displayValue", setting.displayValue)
        json.member("default", setting.default)
        json.member("origin", setting.origin.name)
        json.member("isActive", setting.isActive)
        json.member("isEffective", setting.isEffective)
        json.key("requires")
        write(setting.requires, to: &json)
        json.key("unmet")
        write(setting.unmet, to: &json)
        json.key("reasons")
        json.beginArray()
        for condition in setting.unmet { json.string(engine.labels.reason(condition)) }
        json.endArray()
        json.key("hint")
        if let choice = setting.choice { json.string(engine.labels.reason(choice)) } else { json.null() }
        json.member("scope", definition.scope.rawValue)
        json.member("invalidatesPagination", definition.invalidatesPagination)
        json.member("reflows", definition.movesContent)
        writeSteps(definition, to: &json)
        let values = values(definition)
        json.key("values")
        write(values, to: &json)
        json.member("label", engine.labels.label(row))
        json.key("valueLabel")
        if let label = engine.labels.text(setting.displayValue, row) {
            json.string(label)
        } else {
            json.null()
        }
        json.key("valueLabels")
        writeLabels(values, row, to: &json)
        json.endObject()
    }

    private func write(_ conditions: [Condition], to json: inout JSONWriter) {
        json.array(conditions) { $0.write(to: &$1) }
    }

    private func write(_ values: [JSON]?, to json: inout JSONWriter) {
        guard let values else { return json.null() }
        json.beginArray()
        for value in values { json.value(value) }
        json.endArray()
    }

    /// range, step, stops, stepCount
    private func writeSteps(_ definition: SettingDefinition, to json: inout JSONWriter) {
        json.key("range")
        guard let range = definition.range else {
            json.null()
            for name in ["step", "stops", "stepCount"] as [StaticString] { json.member(name, .null) }
            return
        }
        json.beginObject()
        json.member("min", definition.number(range.lowerBound))
        json.member("max", definition.number(range.upperBound))
        json.endObject()
        json.key("step")
        if case .step(let step) = definition.progression { json.value(definition.number(step)) } else { json.null() }
        json.key("stops")
        if case .stops(let stops) = definition.progression {
            write(stops.map(definition.number), to: &json)
        } else {
            json.null()
        }
        json.key("stepCount")
        if let count = definition.progression.count(in: range) { json.integer(count) } else { json.null() }
    }

    /// The values that can be chosen: those of the table, or those of the host and the publication.
    private func values(_ definition: SettingDefinition) -> [JSON]? {
        if let values = definition.values { return values }
        switch definition.type {
        case .font: return [.publisher] + engine.fonts.map { .string($0.family) }
        case .language: return engine.traits.languages.isEmpty ? nil : engine.traits.languages.map(JSON.string)
        default: return nil
        }
    }

    private func writeLabels(_ values: [JSON]?, _ row: Int, to json: inout JSONWriter) {
        guard let values else { return json.null() }
        json.beginArray()
        for (index, value) in values.enumerated() {
            json.string(engine.labels.text(value, at: index, row) ?? "")
        }
        json.endArray()
    }
}
