// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Merges two states of a note.
///
/// Each group of members is taken from the state with the larger clock.  The order and the number of merges do not
/// matter: merging is commutative, associative and idempotent.
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
            // The date of the deletion that won: another one may have been undone in between.
            let last = [(clocksOfA.deleted, a), (clocksOfB.deleted, b)].filter { $0.0 == clocks.deleted }
            json["deleted"] = date(last.map { $0.1 }, "deleted") { $0 > $1 }
        }
        if a["clocks"] == nil, b["clocks"] == nil {
            if clocks.isDeleted { return tombstone(json) }
            // The clocks can be left out if they follow from the date of the note.
            let note = Note(trusted: json)
            if NoteClocks(of: note).groups == clocks.groups { return note }
        }
        json["clocks"] = clocks.json
        return Note(trusted: json)
    }

    /// Returns the remains of a deleted note without clocks: nothing more can be merged into it.
    private static func tombstone(_ json: JSONObject) -> Note {
        let kept: Set<String> = ["id", "publication", "deleted"]
        return Note(trusted: JSONObject(json.members.filter { kept.contains($0.key) }))
    }

    /// A group in one of the states.  Without clocks, or with equal ones, the content decides, since the result must
    /// not depend on the order of the states.
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
            // Sorted, since devices may write the same members in different orders.
            let members = part.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return JSONWriter.text(of: .object(JSONObject(members))).withBytes { Array($0) }
        }
    }

    /// Returns the preferred date; if it is spelled in two ways, the lexicographically smaller one.
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

    /// Merges two lists; all states of an id are merged.  A note that one list lacks is kept, since its absence is
    /// not a deletion.  The result is sorted by place.
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
        return order.compactMap { notes[$0] }.map { ($0, NoteSortKey(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Reads a list of notes (schema `notes-list`).
    public static func list(_ json: JSONReader) throws(Failure) -> [Note] {
        try check(count: json)
        var notes: [Note] = []
        for element in try json.elements() { notes.append(try Note(element)) }
        return notes
    }

    /// Throws if a list has more notes than a call accepts.
    public static func check(count list: JSONReader) throws(Failure) {
        guard list.value.array?.count ?? 0 <= NoteLimits.maxCount else {
            throw list.limit("There are more than \(NoteLimits.maxCount) notes.")
        }
    }
}
