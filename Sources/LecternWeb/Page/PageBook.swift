// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The parts of an open publication that the page uses.
public protocol PageBook: Sendable {
    /// With the sizes of fixed-layout pages.
    var manifest: Manifest { get }

    /// A file, or the response of a service.
    func get(_ href: String) throws(Failure) -> Resource

    /// A validator of a resource (RFC 9110, 8.8.3), with its quotes, and W/ if it is weak; nil if there is none.
    func entityTag(of resource: Resource) -> String?

    /// Detects the media type of a resource from its bytes.
    func type(ofBytesOf resource: Resource) -> String?

    func locate(_ query: LocatorQuery) throws(Failure) -> Locator

    /// The footnote that a reference links to (schema `footnote`); nil if there is none.
    ///
    /// - Parameter isRaised: whether the reference is superscript, which only the page can tell.
    func note(_ query: LocatorQuery, isRaised: Bool) throws(Failure) -> ByteBuffer?

    /// What a voice has to know to read a document (schema `web-speech`).
    func speech(of href: String) throws(Failure) -> ByteBuffer

    /// A bitmap of the publication with at most this width.
    func picture(of href: String, width: Int) throws(Failure) -> Resource

    // MARK: PDF

    /// Renders a page of a PDF, numbered from 1, as PNG with the given width, or narrower if it would be too high.
    func picture(of href: String, page: Int, width: Int) throws(Failure) -> Resource

    /// The text of a page of a PDF, with its positions (schema `web-pdf-page`).
    func text(of href: String, page: Int) throws(Failure) -> ByteBuffer

    // MARK: Places

    /// The number of positions of each item of the reading order.
    var positionCounts: [Int] { get }

    /// Completes a locator that the page reports.
    func completed(_ reported: Locator) -> Locator

    /// The locator to send to the page for a query.
    func place(_ query: LocatorQuery) throws(Failure) -> Locator

    /// The start or end of a resource, or of the publication.
    func end(_ end: PageEnd, of href: String?) -> Locator?

    /// The next or previous entry of the table of contents.
    func section(_ way: PageWay, from place: Locator?) -> Locator?
}

public enum PageEnd: Sendable { case start, end }
public enum PageWay: Sendable { case next, previous }

/// The files of the page, which are embedded in the library.
public protocol RuntimeFiles: Sendable {
    /// A hash of all files, as part of their addresses.
    var edition: String { get }

    /// - Parameter name: the path below `~lectern/`.
    func file(_ name: String) -> ByteBuffer?
}
