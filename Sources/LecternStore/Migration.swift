// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// What became of preferences that were kept under older names or values (schema `store-migration`).
package struct Migration: Sendable {
    private struct Change: Sendable {
        let scope: Scope
        /// The members that are gone or different, and those that are new or different.
        let from: JSONObject
        let to: JSONObject
    }

    private var changes: [Change] = []
    private var log = WarningLog()

    /// Brings the preferences of one scope up to date.
    ///
    /// - Returns: the text that they are to be kept as; nil when there is nothing to do.
    mutating func add(_ scope: Scope, _ text: [UInt8], place: [String]) throws(Failure) -> [UInt8]? {
        let former = try StoredText.read(text)
        let current = try CurrentPreferences(former, source: scope.text, tables: Migration.tables(of: scope))
        for warning in current.warnings { add(warning, place) }
        guard current.object != former else { return nil }
        let text = StoredText.text(of: current.object)
        guard text.count <= StoreLimits.maxDocument else {
            add(Warning(.moderate, "They would be too long with today's keys, and stay.", path: [scope.text]), place)
            return nil
        }
        changes.append(
            Change(
                scope: scope, from: former.members(differentFrom: current.object),
                to: current.object.members(differentFrom: former)))
        return text
    }

    mutating func add(_ warning: Warning, _ place: [String]) {
        log.add(warning.severity, warning.message, place + warning.path)
    }

    /// Preferences for more than one kind are read by the tables of all kinds, text first.
    private static func tables(of scope: Scope) -> [SettingsTable] {
        (scope.kind.map { [$0] } ?? NavigatorKind.allCases).map(SettingsTable.builtIn)
    }

    package func write(to json: inout JSONWriter) {
        json.beginObject()
        json.key("changes")
        json.beginArray()
        for change in changes {
            json.beginObject()
            json.key("scope")
            change.scope.write(to: &json)
            json.member("from", .object(change.from))
            json.member("to", .object(change.to))
            json.endObject()
        }
        json.endArray()
        json.key("warnings")
        json.array(log.all) { $0.write(to: &$1) }
        json.endObject()
    }
}

extension JSONObject {
    fileprivate func members(differentFrom other: JSONObject) -> JSONObject {
        let others = other.dictionary
        return JSONObject(members.filter { others[ExactText($0.key)] != $0.value })
    }
}
