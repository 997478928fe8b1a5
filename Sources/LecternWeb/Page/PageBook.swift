// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// What the page asks of an open publication.
public protocol PageBook: Sendable {
    var manifest: Manifest { get }

    /// A file, or the answer of a service.
    func get(_ href: String) throws(Failure) -> Resource

    /// How many positions each item of the reading order has.
    func positionCounts() throws(Failure) -> [Int]

    func locate(_ query: LocatorQuery) throws(Failure) -> Locator

    /// The media type that the bytes of a resource show.
    func type(ofBytesOf resource: Resource) -> String?
}

/// The files of the page itself, which the library carries.
public protocol RuntimeFiles: Sendable {
    /// - Parameter name: the path below `~lectern/`.
    func file(_ name: String) -> ByteBuffer?
}
