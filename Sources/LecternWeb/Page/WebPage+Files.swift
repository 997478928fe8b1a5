// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel
import LecternNavigator

/// The files of the page, and the document that loads them.
extension WebPage {
    private static let types = [
        "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    ]

    /// Serves a file of the page.  Its address may begin with the edition of the files: then it never changes.
    func runtimeFile(_ name: String, _ request: WebRequest) throws(Failure) -> WebResponse {
        let (name, isFixed) = unversioned(name)
        let suffix = Substring(name.utf8.split(separator: UInt8(ascii: ".")).last ?? "".utf8[...])
        guard let text = files.file(name) ?? files.file(WebPage.ownSheet(name)),
            let type = WebPage.types[String(suffix)]
        else {
            throw Failure(.notFound, "The page has no file \"\(name)\".")
        }
        return try WebResponse(text, type: type, request.range, isFixed ? .fixed : .none)
    }

    /// The folder of the files in addresses that never change, with a trailing slash.
    var filesFolder: String { files.edition + "/" }

    /// The name of a file without the edition, and whether it had that of the library.
    func unversioned(_ name: String) -> (name: String, isFixed: Bool) {
        guard name.utf8.starts(with: filesFolder.utf8) else { return (name, false) }
        return (String(Substring(name.utf8.dropFirst(filesFolder.utf8.count))), true)
    }

    /// Our own sheet for one of Readium CSS, which has a folder for each family.  Our own sheets vary by `data-lectern`,
    /// so the families share them.
    private static func ownSheet(_ name: String) -> String {
        var parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count == 3, StylesheetFamily(rawValue: String(parts[1])) != nil { parts.remove(at: 1) }
        let readium = "ReadiumCSS-"
        guard parts.count == 2, parts[0] == "css" else { return name }
        return "css/" + (parts[1].hasPrefix(readium) ? "lectern-" + parts[1].dropFirst(readium.count) : parts[1])
    }

    // MARK: index.html

    /// Serves the page itself, with its policy, its token and its state, and with the first document in a frame: the web
    /// view loads it and the scripts at the same time.
    func index(_ request: WebRequest) throws(Failure) -> WebResponse {
        guard let template = files.file("index.html") else {
            throw Failure(.notFound, "The page has no file \"index.html\".")
        }
        let policy = WebPage.policy
        let first = firstFrame()
        let page = WebPage.filled(
            template,
            ["policy": policy, "token": token, "edition": files.edition, "frame": first, "state": stateText()])
        let header = [("Content-Security-Policy", policy + "; frame-ancestors 'self'")]
        return try WebResponse(page, type: "text/html; charset=utf-8", request.range, headers: header)
    }

    /// Replaces the names in braces in a template; what is not among them is kept.
    private static func filled(_ template: ByteBuffer, _ values: [String: String]) -> ByteBuffer {
        var out: [UInt8] = []
        template.withBytes { bytes in
            var rest = bytes[...]
            while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
                out.append(contentsOf: rest[..<open])
                let name = rest[open...].dropFirst().prefix { $0 != UInt8(ascii: "}") }
                let value = values[String(decoding: name, as: UTF8.self)]
                out.append(contentsOf: (value ?? "{").utf8)
                rest = value == nil ? rest[open...].dropFirst() : rest[name.endIndex...].dropFirst()
            }
            out.append(contentsOf: rest)
        }
        return out.withUnsafeBytes(ByteBuffer.init(copying:))
    }

    /// The state as text of a script element, in which nothing ends it.
    private func stateText() -> String {
        var out: [UInt8] = []
        state().withBytes { bytes in
            for byte in bytes {
                if byte == UInt8(ascii: "<") { out.append(contentsOf: "\\u003C".utf8) } else { out.append(byte) }
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// A frame for the document where the reader is; empty unless a view of pages or scrolled text shows it.  The page
    /// takes it over (frame.js).
    private func firstFrame() -> String {
        let items = book.manifest.readingOrder
        let link = navigator.location.map { place in items.first { $0.href == place.href } } ?? items.first
        guard let link, ItemKind(link) == .html, layout(of: link) == .reflowable, !Href.isAbsolute(link.href),
            scriptedAddress(of: link) == nil, !navigator.pageStyle(.reflowable).data.words.contains("view=scroll")
        else { return "" }
        return InsertedMarkup(.html).element(
            "iframe",
            [
                ("data-lectern-frame", "true"), ("data-lectern-first", ""), ("sandbox", "allow-same-origin"),
                ("referrerpolicy", "no-referrer"), ("scrolling", "no"), ("style", "display: none"),
                ("src", "../" + link.href),
            ])
    }

    /// The policy of the page: its own files and the publication only.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
        "media-src 'self' blob:", "font-src 'self'", "connect-src 'self'", "frame-src 'self'", "base-uri 'none'",
        "form-action 'none'",
    ].joined(separator: "; ")
}
