// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The result of migrating stored preferences (schema `store-migration`).
public struct Migration: Sendable {
    private struct Change: Sendable {
        let scope: Scope
        /// The members that were removed or replaced, and their replacements.
        let from: JSONObject
        let to: JSONObject
    }

    private var changes: [Change] = []
    private var log = WarningLog()

    /// Migrates the preferences of one scope.
    ///
    /// - Returns: the text to store instead; nil if there is no change.
    mutating func add(_ scope: Scope, _ text: [UInt8], place: [String]) throws(Failure) -> [UInt8]? {
        let former = try StoredText.read(text)
        let current = try CurrentPreferences(former, source: scope.text, tables: Migration.tables(of: scope))
        for warning in current.warnings { add(warning, place) }
        guard current.object != former else { return nil }
        let text = StoredText.text(of: current.object)
        guard text.count <= StoreLimits.maxDocument else {
            let message = "The preferences were not migrated: with the current keys they would be too large."
            add(Warning(.moderate, message, path: [scope.text]), place)
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

    /// Preferences for several kinds are read with the tables of all kinds, text first.
    private static func tables(of scope: Scope) -> [SettingsTable] {
        (scope.kind.map { [$0] } ?? NavigatorKind.allCases).map(SettingsTable.builtIn)
    }

    public func write(to json: inout JSONWriter) {
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
