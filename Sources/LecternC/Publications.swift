// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternModel
import LecternPublication

extension Publication: HandleTarget {
    static var handleKind: HandleKind { .publication }
}

@_cdecl("lectern_publication_open") @implementation
public func lectern_publication_open(
    _ context: OpaquePointer!, _ path: Text!, _ options: Text!, _ publication: Output!,
    _ error: Output!
) -> lectern_status {
    open(context, options, publication, error) { opening throws(Failure) in
        try Publication.open(path: try Input.text(path, "path"), opening)
    }
}

@_cdecl("lectern_publication_open_memory") @implementation
public func lectern_publication_open_memory(
    _ context: OpaquePointer!, _ data: UnsafeRawPointer!, _ size: Int,
    _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)!, _ user_data: UnsafeMutableRawPointer!,
    _ options: Text!, _ publication: Output!, _ error: Output!
) -> lectern_status {
    let memory = HostMemory(data, size, release, user_data)
    return open(context, options, publication, error) { opening throws(Failure) in
        try Publication.open(try memory.source(), opening)
    }
}

@_cdecl("lectern_publication_open_stream") @implementation
public func lectern_publication_open_stream(
    _ context: OpaquePointer!, _ stream: UnsafePointer<lectern_stream>!, _ options: Text!,
    _ publication: Output!, _ error: Output!
) -> lectern_status {
    let stream = HostTable.take(stream)
    return open(context, options, publication, error) { opening throws(Failure) in
        guard let stream else { throw Failure(.argument, "The parameter stream is NULL.") }
        return try Publication.open(try HostStream.source(stream.get()), opening)
    }
}

/// The frame of every way of opening: it reads the context and the options.
private func open(
    _ context: OpaquePointer?, _ options: Text?, _ publication: Output?, _ error: Output?,
    _ body: (Opening) throws(Failure) -> Publication
) -> lectern_status {
    call(publication, error) { () throws(Failure) in
        let context = try ContextTarget.of(context)
        let options = try Input.optionalJSON(options, "options", maxDepth: context.limits.maxJSONDepth)
            .map { json throws(Failure) in try OpenOptions(json) }
        return try body(
            Opening(
                options: options ?? OpenOptions(), context: context.options, progress: context.progress,
                log: context.log))
    }
}

@_cdecl("lectern_publication_manifest") @implementation
public func lectern_publication_manifest(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in try HandleTable.target(publication, Publication.self).manifestJSON }
}

@_cdecl("lectern_publication_warnings") @implementation
public func lectern_publication_warnings(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in
        let publication = try HandleTable.target(publication, Publication.self)
        json.beginArray()
        for warning in publication.warnings { warning.write(to: &json) }
        json.endArray()
    }
}

@_cdecl("lectern_publication_get") @implementation
public func lectern_publication_get(
    _ publication: OpaquePointer!, _ href: Text!, _ resource: Output!, _ error: Output!
) -> lectern_status {
    call(resource, error) { () throws(Failure) in
        let publication = try HandleTable.target(publication, Publication.self)
        return ResourceTarget(try publication.get(try Input.text(href, "href")))
    }
}

@_cdecl("lectern_publication_free") @implementation
public func lectern_publication_free(_ publication: OpaquePointer!) -> lectern_status {
    free(publication, Publication.self)
}

@_cdecl("lectern_publication_positions") @implementation
public func lectern_publication_positions(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in try HandleTable.target(publication, Publication.self).positions }
}

@_cdecl("lectern_publication_positions_by_reading_order") @implementation
public func lectern_publication_positions_by_reading_order(
    _ publication: OpaquePointer!, _ json: Output!, _ error: Output!
) -> lectern_status {
    call(json, error) { () throws(Failure) in
        try HandleTable.target(publication, Publication.self).positionsByReadingOrder
    }
}
