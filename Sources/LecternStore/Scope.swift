// SPDX-License-Identifier: BSD-3-Clause

import LecternModel
import LecternNavigator

/// The scope of preferences (schema `store-scope`).
///
/// Scopes are compared byte by byte, as in SQLite: canonically equivalent identifiers are different.
public struct Scope: Sendable {
    public enum Name: String, Sendable, CaseIterable {
        case global, kind, publication
    }

    public let name: Name
    public let kind: NavigatorKind?
    /// The id of the publication; "" for other scopes.
    public let id: String

    public init(_ json: JSONReader) throws(Failure) {
        name = try json.member("scope").choice(Name.self)
        try json.rejectUnknownMembers(["scope"] + Scope.members(of: name))
        switch name {
        case .global:
            kind = nil
            id = ""
        case .kind:
            kind = try json.member("kind").choice(NavigatorKind.self)
            id = ""
        case .publication:
            kind = try json.optionalMember("kind").map { member throws(Failure) in try member.choice(NavigatorKind.self)
            }
            let member = try json.member("id")
            id = try member.nonEmptyString()
            guard id.utf8.count <= StoreLimits.maxIdentifier else {
                throw Failure(
                    .limit, "The identifier is longer than \(StoreLimits.maxIdentifier) bytes.", path: member.path)
            }
        }
    }

    private static func members(of name: Name) -> [String] {
        switch name {
        case .global: []
        case .kind: ["kind"]
        case .publication: ["id", "kind"]
        }
    }

    /// Reads a scope from the columns of a row; nil if this version does not know it.
    init?(name: [UInt8]?, kind: [UInt8]?, id: [UInt8]?) {
        guard let name = Scope.text(name).flatMap(Name.init(rawValue:)), let kind = Scope.text(kind),
            let id = Scope.text(id), id.utf8.count <= StoreLimits.maxIdentifier
        else { return nil }
        let known = NavigatorKind(rawValue: kind)
        guard (known == nil) == kind.isEmpty, (name == .publication) != id.isEmpty, name != .global || known == nil,
            name != .kind || known != nil
        else { return nil }
        self.name = name
        self.kind = known
        self.id = id
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
        if name == .publication { json.member("id", id) }
        json.member("kind", ifPresent: kind?.rawValue)
        json.endObject()
    }

    /// The JSON: a step in the paths of failures and warnings, and the internal topic of its events.
    var text: String {
        var json = JSONWriter()
        write(to: &json)
        return json.finish().text
    }

    /// The columns that identify its row.
    var columns: [String] { [name.rawValue, kind?.rawValue ?? "", id] }
}

extension Scope: Hashable, Comparable {
    public static func == (a: Scope, b: Scope) -> Bool {
        a.name == b.name && a.kind == b.kind && a.id.utf8.elementsEqual(b.id.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
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
