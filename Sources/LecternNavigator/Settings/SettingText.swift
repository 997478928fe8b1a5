// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Writes the JSON of a setting, most of which is constant: only the value and the activity change.
struct SettingText: Sendable {
    /// A condition, and the reason displayed if it does not hold.
    private struct Requirement: Sendable {
        let isAboutOthers: Bool
        let isAboutLayout: Bool
        let json: ByteBuffer
        let reason: ByteBuffer
    }

    /// The values to choose from, and their labels, as members.
    private struct Choices: Sendable {
        let values: ByteBuffer
        let labels: ByteBuffer

        init(_ values: [JSON]?, _ labels: (_ value: JSON, _ index: Int) -> String?) {
            self.values = SettingText.text { json in
                json.key("values")
                SettingText.write(values, to: &json)
            }
            self.labels = SettingText.text { json in
                json.key("valueLabels")
                guard let values else { return json.null() }
                json.beginArray()
                for (index, value) in values.enumerated() { json.string(labels(value, index) ?? "") }
                json.endArray()
            }
        }
    }

    // Constant members, without braces.
    private let names: ByteBuffer
    private let `default`: ByteBuffer
    private let rules: ByteBuffer
    private let label: ByteBuffer
    /// All values, and those that are offered if a condition does not hold.
    private let choices: (all: Choices, fewer: Choices)

    private let requirements: [Requirement]
    /// The complete JSON for the last state.
    private var last: (state: SettingState, json: ByteBuffer)?

    /// Creates one for each row.
    static func all(_ engine: SettingsEngine) -> [SettingText] {
        engine.table.definitions.indices.map { SettingText($0, engine) }
    }

    private init(_ row: Int, _ engine: SettingsEngine) {
        let definition = engine.table.definitions[row]
        names = SettingText.text { json in
            json.member("key", definition.key)
            json.member("type", definition.type.rawValue)
        }
        self.default = SettingText.text { $0.member("default", engine.base.values[row]) }
        requirements = definition.requires.map { condition in
            Requirement(
                isAboutOthers: condition.isAboutOthers, isAboutLayout: condition.isAboutLayout,
                json: SettingText.text { condition.write(to: &$0) },
                reason: SettingText.text { $0.string(engine.labels.reason(condition)) })
        }
        rules = SettingText.text { json in
            json.member("scope", definition.scope.rawValue)
            json.member("invalidatesPagination", definition.invalidatesPagination)
            json.member("reflows", definition.movesContent)
            SettingText.writeSteps(definition, to: &json)
        }
        label = SettingText.text { $0.member("label", engine.labels.label(row)) }
        let values = SettingText.values(definition, engine)
        let all = Choices(values) { engine.labels.text($0, at: $1, row) }
        let fewer = definition.offered.map { offered in
            Choices(values?.filter { !offered.values.contains($0) }) { value, _ in engine.labels.text(value, row) }
        }
        choices = (all, fewer ?? all)
    }

    /// Returns the complete JSON object (schema `setting`).
    mutating func json(_ state: SettingState, valueLabel: @autoclosure () -> String?) -> ByteBuffer {
        if let last, last.state.isWritten(like: state) { return last.json }
        var json = JSONWriter(capacity: 512)
        write(state, valueLabel(), to: &json)
        let text = json.finish()
        last = (state, text)
        return text
    }

    private func write(_ state: SettingState, _ valueLabel: String?, to json: inout JSONWriter) {
        let unmet = state.unmet.map { requirements[$0] }
        let unmetByOthers = unmet.filter(\.isAboutOthers)
        let isActive = unmetByOthers.isEmpty
        json.beginObject()
        json.verbatim(names)
        json.member("value", state.value)
        json.member("preference", state.preference)
        json.member("effectiveValue", isActive || state.isForced ? state.effectiveValue : .null)
        json.member("displayValue", state.displayValue)
        json.verbatim(self.default)
        json.member("origin", state.origin.name)
        json.member("isActive", isActive)
        json.member("isEffective", unmet.isEmpty)
        // A condition on the layout is only listed if it does not hold.
        json.key("requires")
        json.array(requirements.enumerated().filter { !$1.isAboutLayout || state.unmet.contains($0) }) {
            $1.verbatim($0.element.json)
        }
        json.key("unmet")
        json.array(unmetByOthers) { $1.verbatim($0.json) }
        json.key("reasons")
        json.array(unmetByOthers) { $1.verbatim($0.reason) }
        json.key("hint")
        if isActive, let choice = unmet.first { json.verbatim(choice.reason) } else { json.null() }
        json.verbatim(rules)
        let choices = state.offersAll ? choices.all : choices.fewer
        json.verbatim(choices.values)
        json.verbatim(label)
        json.key("valueLabel")
        if let valueLabel { json.string(valueLabel) } else { json.null() }
        json.verbatim(choices.labels)
        json.endObject()
    }

    private static func text(_ write: (inout JSONWriter) -> Void) -> ByteBuffer {
        var json = JSONWriter(capacity: 64)
        write(&json)
        return json.finish()
    }

    private static func write(_ values: [JSON]?, to json: inout JSONWriter) {
        guard let values else { return json.null() }
        json.beginArray()
        for value in values { json.value(value) }
        json.endArray()
    }

    /// Writes `range`, `step`, `stops` and `stepCount`.
    private static func writeSteps(_ definition: SettingDefinition, to json: inout JSONWriter) {
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

    /// The values to choose from: those of the table, or those of the host and the publication.
    private static func values(_ definition: SettingDefinition, _ engine: SettingsEngine) -> [JSON]? {
        if let values = definition.values { return values }
        switch definition.type {
        case .font:
            let fonts = engine.fonts.map(\.family)
            return [.publisher] + (fonts + FontFamily.generic.filter { !fonts.contains($0) }).map(JSON.string)
        case .language: return engine.traits.languages.isEmpty ? nil : engine.traits.languages.map(JSON.string)
        default: return nil
        }
    }
}
