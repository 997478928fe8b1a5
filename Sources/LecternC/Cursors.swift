// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication
import LecternText

extension Cursor: HandleTarget {
    static var handleKind: HandleKind { .cursor }
}

@_cdecl("lectern_publication_search") @implementation
public func lectern_publication_search(
    _ publication: OpaquePointer!, _ query: Text!, _ options: Text!, _ cursor: Output!, _ error: Output!
) -> lectern_status {
    call(cursor, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let query = try Input.text(query, "query")
        return try publication.search(query, SearchOptions(Input.optionalJSON(options, "options")))
    }
}

@_cdecl("lectern_cursor_next") @implementation
public func lectern_cursor_next(_ cursor: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callOptional(json, error) { () throws(Failure) in try HandleTable.target(cursor, Cursor.self).next() }
}

@_cdecl("lectern_cursor_previous") @implementation
public func lectern_cursor_previous(_ cursor: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callOptional(json, error) { () throws(Failure) in try HandleTable.target(cursor, Cursor.self).previous() }
}

@_cdecl("lectern_cursor_free") @implementation
public func lectern_cursor_free(_ cursor: OpaquePointer!) -> lectern_status { free(cursor, Cursor.self) }
