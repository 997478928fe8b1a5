// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The reasons why a setting has no effect, for a tooltip.
extension SettingLabels {
    /// Returns the change that would satisfy a condition.
    func reason(_ condition: Condition) -> String {
        switch condition {
        case .setting, .any:
            let wanted = condition.wanted
            // Alternatives that this navigator lacks are left out, unless it lacks them all.
            let here = wanted.filter { table.attainable($0.key, $0.values) != nil }
            let conditions = here.isEmpty ? wanted : here
            return word(here.isEmpty ? .missing : .needs).text(["conditions": joined(conditions.map(phrase))])
        case .layout(let layout): return word(layout == .fixed ? .fixed : .reflowable).text()
        case .script(let scripts): return word(SettingLabels.word(scripts)).text()
        case .feature(let feature): return word(feature.word).text()
        case .set: return word(.set).text()
        case .setOrImplied(let key, is: let value):
            return word(.setOrImplied).text(["condition": phrase(key, [value])])
        }
    }

    /// Returns the reason why a setting cannot be activated.
    func impossible(_ row: Int, _ condition: Condition) -> String {
        word(.impossible).text(["setting": excerpt(label(row)), "reason": reason(condition)])
    }

    /// “Publisher styles”: Off
    private func phrase(_ key: String, _ values: [JSON]) -> String {
        let (label, text) = table.row(key).map { ownWords($0, key) } ?? elsewhere(key)
        let words = values.map { value in
            if let text = text(value), !text.isEmpty { return excerpt(text) }
            return value.isNull ? word(.unset).text() : excerpt(SettingLabels.name(of: value))
        }
        return word(.condition).text(["setting": excerpt(label), "values": joined(words)])
    }

    private func ownWords(_ row: Int, _ key: String) -> (label: String, text: (JSON) -> String?) {
        let values = table.definitions[row].values
        return (
            label(row),
            { value in
                // A value that only another kind of navigator has.
                values?.contains(value) ?? true ? self.text(value, row) : elsewhere(key).text(value)
            }
        )
    }

    /// Limits the length, since many conditions may refer to a setting with a long label.
    private func excerpt(_ text: String) -> String { Excerpt.of(text, most: 200) }

    private func joined(_ alternatives: [String]) -> String { alternatives.joined(separator: word(.or).text()) }

    private static func word(_ scripts: [Script]) -> LabelWord {
        let others = Script.allCases.filter { !scripts.contains($0) }
        switch (others.count == 1 ? others.first : nil, scripts.first) {
        case (.ltr, _): return .notLTR
        case (.rtl, _): return .notRTL
        case (.cjk, _): return .notCJK
        case (nil, .rtl): return .rtl
        case (nil, .cjk): return .cjk
        case (nil, _): return .ltr
        }
    }
}
