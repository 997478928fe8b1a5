// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// What the page needs from an open publication.
public protocol PageBook: Sendable {
    var manifest: Manifest { get }

    /// A file, or the answer of a service.
    func get(_ href: String) throws(Failure) -> Resource

    /// The media type of a resource, from its bytes.
    func type(ofBytesOf resource: Resource) -> String?

    func locate(_ query: LocatorQuery) throws(Failure) -> Locator

    /// The note that a reference leads to (schema `footnote`); nil if there is none.
    ///
    /// - Parameter isRaised: whether the reference is superscript, which only the page knows.
    func note(_ query: LocatorQuery, isRaised: Bool) throws(Failure) -> ByteBuffer?

    // MARK: PDF

    /// A page of a PDF, numbered from 1, as PNG of the given width, unless it would be too high.
    func picture(of href: String, page: Int, width: Int) throws(Failure) -> Resource

    /// The text of a page of a PDF, with its positions (schema `web-pdf-page`).
    func text(of href: String, page: Int) throws(Failure) -> ByteBuffer

    // MARK: Places

    /// The number of positions of each item of the reading order.
    var positionCounts: [Int] { get }

    /// A complete locator for a place that the page reports.
    func completed(_ reported: Locator) -> Locator

    /// The locator that the page can go to, for a description of a place.
    func place(_ query: LocatorQuery) throws(Failure) -> Locator

    /// The first or the last place of a resource, or of the publication.
    func end(_ end: PageEnd, of href: String?) -> Locator?

    /// The entry of the table of contents after or before a place.
    func section(_ way: PageWay, from place: Locator?) -> Locator?
}

public enum PageEnd: Sendable { case start, end }
public enum PageWay: Sendable { case next, previous }

/// The files of the page itself, which are embedded in the library.
public protocol RuntimeFiles: Sendable {
    /// - Parameter name: the path below `~lectern/`.
    func file(_ name: String) -> ByteBuffer?
}
