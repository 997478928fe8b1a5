// SPDX-License-Identifier: BSD-3-Clause
import CLectern
import LecternContainers
import LecternModel
import LecternPublication

extension lectern_fetcher: CallbackTable { static var typeName: String { "lectern_fetcher" } }
extension lectern_compute: CallbackTable { static var typeName: String { "lectern_compute" } }

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
