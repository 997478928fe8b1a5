// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication

@_cdecl("lectern_publication_pages") @implementation
public func lectern_publication_pages(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in try PublicationTarget.of(publication).writePages(to: &json) }
}

@_cdecl("lectern_publication_footnote") @implementation
public func lectern_publication_footnote(
    _ publication: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(publication, query, json, error) { publication, query, json throws(Failure) in
        try publication.writeNote(query, to: &json)
    }
}

@_cdecl("lectern_publication_word") @implementation
public func lectern_publication_word(
    _ publication: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(publication, query, json, error) { publication, query, json throws(Failure) in
        try publication.writeWord(query, to: &json)
    }
}

/// The body of a function that returns JSON about a place in a publication.
func callJSON(
    _ publication: OpaquePointer?, _ query: Text?, _ output: Output?, _ error: Output?,
    _ write: (Publication, LocatorQuery, inout JSONWriter) throws(Failure) -> Void
) -> lectern_status {
    callJSON(output, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        try write(publication, LocatorQuery(Input.json(query, "query")), &json)
    }
}
