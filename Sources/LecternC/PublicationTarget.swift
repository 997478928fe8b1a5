// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// The object of `lectern_publication`.
final class PublicationTarget: HandleTarget {
    static var handleKind: HandleKind { .publication }

    private let owned: Publication?
    /// The publication that a service was opened for, which this handle does not keep alive.
    private weak let borrowed: Publication?

    init(_ publication: Publication) {
        owned = publication
        borrowed = nil
    }

    init(borrowing publication: Publication) {
        owned = nil
        borrowed = publication
    }

    static func of(_ handle: OpaquePointer?) throws(Failure) -> Publication {
        let target = try HandleTable.target(handle, PublicationTarget.self)
        guard let publication = target.owned ?? target.borrowed else {
            throw Failure(.handle, "The publication that this service was opened for is closed.")
        }
        return publication
    }
}
