// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternNavigator
import LecternThreads

/// The page of a navigator: answers the requests of the web view that shows it.
public final class WebPage: Sendable {
    public let navigator: Navigator
    let book: any PageBook
    let files: any RuntimeFiles
    /// The version of the library.
    let version: String
    /// A secret that documents of the publication do not know.  Messages in requests must carry it.
    let token: String
    /// The token in the addresses of scripted documents.  These documents can read it, others cannot.
    let scriptsToken: String
    /// Marks the addresses of the style sheets of the publication: see ``withoutEdition(_:)``.
    let edition: String
    /// The messages for a page that polls.
    let messages = MessageQueue()
    let isPolled = Lock(false)
    let jump = Lock<Jump?>(nil)

    public init(_ navigator: Navigator, of book: any PageBook, files: any RuntimeFiles, version: String) {
        self.navigator = navigator
        self.book = book
        self.files = files
        self.version = version
        var random = SystemRandomNumberGenerator()
        token = WebPage.token(&random)
        scriptsToken = WebPage.token(&random)
        edition = WebPage.editionMark + "=" + random.next().hexadecimal
    }

    private static func token(_ random: inout SystemRandomNumberGenerator) -> String {
        (0..<2).map { _ in random.next().hexadecimal }.joined()
    }

    /// Answers a request for an href relative to the base of the page.
    ///
    /// A failure of the publication becomes a response; only invalid options throw.
    public func get(_ href: String, _ options: JSONReader?) throws(Failure) -> WebResponse {
        let request = try WebRequest(href, options)
        let response: WebResponse
        do throws(Failure) {
            response = try answer(request)
        } catch {
            response = failed(request, error)
        }
        return request.fields.isHead ? response.withoutBody() : response
    }

    private func answer(_ request: WebRequest) throws(Failure) -> WebResponse {
        guard let name = request.path(below: WebPage.folder) else { return try resource(request) }
        if let request = request.below(scriptsFolder) { return try scripted(request) }
        if let request = request.below(WebPage.framesFolder) { return try part(request, for: .frame) }
        if let route = WebPage.routes[name] { return try route(self, request) }
        return try runtimeFile(name, request)
    }

    /// The folder for the library's own files and endpoints.
    static let folder = "~lectern/"

    private typealias Route = @Sendable (WebPage, WebRequest) throws(Failure) -> WebResponse

    /// Routes below `~lectern/`, apart from the files of the page.
    private static let routes: [String: Route] = [
        "index.html": { page, request throws(Failure) in try page.index(request) },
        "state.json": { page, request throws(Failure) in try WebResponse(json: page.state(), request.range) },
        "send": { page, request throws(Failure) in try page.send(request) },
        "poll": { page, request throws(Failure) in try page.poll(request) },
        "decorations.json": { page, request throws(Failure) in
            let rendered = try page.navigator.renderDecorationsOfPage(in: request.parameter("href"))
            return try WebResponse(json: rendered.text, request.range)
        },
        "image": { page, request throws(Failure) in
            let picture = try page.book.picture(
                of: request.parameter("href"), width: request.number("width", in: 1...4096))
            return try WebResponse(
                picture, type: picture.link.type ?? MediaType.octetStream, request.range, .revalidated)
        },
        "pdf/page.png": { page, request throws(Failure) in
            let picture = try page.book.picture(
                of: request.parameter("href"), page: request.number("page", in: pageNumbers),
                width: request.number("width", in: 1...4096))
            return try WebResponse(picture, type: picture.link.type ?? "image/png", request.range, .revalidated)
        },
        "pdf/page.json": { page, request throws(Failure) in
            let text = try page.book.text(
                of: request.parameter("href"), page: request.number("page", in: pageNumbers))
            return try WebResponse(json: text, request.range)
        },
        "note.json": { page, request throws(Failure) in
            let query = try LocatorQuery(request.json("query"))
            let isRaised = try request.number("raised", in: 0...1) == 1
            return try WebResponse(
                json: page.book.note(query, isRaised: isRaised) ?? ByteBuffer("null"), request.range)
        },
        "speech.json": { page, request throws(Failure) in
            try WebResponse(json: page.book.speech(of: request.parameter("href")), request.range)
        },
        "locate.json": { page, request throws(Failure) in
            var json = JSONWriter()
            try page.book.locate(LocatorQuery(request.json("query"))).write(to: &json)
            return try WebResponse(json: json.finish(), request.range)
        },
    ]

    private static let pageNumbers = 1...Int(Int32.max)
}
