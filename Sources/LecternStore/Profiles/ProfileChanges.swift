// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Profiles to save, to remove and to choose (schema `store-profile-changes`).
struct ProfileChanges: Sendable {
    struct Saved: Sendable {
        let id: String
        let title: String?
        let copied: Profile?
        let path: [String]
    }

    /// A profile that has to exist.
    struct Profile: Sendable {
        let id: String
        let path: [String]

        init(_ json: JSONReader) throws(Failure) {
            id = try json.identifier()
            path = json.path
        }
    }

    private(set) var saved: [Saved] = []
    private(set) var removed: [String] = []
    private(set) var choices: [(scope: Scope, profile: Profile?)] = []

    init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(["save", "remove", "choose"])
        for one in try json.optionalMember("save")?.elements() ?? [] {
            try one.rejectUnknownMembers(["id", "title", "copyOf"])
            saved.append(
                Saved(
                    id: try one.member("id").identifier(), title: try one.optionalMember("title")?.identifier(),
                    copied: try one.optionalMember("copyOf").map(Profile.init), path: one.path))
        }
        for one in try json.optionalMember("remove")?.elements() ?? [] { removed.append(try one.identifier()) }
        for one in try json.optionalMember("choose")?.elements() ?? [] {
            try one.rejectUnknownMembers(["scope", "profile"])
            let profile = try one.member("profile")
            choices.append(
                (try Scope(choosing: one.member("scope")), profile.value.isNull ? nil : try Profile(profile)))
        }
    }
}

extension Scope {
    /// Reads a scope for which a profile can be chosen.
    init(choosing json: JSONReader) throws(Failure) {
        try self.init(json)
        guard name != .profile else { throw json.failure("A profile cannot be chosen for a profile.") }
    }
}
