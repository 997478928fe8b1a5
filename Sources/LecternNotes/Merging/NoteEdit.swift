// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Edits by one device at one time.
public struct NoteEdit: Sendable {
    public let device: String
    /// Milliseconds since 1970.
    public let now: Int64
    private let date: JSON

    /// - Parameter json: an object with the members `device` and `now`.
    public init(_ json: JSONReader) throws(Failure) {
        device = try NoteRules.identifier(json.required("device"))
        let member = try json.required("now")
        now = try NoteRules.date(member)
        guard now >= 0, let text = DateText.rfc3339(epochMilliseconds: now) else {
            throw member.failure("Expected a date and time after 1970.")
        }
        date = .string(text)
    }

    /// Members that an edit cannot set.
    private static let kept = ["id", "modified", "deleted", "clocks"]

    private static func own(_ members: JSONObject) -> JSONObject { members.without(kept) }

    /// Creates a new note.
    ///
    /// - Parameter id: the id of a note that has none.
    public func added(_ members: JSONObject, id: String) -> Note {
        var json = JSONObject([.init(key: "id", value: members["id"] ?? .string(id))])
        json.merge(NoteRules.withoutNull(NoteEdit.own(members)))
        var note = Note(trusted: json)
        if note["kind"] == nil { note["kind"] = .string(NoteEdit.kind(of: note).rawValue) }
        note["created"] = note["created"] ?? date
        note["modified"] = date
        var clocks = NoteClocks()
        let clock = NoteClock(milliseconds: now, device: device)
        for group in NoteGroup.allCases where !group.part(of: note.json).isEmpty { clocks.groups[group] = clock }
        note["clocks"] = clocks.json
        return note
    }

    private static func kind(of note: Note) -> Note.Kind {
        if note.text?.isEmpty == false { return .note }
        return note.quote.highlight?.isEmpty == false ? .highlight : .bookmark
    }

    /// Returns the note with these members changed; null removes a member, others are kept.  Returns nil if nothing
    /// changes.
    public func changed(_ former: Note, _ members: JSONObject) -> Note? {
        var json = former.json
        json.merge(NoteEdit.own(members))
        json = NoteRules.withoutNull(json)
        var clocks = NoteClocks(of: former)
        let clock = clock(after: clocks)
        var isChanged = former.deleted != nil
        for group in NoteGroup.allCases where group.part(of: json) != group.part(of: former.json) {
            clocks.groups[group] = clock
            isChanged = true
        }
        guard isChanged else { return nil }
        // Any edit restores a deleted note, even if it changes no member.
        if clocks.isDeleted { clocks.groups[.place] = clock }
        json["deleted"] = nil
        json["modified"] = date
        json["clocks"] = clocks.json
        return Note(trusted: json)
    }

    /// Returns nil if the note is already deleted.
    public func deleted(_ former: Note) -> Note? {
        guard former.deleted == nil else { return nil }
        var clocks = NoteClocks(of: former)
        clocks.deleted = clock(after: clocks)
        var note = former
        note["deleted"] = date
        note["clocks"] = clocks.json
        return note
    }

    /// Returns a clock larger than all clocks of the note, so that this edit wins, even if this device's clock is
    /// slow.
    private func clock(after clocks: NoteClocks) -> NoteClock {
        let last = [clocks.last, clocks.deleted].compactMap { $0 }.max()
        return NoteClock.now(now, device: device, after: last)
    }
}

extension Note {
    /// The note with explicit clocks, for later merging.
    public var clocked: Note {
        guard json["clocks"] == nil else { return self }
        var note = self
        note["clocks"] = NoteClocks(of: self).json
        return note
    }
}
