// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Profiles: sets of preferences with a title, of which the reader chooses one.
extension Store {
    /// Returns the profiles and the chosen one (schema `store-profiles`).
    ///
    /// - Parameter scopes: in increasing order of precedence; nil for the global one.
    public func profiles(_ scopes: JSONReader?) throws(Failure) -> ByteBuffer {
        let scopes =
            try scopes?.oneOrMore { one throws(Failure) in try Scope(choosing: one) } ?? [Scope(.global)]
        return try run(writing: false) { reader, _ throws(StoreError) in
            let profiles = Profiles(reader)
            var json = JSONWriter()
            json.beginObject()
            json.key("profiles")
            json.array(try profiles.all()) { profile, json in
                json.beginObject()
                json.member("id", profile.id)
                json.member("title", profile.title)
                json.endObject()
            }
            json.member("chosen", ifPresent: try profiles.chosen(for: scopes))
            json.endObject()
            return json.finish()
        }
    }

    /// Saves, removes and chooses profiles, all or none.
    public func save(profiles json: JSONReader) throws(Failure) {
        let edits = try ProfileChanges(json)
        try run(writing: true) { reader, work throws(StoreError) in
            var profiles = Profiles(reader)
            try profiles.apply(edits)
            try self.add(profiles.changes, reader, &work)
        }
    }
}
