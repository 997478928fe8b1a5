// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternContainers
import LecternModel
import LecternPublication

extension lectern_fetcher: CallbackTable { static var typeName: String { "lectern_fetcher" } }
extension lectern_compute: CallbackTable { static var typeName: String { "lectern_compute" } }
extension lectern_editor: CallbackTable { static var typeName: String { "lectern_editor" } }

/// Files served by the host, for a publication made of a manifest.
enum HostFiles {
    /// The function returns nil for an href that the host does not know.
    static func fetch(
        _ fetcher: HostTable<lectern_fetcher>
    ) throws(Failure) -> @Sendable (String) throws(Failure) -> Resource? {
        guard let get = fetcher.table.get else { throw Failure(.argument, "A fetcher needs the function get.") }
        return { href throws(Failure) in
            try CallbackResult.answer(ResourceTarget.self, what: "The fetcher") { resource, error in
                href.withCString { get(fetcher.table.user_data, $0, resource, error) }
            }?.resource
        }
    }
}

/// A value computed by the host.
enum HostCompute {
    static func closure(
        _ host: HostTable<lectern_compute>
    ) throws(Failure) -> () throws(Failure) -> ByteBuffer? {
        guard let compute = host.table.compute else {
            throw Failure(.argument, "A lectern_compute needs the function compute.")
        }
        return { () throws(Failure) in
            try CallbackResult.answer(ByteBuffer.self, what: "The function compute") { bytes, error in
                compute(host.table.user_data, bytes, error)
            }
        }
    }
}

/// A function of the host that changes manifests.
enum HostEditor {
    static func closure(
        _ host: HostTable<lectern_editor>, maxJSONDepth: UInt64
    ) throws(Failure) -> ManifestEditor {
        guard let edit = host.table.edit else { throw Failure(.argument, "A lectern_editor needs the function edit.") }
        // Publications that the host opens from `edit` are not edited, which prevents endless recursion.
        let inside = ThreadsInside()
        return { manifest throws(Failure) in
            let edited = try inside.once { () throws(Failure) in
                try CallbackResult.answer(ByteBuffer.self, what: "The function edit") { edited, error in
                    withExtendedLifetime(manifest) { edit(host.table.user_data, manifest.cString, edited, error) }
                }
            }
            guard let edited else { return nil }
            let json = try edited.withBytes { (bytes) throws(Failure) in
                try JSONParser.parse(bytes, source: "manifest", maxDepth: maxJSONDepth)
            }
            return JSONReader(json, source: "manifest")
        }
    }
}
