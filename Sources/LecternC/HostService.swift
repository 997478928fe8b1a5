// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternContainers
import LecternModel
import LecternPublication

extension lectern_service: CallbackTable { static var typeName: String { "lectern_service" } }

/// A host service for one publication.  Its instance is closed exactly once, together with the publication.
final class HostService: Service {
    let name: String
    let links: [Link]

    private let host: HostTable<lectern_service>
    private let instance: Instance
    /// A service that calls the publication from `get` is skipped during that call, so that it can wrap the next
    /// service, and cannot recurse endlessly.
    private let inside = ThreadsInside()

    /// Returns a factory that creates an instance of the service for each publication.
    static func factory(
        _ host: HostTable<lectern_service>, maxJSONDepth: UInt64
    ) throws(Failure) -> ServiceFactory {
        let name = try Input.text(host.table.name, "service->name")
        guard !name.isEmpty else { throw Failure(.argument, "A service needs a name.") }
        let what = "The service \"\(name)\""
        // A publication that the host opens from `open` or `links` does not get this service, which prevents endless
        // recursion.
        let inside = ThreadsInside()
        return { publication throws(Failure) in
            try inside.once { () throws(Failure) -> HostService? in
                try within(name) { () throws(Failure) -> HostService? in
                    guard let instance = try Instance.open(host, what: what, for: publication) else { return nil }
                    let links = try instance.links(what: what, maxDepth: maxJSONDepth)
                    return HostService(host, name, instance, links: links)
                }
            }
        }
    }

    private init(_ host: HostTable<lectern_service>, _ name: String, _ instance: Instance, links: [Link]) {
        self.host = host
        self.name = name
        self.instance = instance
        self.links = links
    }

    func get(_ href: String) throws(Failure) -> Resource? {
        guard let get = host.table.get else { return nil }
        return try inside.once { () throws(Failure) in
            try CallbackResult.answer(ResourceTarget.self, what: "The service \"\(name)\"") { resource, error in
                href.withCString { get(instance.pointer, $0, resource, error) }
            }?.resource
        }
    }
}

/// The instance returned by the host's `open`, with the function that closes it.
private final class Instance: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?
    private let host: HostTable<lectern_service>
    /// The borrowed handle that was passed to `open`.
    private let publication: OpaquePointer?

    /// - Returns: nil if the host declines.  Without `open`, the host's functions get user_data as the instance.
    static func open(
        _ host: HostTable<lectern_service>, what: String, for publication: Publication
    ) throws(Failure) -> Instance? {
        let borrowed = try HandleTable.insert(PublicationTarget(borrowing: publication), isBorrowed: true)
        guard let open = host.table.open else { return Instance(host, host.table.user_data, borrowed) }
        var made: UnsafeMutableRawPointer?
        var error: OpaquePointer?
        let status = CallbackDepth.inside { open(host.table.user_data, borrowed, &made, &error) }
        do throws(Failure) {
            if try CallbackResult.isAnswer(status, error, what: what) { return Instance(host, made, borrowed) }
        } catch {
            try? HandleTable.remove(borrowed, PublicationTarget.self, isBorrowed: true)
            throw error
        }
        try? HandleTable.remove(borrowed, PublicationTarget.self, isBorrowed: true)
        return nil
    }

    private init(
        _ host: HostTable<lectern_service>, _ pointer: UnsafeMutableRawPointer?, _ publication: OpaquePointer?
    ) {
        self.host = host
        self.pointer = pointer
        self.publication = publication
    }

    deinit {
        if let close = host.table.close { CallbackDepth.inside { close(pointer) } }
        try? HandleTable.remove(publication, PublicationTarget.self, isBorrowed: true)
    }

    func links(what: String, maxDepth: UInt64) throws(Failure) -> [Link] {
        guard let links = host.table.links else { return [] }
        let text = try CallbackResult.answer(ByteBuffer.self, what: what) { buffer, error in
            links(pointer, buffer, error)
        }
        guard let text else { return [] }
        let json = try text.withBytes { (bytes) throws(Failure) in
            try JSONParser.parse(bytes, source: "links", maxDepth: maxDepth)
        }
        return try Link.list(JSONReader(json, source: "links")).map(\.asRoute)
    }
}
