// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// What a store knows of a scope beside its preferences: one text.
///
/// It is a record of its own, so that the preferences remain exactly what the host has saved, and an earlier version of
/// Lectern that shares the file leaves it alone.
enum ScopeFacts {
    /// The member in a record, an event and a list.
    static func key(of scope: Scope) -> StaticString { scope.name == .profile ? "title" : "profile" }

    /// Returns the text of a record.
    static func text(_ value: String, of scope: Scope) -> [UInt8] {
        StoredText.text(of: JSONObject([.init(key: "\(key(of: scope))", value: .string(value))]))
    }

    /// Reads the text of a record; nil if it is missing, or was changed by another program.
    static func value(_ text: [UInt8]?, of scope: Scope) -> String? {
        guard let text, let found = try? StoredText.read(text)["\(key(of: scope))"]?.string, !found.isEmpty,
            found.utf8.count <= StoreLimits.maxIdentifier
        else { return nil }
        return found
    }
}
