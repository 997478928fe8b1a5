// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The variable part of a setting's JSON.
struct SettingState: Sendable {
    let value: JSON
    let preference: JSON
    let effectiveValue: JSON
    let origin: SettingOrigin
    /// Whether another setting determines the value.
    let isForced: Bool
    /// Whether all values are offered.
    let offersAll: Bool
    /// The indices of the conditions that do not hold.
    let unmet: [Int]

    init(_ row: Int, _ settings: Settings) {
        value = settings.value(row)
        preference = settings.preferences[row]
        effectiveValue = settings.effectiveValue(row)
        origin = settings.origin(row)
        isForced = settings.isForced(row)
        offersAll = settings.offersAll(row)
        let requires = settings.table.definitions[row].requires
        unmet = requires.indices.filter { !settings.holds(requires[$0], row) }
    }

    /// The value in a form, also while the setting is inactive.
    var displayValue: JSON { preference.isNull ? effectiveValue : preference }

    /// Whether the JSON is certain to be the same.
    func isWritten(like other: SettingState) -> Bool {
        value.isWritten(like: other.value) && preference.isWritten(like: other.preference)
            && effectiveValue.isWritten(like: other.effectiveValue) && origin == other.origin
            && isForced == other.isForced && offersAll == other.offersAll && unmet == other.unmet
    }
}

extension JSON {
    /// Whether two values certainly have the same JSON: equal objects may differ in order, and equal numbers in type.
    fileprivate func isWritten(like other: JSON) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let x), .bool(let y)): x == y
        case (.integer(let x), .integer(let y)): x == y
        case (.double(let x), .double(let y)): x.bitPattern == y.bitPattern
        case (.string(let x), .string(let y)): x.isExactly(y)
        default: false
        }
    }
}
