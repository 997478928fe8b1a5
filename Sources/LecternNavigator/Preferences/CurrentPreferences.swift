// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Stored preferences with current keys and values.  Unknown and invalid preferences are kept unchanged.
public struct CurrentPreferences: Sendable {
    public let object: JSONObject
    /// Warnings about values that are out of range or invalid.
    public private(set) var warnings: [Warning] = []

    /// The setting that a stored member refers to.
    private struct Meaning {
        let table: Int
        let row: Int
        /// 0 for a current key, larger for older ones.
        let age: Int
    }

    /// - Parameters:
    ///   - source: the name of the preferences in the paths of warnings.
    ///   - tables: the tables of all kinds of navigators that the preferences may be for.  The first one that knows a
    ///     key and accepts the value is used; those with it as a current key are tried first.
    public init(_ stored: JSONObject, source: String, tables: [SettingsTable]) throws(Failure) {
        let reader = JSONReader(.object(stored), source: source)
        var meanings: [Meaning?] = []
        var shares = Array(repeating: JSONObject(), count: tables.count)
        // For each current key, the member with the newest name.
        var newest: [ExactText: Meaning] = [:]
        for member in stored.members {
            let (meaning, problem) = CurrentPreferences.meaning(of: member, in: tables)
            meanings.append(meaning)
            if let problem {
                let path = reader.step(member.key, member.value).path
                warnings.append(Warning(.moderate, "\(problem) The preference is kept unchanged.", path: path))
            }
            guard let meaning else { continue }
            shares[meaning.table].append(member)
            let key = ExactText(tables[meaning.table].definitions[meaning.row].key)
            if newest[key].map({ meaning.age < $0.age }) ?? true { newest[key] = meaning }
        }
        var read: [Preferences] = []
        for (share, table) in zip(shares, tables) {
            guard !share.isEmpty else {
                read.append(Preferences(table))
                continue
            }
            let (preferences, more) = try Preferences.parse(.object(share), table: table, source: source)
            read.append(preferences)
            warnings += more
        }

        var members: [JSONObject.Member] = []
        var written: Set<ExactText> = []
        for (member, meaning) in zip(stored.members, meanings) {
            let key = meaning.map { tables[$0.table].definitions[$0.row].key } ?? member.key
            guard written.insert(ExactText(key)).inserted else { continue }
            let value = newest[ExactText(key)].map { read[$0.table][$0.row] } ?? member.value
            members.append(JSONObject.Member(key: key, value: value))
        }
        // Settings that took over a value of another one.
        for member in read.flatMap(\.json.members) where written.insert(ExactText(member.key)).inserted {
            members.append(member)
        }
        object = JSONObject(members)
    }

    /// - Returns: nil if no table knows the key or accepts the value; in the latter case, with the reason.
    private static func meaning(
        of member: JSONObject.Member, in tables: [SettingsTable]
    ) -> (meaning: Meaning?, problem: String?) {
        var problem: String?
        let rows = tables.map { ($0.row(member.key), $0.row(older: member.key)) }
        let candidates =
            rows.enumerated().compactMap { table, rows in rows.0.map { (table, $0) } }
            + rows.enumerated().compactMap { table, rows in rows.0 == nil ? rows.1.map { (table, $0) } : nil }
        for (table, row) in candidates {
            let definition = tables[table].definitions[row]
            if case .unusable(let reason) = definition.reading(of: member.value, as: member.key, stored: true) {
                problem = problem ?? reason
            } else {
                return (Meaning(table: table, row: row, age: definition.age(of: member.key)), nil)
            }
        }
        return (nil, problem)
    }
}
