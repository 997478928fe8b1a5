// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternContainers
import LecternModel
import LecternPublication

/// The object of `lectern_resource`.
final class ResourceTarget: HandleTarget {
    static var handleKind: HandleKind { .resource }

    let resource: Resource

    init(_ resource: Resource) { self.resource = resource }

    static func of(_ handle: OpaquePointer?) throws(Failure) -> Resource {
        try HandleTable.target(handle, ResourceTarget.self).resource
    }
}

@_cdecl("lectern_resource_new") @implementation
public func lectern_resource_new(
    _ link: Text!, _ data: UnsafeRawPointer!, _ size: Int, _ resource: Output!, _ error: Output!
) -> lectern_status {
    call(resource, error) { () throws(Failure) in
        let link = try Link(strict: Input.json(link, "link"))
        let bytes = ByteBuffer(copying: try Input.bytes(data, size))
        return ResourceTarget(Resource(link: link, content: .bytes(bytes)))
    }
}

@_cdecl("lectern_resource_new_stream") @implementation
public func lectern_resource_new_stream(
    _ link: Text!, _ stream: UnsafePointer<lectern_stream>!, _ resource: Output!, _ error: Output!
) -> lectern_status {
    let stream = HostTable.take(stream)
    return call(resource, error) { () throws(Failure) in
        let link = try Link(strict: Input.json(link, "link"))
        guard let stream else { throw Failure(.argument, "The parameter stream is NULL.") }
        let source = try HostStream.source(stream.get())
        return ResourceTarget(Resource(link: link, content: .source(source, most: Limits().maxEntrySize)))
    }
}

@_cdecl("lectern_resource_link") @implementation
public func lectern_resource_link(_ resource: OpaquePointer!, _ json: Output!, _ error: Output!) -> lectern_status {
    callJSON(json, error) { json throws(Failure) in try ResourceTarget.of(resource).link.write(to: &json) }
}

@_cdecl("lectern_resource_size") @implementation
public func lectern_resource_size(
    _ resource: OpaquePointer!, _ size: UnsafeMutablePointer<UInt64>!, _ error: Output!
) -> lectern_status {
    call(number: size, error) { () throws(Failure) in try ResourceTarget.of(resource).size }
}

@_cdecl("lectern_resource_read") @implementation
public func lectern_resource_read(
    _ resource: OpaquePointer!, _ offset: UInt64, _ length: UInt64, _ bytes: Output!, _ error: Output!
) -> lectern_status {
    call(bytes, error) { () throws(Failure) in try ResourceTarget.of(resource).read(offset: offset, length: length) }
}

@_cdecl("lectern_resource_free") @implementation
public func lectern_resource_free(_ resource: OpaquePointer!) -> lectern_status {
    free(resource, ResourceTarget.self)
}
