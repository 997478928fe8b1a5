// SPDX-License-Identifier: BSD-3-Clause

/// The members of a JSON object, in order; keys are unique.
///
/// Stored as an array: the objects here have few members, so a linear search is faster than a hash table.
public struct JSONObject: Sendable {
    public struct Member: Sendable {
        public let key: String
        public var value: JSON

        public init(key: String, value: JSON) {
            self.key = key
            self.value = value
        }
    }

    public internal(set) var members: [Member]

    public init() { members = [] }

    /// The caller guarantees unique keys.
    public init(_ members: [Member]) { self.members = members }

    public var isEmpty: Bool { members.isEmpty }
    public var count: Int { members.count }
    public var keys: [String] { members.map(\.key) }

    public subscript(key: String) -> JSON? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Uses indices: an iterator would retain and release each member, and this is called for each member of a text.
    func index(of key: String) -> Int? {
        for index in members.indices where members[index].key.isExactly(key) { return index }
        return nil
    }

    /// Adds a member.  The caller guarantees that its key is new.
    public mutating func append(_ member: Member) { members.append(member) }

    /// Adds the members of `other`, which replace existing values.
    public mutating func merge(_ other: JSONObject) { merge([other]) }

    /// Merges several objects, one after the other.
    public mutating func merge(_ others: [JSONObject]) {
        if others.allSatisfy(\.isEmpty) { return }
        var places = Dictionary(
            members.indices.map { (ExactText(members[$0].key), $0) }, uniquingKeysWith: { first, _ in first })
        for member in others.lazy.flatMap(\.members) {
            let key = ExactText(member.key)
            if let place = places[key] {
                members[place].value = member.value
            } else {
                places[key] = members.count
                members.append(member)
            }
        }
    }

    /// Returns the members whose keys are not in `keys`, in order.
    public func without(_ keys: [String]) -> JSONObject {
        JSONObject(members.filter { member in !keys.contains { $0.isExactly(member.key) } })
    }

    /// The members by key, for objects that may be large or are searched often.
    public var dictionary: [ExactText: JSON] {
        Dictionary(members.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { _, last in last })
    }
}

extension JSONObject: Equatable {
    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.count == b.count else { return false }
        // Members are usually in the same order.  A dictionary is only built if they are not.
        for index in a.members.indices {
            guard a.members[index].key.isExactly(b.members[index].key) else {
                let table = b.dictionary
                return a.members.allSatisfy { table[ExactText($0.key)] == $0.value }
            }
            guard a.members[index].value == b.members[index].value else { return false }
        }
        return true
    }
}
