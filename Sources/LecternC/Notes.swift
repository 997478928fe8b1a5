// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternContainers
import LecternModel
import LecternNotes
import LecternPublication

extension NotePages: PageSource {}

extension Input {
    /// Reads the JSON of notes, within the limits of a call.
    static func notes(_ text: Text?, _ name: StaticString) throws(Failure) -> JSONReader {
        try json(text, name, maxBytes: NoteLimits.maxTotal, maxValues: NoteLimits.maxValues)
    }
}

@_cdecl("lectern_notes_read") @implementation
public func lectern_notes_read(
    _ stream: UnsafePointer<lectern_stream>!, _ options: Text!, _ cursor: Output!, _ error: Output!
) -> lectern_status {
    let stream = HostTable.take(stream)
    return call(cursor, error) { () throws(Failure) in
        try CallbackDepth.check()
        guard let stream else { throw Failure(.argument, "The parameter stream is NULL.") }
        let source = try HostStream.source(stream.get())
        let options = try NoteReadOptions(Input.optionalJSON(options, "options"))
        return Cursor(
            try NotePages(options) { offset, bytes throws(Failure) in try source.read(at: offset, into: bytes) })
    }
}

@_cdecl("lectern_notes_write") @implementation
public func lectern_notes_write(_ notes: Text!, _ options: Text!, _ text: Output!, _ error: Output!) -> lectern_status {
    call(text, error) { () throws(Failure) in
        let options = try options.map { options throws(Failure) in try Input.notes(options, "options") }
        return try NoteWriter.text(Input.notes(notes, "notes"), NoteWriteOptions(options))
    }
}

@_cdecl("lectern_notes_merge") @implementation
public func lectern_notes_merge(_ ours: Text!, _ theirs: Text!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let merged = NoteMerge.merged(
            try NoteMerge.list(Input.notes(ours, "ours")), try NoteMerge.list(Input.notes(theirs, "theirs")))
        json.array(merged) { $0.write(to: &$1) }
    }
}
