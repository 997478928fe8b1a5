// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication

@_cdecl("lectern_publication_services") @implementation
public func lectern_publication_services(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        json.beginArray()
        for service in publication.services {
            json.beginObject()
            json.member("name", service.name)
            json.member("isBuiltIn", service.isBuiltIn)
            json.key("links")
            json.links(service.links)
            json.endObject()
        }
        json.endArray()
    }
}

@_cdecl("lectern_publication_cover") @implementation
public func lectern_publication_cover(
    _ publication: OpaquePointer!, _ options: Text!, _ resource: Output!, _ error: Output!
) -> lectern_status {
    call(resource, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        let options = try CoverOptions(optional: Input.optionalJSON(options, "options"))
        return ResourceTarget(try publication.cover(options))
    }
}

@_cdecl("lectern_publication_thumbnail") @implementation
public func lectern_publication_thumbnail(
    _ publication: OpaquePointer!, _ options: Text!, _ resource: Output!, _ error: Output!
) -> lectern_status {
    call(resource, error) { () throws(Failure) in
        let publication = try PublicationTarget.of(publication)
        return ResourceTarget(try publication.thumbnail(Input.json(options, "options")))
    }
}

@_cdecl("lectern_publication_page_images") @implementation
public func lectern_publication_page_images(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        try PublicationTarget.of(publication).writePageImages(to: &json)
    }
}

@_cdecl("lectern_publication_positions") @implementation
public func lectern_publication_positions(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in try PublicationTarget.of(publication).positions }
}

@_cdecl("lectern_publication_positions_by_reading_order") @implementation
public func lectern_publication_positions_by_reading_order(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        try PublicationTarget.of(publication).positionsByReadingOrder
    }
}

@_cdecl("lectern_publication_locate") @implementation
public func lectern_publication_locate(
    _ publication: OpaquePointer!, _ query: Text!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(publication, query, json, error) { publication, query, json throws(Failure) in
        try publication.locateWithFit(query).write(to: &json)
    }
}
