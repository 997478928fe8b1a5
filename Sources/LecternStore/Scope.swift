// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The scope of preferences (schema `store-scope`).
///
/// Scopes are compared byte by byte, as in SQLite: canonically equivalent identifiers are different.
public struct Scope: Sendable {
    public enum Name: String, Sendable, CaseIterable {
        case global, kind, profile, publication
    }

    /// What is stored for a scope, each in a record of its own.
    enum Part: String, CaseIterable {
        case preferences = ""
        /// The title of a profile; for other scopes, the profile that is chosen (`ScopeFacts`).
        case facts = "/facts"
    }

    public let name: Name
    public let kind: NavigatorKind?
    /// The id of the profile or publication; "" for other scopes.
    public let id: String
    let part: Part

    init(_ name: Name, kind: NavigatorKind? = nil, id: String = "", _ part: Part = .preferences) {
        self.name = name
        self.kind = kind
        self.id = id
        self.part = part
    }

    public init(_ json: JSONReader) throws(Failure) {
        part = .preferences
        name = try json.member("scope").choice(Name.self)
        try json.rejectUnknownMembers(["scope"] + Scope.members(of: name))
        switch name {
        case .global:
            kind = nil
            id = ""
        case .kind:
            kind = try json.member("kind").choice(NavigatorKind.self)
            id = ""
        case .profile, .publication:
            kind = try json.optionalMember("kind").map { member throws(Failure) in try member.choice(NavigatorKind.self)
            }
            id = try json.member("id").identifier()
        }
    }

    private static func members(of name: Name) -> [String] {
        switch name {
        case .global: []
        case .kind: ["kind"]
        case .profile, .publication: ["id", "kind"]
        }
    }

    /// Reads a scope from the columns of a row; nil if this version does not know it.
    init?(name: [UInt8]?, kind: [UInt8]?, id: [UInt8]?) {
        guard let text = Scope.text(name), let part = Part.allCases.last(where: { text.hasSuffix($0.rawValue) }),
            let name = Name(rawValue: String(text.dropLast(part.rawValue.count))), let kind = Scope.text(kind),
            let id = Scope.text(id), id.utf8.count <= StoreLimits.maxIdentifier
        else { return nil }
        let known = NavigatorKind(rawValue: kind)
        guard (known == nil) == kind.isEmpty, name.hasIdentifier != id.isEmpty, name != .global || known == nil,
            name != .kind || known != nil, name != .profile || part == .preferences || known == nil
        else { return nil }
        self.init(name, kind: known, id: id, part)
    }

    private static func text(_ bytes: [UInt8]?) -> String? {
        guard let bytes, let text = String(validating: bytes, as: UTF8.self), StreamSafeText.contains(text) else {
            return nil
        }
        return text
    }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("scope", name.rawValue)
        if name.hasIdentifier { json.member("id", id) }
        json.member("kind", ifPresent: kind?.rawValue)
        json.endObject()
    }

    /// The JSON: a step in the paths of failures and warnings, and the topic of its events, which listeners do not see.
    var text: String {
        var json = JSONWriter()
        write(to: &json)
        return json.finish().text
    }

    /// The columns that identify its row.
    var columns: [String] { [name.rawValue + part.rawValue, kind?.rawValue ?? "", id] }

    /// The record of its preferences.
    var preferences: Scope { Scope(name, kind: kind, id: id) }
    /// The record of its facts.
    var facts: Scope { Scope(name, kind: kind, id: id, .facts) }
    /// Its records.  A profile has one title, not one for each kind.
    var records: [Scope] { name == .profile && kind != nil ? [preferences] : [preferences, facts] }
}

extension Scope.Name {
    var hasIdentifier: Bool { self == .profile || self == .publication }
}

extension JSONReader {
    /// Reads a text that is neither empty nor too long for the key of a record.
    func identifier() throws(Failure) -> String {
        let id = try nonEmptyString()
        guard id.utf8.count <= StoreLimits.maxIdentifier else {
            throw Failure(.limit, "The text is longer than \(StoreLimits.maxIdentifier) bytes.", path: path)
        }
        return id
    }
}

extension Scope: Hashable, Comparable {
    public static func == (a: Scope, b: Scope) -> Bool {
        a.name == b.name && a.part == b.part && a.kind == b.kind && a.id.utf8.elementsEqual(b.id.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(part)
        hasher.combine(kind)
        for byte in id.utf8 { hasher.combine(byte) }
    }

    /// The order in a file.
    public static func < (a: Scope, b: Scope) -> Bool {
        for (x, y) in zip(a.columns, b.columns) where !x.utf8.elementsEqual(y.utf8) {
            return x.utf8.lexicographicallyPrecedes(y.utf8)
        }
        return false
    }
}
