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

@_cdecl("lectern_publication_note") @implementation
public func lectern_publication_note(
    _ publication: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        try publication.writeNote(LocatorQuery(Input.json(query, "query")), to: &json)
    }
}

@_cdecl("lectern_publication_word") @implementation
public func lectern_publication_word(
    _ publication: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        try publication.writeWord(LocatorQuery(Input.json(query, "query")), to: &json)
    }
}
