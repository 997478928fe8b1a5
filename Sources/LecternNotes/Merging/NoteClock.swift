// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A hybrid logical clock: the time of an edit, a counter for edits in the same millisecond or after the clock was
/// set back, and the device.  Of two edits, the one with the larger clock wins.
public struct NoteClock: Sendable, Equatable, Comparable {
    public let milliseconds: Int64
    public let counter: Int64
    public let device: String

    public init(milliseconds: Int64, counter: Int64 = 0, device: String = "") {
        self.milliseconds = milliseconds
        self.counter = counter
        self.device = device
    }

    /// Parses `milliseconds.counter.device`.
    init(_ json: JSONReader) throws(Failure) {
        let text = try json.string()
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
        let numbers = parts.prefix(2).compactMap { part in
            part.allSatisfy(ASCII.isDigit) ? Int64(String(Substring(part))) : nil
        }
        guard parts.count == 3, numbers.count == 2, let first = numbers.first, let second = numbers.last,
            first <= NoteClock.latest, second <= NoteClock.lastCount, text.utf8.count <= NoteLimits.maxIdentifier
        else { throw json.failure("Expected a clock such as \"1767225600000.0.phone\".") }
        milliseconds = first
        counter = second
        device = String(Substring(parts[2]))
    }

    /// Later than the last valid date, which is at the end of the year 9999, so that an edit of a note with that date
    /// still has a later clock.
    private static let latest: Int64 = 253_500_000_000_000
    private static let lastCount: Int64 = (1 << 31) - 1

    var text: String { "\(milliseconds).\(counter).\(device)" }

    public static func < (a: NoteClock, b: NoteClock) -> Bool {
        if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds }
        if a.counter != b.counter { return a.counter < b.counter }
        return a.device.utf8.lexicographicallyPrecedes(b.device.utf8)
    }

    public static func == (a: NoteClock, b: NoteClock) -> Bool {
        a.milliseconds == b.milliseconds && a.counter == b.counter && a.device.isExactly(b.device)
    }

    /// Returns the clock for an edit made now, which is larger than the clocks of previous edits.
    public static func now(_ milliseconds: Int64, device: String, after last: NoteClock?) -> NoteClock {
        guard let last, last.milliseconds >= milliseconds else {
            return NoteClock(milliseconds: milliseconds, device: device)
        }
        if last.counter < lastCount {
            return NoteClock(milliseconds: last.milliseconds, counter: last.counter + 1, device: device)
        }
        return NoteClock(milliseconds: Swift.min(last.milliseconds + 1, latest), device: device)
    }
}

/// Members of a note that are edited together, and share one clock.
public enum NoteGroup: String, Sendable, CaseIterable {
    /// The place, and all members that are in no other group.
    case place
    case look, text, tags

    private static let members: [NoteGroup: Set<String>] = [
        .look: ["style", "color"], .text: ["kind", "body"], .tags: ["tags"],
    ]
    /// Members that are merged by other rules.
    static let common: Set<String> = ["id", "created", "modified", "deleted", "clocks"]

    static func of(_ member: String) -> NoteGroup? {
        if common.contains(member) { return nil }
        return allCases.first { members[$0]?.contains(member) ?? false } ?? .place
    }

    /// Returns the members of a note that belong to this group, in order.
    func part(of note: JSONObject) -> JSONObject {
        JSONObject(note.members.filter { NoteGroup.of($0.key) == self && !$0.value.isNull })
    }
}

/// The clocks of a note: when each group was last edited, and when the note was deleted.
public struct NoteClocks: Sendable, Equatable {
    public var groups: [NoteGroup: NoteClock] = [:]
    public var deleted: NoteClock?

    init() {}

    init(_ json: JSONReader) throws(Failure) {
        try json.rejectUnknownMembers(NoteGroup.allCases.map(\.rawValue) + ["deleted"])
        for group in NoteGroup.allCases {
            if let member = try json.optionalMember(group.rawValue) { groups[group] = try NoteClock(member) }
        }
        deleted = try json.optionalMember("deleted").map { member throws(Failure) in try NoteClock(member) }
    }

    /// Creates the clocks that the note has; groups without one get its modification or creation date.
    public init(of note: Note) {
        let stated = note["clocks"].flatMap { try? NoteClocks(JSONReader($0, source: "clocks")) }
        let date = (note.modified ?? note.created).flatMap(DateText.epochMilliseconds)
        let rest = NoteClock(milliseconds: Swift.max(0, date ?? 0))
        for group in NoteGroup.allCases {
            guard stated?.groups[group] == nil else {
                groups[group] = stated?.groups[group]
                continue
            }
            // Members that a note without clocks lacks may just be missing, so their absence is not an edit.
            if stated == nil, !group.part(of: note.json).isEmpty { groups[group] = rest }
        }
        let end = note.deleted.flatMap(DateText.epochMilliseconds)
        deleted = stated?.deleted ?? end.map { NoteClock(milliseconds: Swift.max(0, $0)) }
    }

    /// The clock of the last edit.
    public var last: NoteClock? { groups.values.max() }

    /// Whether the deletion is later than all edits.
    public var isDeleted: Bool { deleted.map { deleted in last.map { $0 <= deleted } ?? true } ?? false }

    var json: JSON {
        var object = JSONObject()
        for group in NoteGroup.allCases { object[group.rawValue] = groups[group].map { .string($0.text) } }
        object["deleted"] = deleted.map { .string($0.text) }
        return .object(object)
    }
}
