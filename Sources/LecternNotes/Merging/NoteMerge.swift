// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Merges two states of one note.
///
/// Each group of members comes from the state where it has the larger clock.  So it does not matter in what order, or how
/// often, states are merged: it is commutative, associative and idempotent.
public enum NoteMerge {
    public static func merged(_ a: Note, _ b: Note) -> Note {
        if a["clocks"] != nil, a == b { return a }
        let (clocksOfA, clocksOfB) = (NoteClocks(of: a), NoteClocks(of: b))
        var clocks = NoteClocks()
        var json = JSONObject()
        json["id"] = .string(a.id)
        for group in NoteGroup.allCases {
            let sides = [(clocksOfA.groups[group], a), (clocksOfB.groups[group], b)].map { clock, note in
                Side(clock: clock, part: group.part(of: note.json))
            }
            guard let side = sides.max() else { continue }
            clocks.groups[group] = side.clock
            for member in side.part.members { json.append(member) }
        }
        clocks.deleted = [clocksOfA.deleted, clocksOfB.deleted].compactMap { $0 }.max()
        json["created"] = date([a, b], "created") { $0 < $1 }
        json["modified"] = date([a, b], "modified") { $0 > $1 }
        if clocks.isDeleted {
            // That of the deletion that counts: another one may have been undone in between.
            let last = [(clocksOfA.deleted, a), (clocksOfB.deleted, b)].filter { $0.0 == clocks.deleted }
            json["deleted"] = date(last.map { $0.1 }, "deleted") { $0 > $1 }
        }
        if a["clocks"] == nil, b["clocks"] == nil {
            if clocks.isDeleted { return tombstone(json) }
            // As long as its date says the same as the clocks would.
            let note = Note(trusted: json)
            if NoteClocks(of: note).groups == clocks.groups { return note }
        }
        json["clocks"] = clocks.json
        return Note(trusted: json)
    }

    /// What is left of a deleted note that has no clocks: nothing can be merged into it.
    private static func tombstone(_ json: JSONObject) -> Note {
        let kept: Set<String> = ["id", "publication", "deleted"]
        return Note(trusted: JSONObject(json.members.filter { kept.contains($0.key) }))
    }

    /// A group in one of the states.  Without clocks, or with equal ones, the content decides: the result must not depend
    /// on which state comes first.
    private struct Side: Comparable {
        let clock: NoteClock?
        let part: JSONObject

        static func == (a: Side, b: Side) -> Bool { a.clock == b.clock && a.part == b.part }

        static func < (a: Side, b: Side) -> Bool {
            if a.clock != b.clock {
                return (a.clock ?? NoteClock(milliseconds: -1)) < (b.clock ?? NoteClock(milliseconds: -1))
            }
            return a.part == b.part ? false : a.text.lexicographicallyPrecedes(b.text)
        }

        private var text: [UInt8] {
            // In a fixed order: two devices may write the same members in different ones.
            let members = part.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return JSONWriter.text(of: .object(JSONObject(members))).withBytes { Array($0) }
        }
    }

    /// Of the dates the one that is wanted; of two spellings of it, the one that comes first.
    private static func date(_ notes: [Note], _ name: String, _ isWanted: (Int64, Int64) -> Bool) -> JSON? {
        let dates = notes.compactMap { note -> (moment: Int64, text: String)? in
            guard let text = note[name]?.string, let moment = DateText.epochMilliseconds(text) else { return nil }
            return (moment, text)
        }
        let sorted = dates.sorted {
            $0.moment != $1.moment
                ? isWanted($0.moment, $1.moment) : $0.text.utf8.lexicographicallyPrecedes($1.text.utf8)
        }
        return sorted.first.map { .string($0.text) }
    }

    /// Merges two lists; where an id comes more than once, all of its states are merged.  A note that one list lacks stays:
    /// absence means nothing.  The notes come in the order of their places.
    public static func merged(_ ours: [Note], _ theirs: [Note]) -> [Note] {
        var order: [ExactText] = []
        var notes: [ExactText: Note] = [:]
        for note in ours + theirs {
            let id = ExactText(note.id)
            if let former = notes[id] {
                notes[id] = merged(former, note)
            } else {
                notes[id] = note
                order.append(id)
            }
        }
        return order.compactMap { notes[$0] }.map { ($0, NotePlace(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Reads a list of notes (schema `notes-list`).
    public static func list(_ json: JSONReader) throws(Failure) -> [Note] {
        try check(count: json)
        var notes: [Note] = []
        for element in try json.elements() { notes.append(try Note(element)) }
        return notes
    }

    /// Throws if a list has more notes than a call may take.
    public static func check(count list: JSONReader) throws(Failure) {
        guard list.value.array?.count ?? 0 <= NoteLimits.maxCount else {
            throw list.limit("There are more than \(NoteLimits.maxCount) notes.")
        }
    }
}
