// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Conditions of settings that a host declares.
extension CustomSettings {
    private static let maxConditions = 100
    /// A limit over all conditions, since each value is searched for among those of a setting.
    static let maxConditionValues = 2000

    /// - Parameter left: the number of values that conditions may still list.
    static func conditions(
        _ reader: JSONReader, _ table: SettingsTable, _ left: inout Int
    ) throws(Failure) -> [Condition] {
        let elements = try reader.elements()
        guard elements.count <= maxConditions else {
            throw Failure(.limit, "There are more than \(maxConditions) conditions.", path: reader.path)
        }
        var conditions: [Condition] = []
        for element in elements {
            let condition = try Condition.parse(element)
            for (_, values) in condition.wanted { left -= values.count }
            guard left >= 0 else {
                throw Failure(.limit, "The conditions list more than \(maxConditionValues) values.", path: element.path)
            }
            conditions.append(try canonical(condition, element, table))
        }
        return conditions
    }

    /// Returns the condition with values in the normalized form of the other setting.
    private static func canonical(
        _ condition: Condition, _ reader: JSONReader, _ table: SettingsTable
    ) throws(Failure) -> Condition {
        if case .any(let alternatives) = condition {
            var conditions: [Condition] = []
            for (alternative, element) in zip(alternatives, try reader.member("anyOf").elements()) {
                conditions.append(try canonical(alternative, element, table))
            }
            return .any(conditions)
        }
        guard case .setting(let key, is: let values) = condition else { return condition }
        // Hosts declare their settings once for all kinds of navigators.  A condition on a setting that this kind
        // lacks is valid, but never holds.
        let definitions = (table.row(key).map { [table.definitions[$0]] } ?? []) + SettingsTable.everywhere(key)
        guard !definitions.isEmpty else {
            throw try reader.member("setting").failure("No setting has the key \"\(key)\".")
        }
        var accepted: [JSON] = []
        for value in values { accepted.append(try canonical(value, definitions, reader.member("is"))) }
        return .setting(key, is: accepted)
    }

    /// - Parameter definitions: the definitions of one key, that of the current kind first.
    private static func canonical(
        _ value: JSON, _ definitions: [SettingDefinition], _ reader: JSONReader
    ) throws(Failure) -> JSON {
        var problem = ""
        for definition in definitions {
            switch definition.reading(of: value) {
            // null stands for the publisher's value.
            case .value(.null) where definition.offersPublisher: return .publisher
            case .value(let value): return value
            case .outOfRange: problem = problem.isEmpty ? definition.outOfRange(value) : problem
            case .unusable(let reason): problem = problem.isEmpty ? reason : problem
            }
        }
        throw reader.failure(problem)
    }
}
