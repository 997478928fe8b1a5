// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The rows of a file, inside of a transaction.
struct FileReader: RecordReader {
    let database: Database
    let version: RecordVersion

    func kept(for scope: Scope) throws(Trouble) -> Kept { try kept(for: scope, lookUp()) }

    private func lookUp() throws(Trouble) -> Statement {
        try Statement("SELECT json FROM preferences WHERE scope = ?1 AND kind = ?2 AND id = ?3", in: database)
    }

    private func kept(for scope: Scope, _ lookUp: borrowing Statement) throws(Trouble) -> Kept {
        try lookUp.bind(scope)
        defer { lookUp.reset() }
        switch try lookUp.next() {
        case .end: return .nothing
        case .tooLarge: return .unusable
        case .row:
            guard let text = lookUp.text(0), text.count <= StoreLimits.maxDocument else { return .unusable }
            return .text(text)
        }
    }

    func forEach(_ body: (Scope?, Kept) throws(Trouble) -> Void) throws(Trouble) {
        let scopes = try Statement("SELECT scope, kind, id FROM preferences ORDER BY scope, kind, id", in: database)
        let lookUp = try lookUp()
        while try scopes.step() {
            // One row that is too large must not keep the others from being seen: so each is read by itself.
            if let scope = Scope(name: scopes.text(0), kind: scopes.text(1), id: scopes.text(2)) {
                try body(scope, try kept(for: scope, lookUp))
            } else {
                try body(nil, .unusable)
            }
        }
    }
}

/// Changes rows, inside of a transaction.
struct FileWriter {
    let database: Database

    func make(_ changes: [RecordChange]) throws(Trouble) {
        guard !changes.isEmpty else { return }
        let forget = try Statement("DELETE FROM preferences WHERE scope = ?1 AND kind = ?2 AND id = ?3", in: database)
        let keep = try Statement(
            "INSERT INTO preferences (scope, kind, id, json) VALUES (?1, ?2, ?3, ?4)", in: database)
        for change in changes {
            if change.preservesFormer { try preserve(change.scope) }
            try forget.bind(change.scope)
            _ = try forget.step()
            forget.reset()
            guard let text = change.text else { continue }
            try keep.bind(change.scope)
            try keep.bind(4, text)
            _ = try keep.step()
            keep.reset()
        }
    }

    private func preserve(_ scope: Scope) throws(Trouble) {
        let statement = try Statement(
            """
            INSERT INTO unreadable (scope, kind, id, json)
            SELECT scope, kind, id, json FROM preferences WHERE scope = ?1 AND kind = ?2 AND id = ?3
            """, in: database)
        try statement.bind(scope)
        _ = try statement.step()
    }
}

extension Statement {
    /// The first three parameters.
    func bind(_ scope: Scope) throws(Trouble) {
        for (index, text) in zip(Int32(1)..., scope.columns) { try bind(index, text.utf8) }
    }
}
