// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The profiles in a store, within a transaction, with the changes made so far.
///
/// A profile is its title and its preferences, for all kinds and for each kind.  It exists while one of these records
/// does, so that a profile whose title was damaged is still listed and can be removed.
struct Profiles {
    private let reader: any RecordReader
    private var changed: [Scope: [UInt8]?] = [:]

    init(_ reader: any RecordReader) { self.reader = reader }

    /// The changes, in the order of the records.
    var changes: [RecordChange] {
        changed.sorted { $0.key < $1.key }.map { RecordChange(scope: $0.key, text: $0.value) }
    }

    private static func facts(_ id: String) -> Scope { Scope(.profile, id: id, .facts) }

    private static func preferences(_ id: String) -> [Scope] {
        [Scope(.profile, id: id)] + NavigatorKind.allCases.map { Scope(.profile, kind: $0, id: id) }
    }

    // MARK: Reading

    private func value(for record: Scope) throws(StoreError) -> StoredValue {
        if let text = changed[record] { return text.map(StoredValue.text) ?? .nothing }
        return try reader.value(for: record)
    }

    private func exists(_ id: String) throws(StoreError) -> Bool {
        for record in [Profiles.facts(id)] + Profiles.preferences(id) where try value(for: record) != .nothing {
            return true
        }
        return false
    }

    /// Throws if there is no such profile.
    func require(_ id: String, _ path: [String]) throws(StoreError) {
        guard try exists(id) else {
            throw StoreError.failure(Failure(.notFound, "There is no profile with this id.", path: path))
        }
    }

    /// Returns the profile that is chosen for the last of these scopes that has a choice.
    func chosen(for scopes: [Scope]) throws(StoreError) -> String? {
        for scope in scopes.reversed() {
            guard case .text(let text) = try value(for: scope.facts), let id = ScopeFacts.value(text, of: scope),
                try exists(id)
            else { continue }
            return id
        }
        return nil
    }

    /// Returns all profiles with their titles, ordered by id.  One whose title is missing or damaged has its id.
    func all() throws(StoreError) -> [(id: String, title: String)] {
        var titles: [Scope: String] = [:]
        try reader.forEach { record, kept in
            guard let record, record.name == .profile else { return }
            let profile = Profiles.facts(record.id)
            titles[profile] = titles[profile] ?? record.id
            if case .text(let text) = kept, record == profile, let title = ScopeFacts.value(text, of: record) {
                titles[profile] = title
            }
        }
        return titles.sorted { $0.key < $1.key }.map { ($0.key.id, $0.value) }
    }

    // MARK: Changing

    mutating func apply(_ edits: ProfileChanges) throws(StoreError) {
        for one in edits.saved { try save(one) }
        try remove(edits.removed)
        for choice in edits.choices {
            if let profile = choice.profile { try require(profile.id, profile.path) }
            changed[choice.scope.facts] = .some(choice.profile.map { ScopeFacts.text($0.id, of: choice.scope) })
        }
    }

    private mutating func save(_ one: ProfileChanges.Saved) throws(StoreError) {
        if one.title == nil, try !exists(one.id) {
            throw StoreError.failure(Failure(.json, "A new profile needs a title.", path: one.path))
        }
        if let source = one.copied {
            try require(source.id, source.path)
            for (from, to) in zip(Profiles.preferences(source.id), Profiles.preferences(one.id)) {
                let kept = try value(for: from)
                changed[to] = .some(usable(kept, of: from, []).text)
            }
        }
        if let title = one.title {
            changed[Profiles.facts(one.id)] = ScopeFacts.text(title, of: Profiles.facts(one.id))
        }
    }

    /// Removes profiles, and the choices of them.
    private mutating func remove(_ ids: [String]) throws(StoreError) {
        guard !ids.isEmpty else { return }
        let ids = Set(ids.map(Profiles.facts))
        for record in ids.flatMap({ [$0] + Profiles.preferences($0.id) }) { changed[record] = .some(nil) }
        var choices: [Scope] = []
        try reader.forEach { record, kept in
            guard let record, record.part == .facts, record.name != .profile, case .text(let text) = kept,
                let id = ScopeFacts.value(text, of: record), ids.contains(Profiles.facts(id))
            else { return }
            choices.append(record)
        }
        for choice in choices { changed[choice] = .some(nil) }
    }
}
