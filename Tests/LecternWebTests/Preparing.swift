// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel
import LecternNavigator
import LecternWeb

/// A preparation with a recognisable piece of each kind: policy "P", sheets in "S/", "page.css" last.
func preparation(_ change: (inout DocumentPreparation) -> Void = { _ in }) -> DocumentPreparation {
    var preparation = DocumentPreparation("E/a.xhtml")
    preparation.policy = "P"
    var styling = StylesheetInjection.Styling()
    styling.baseURL = "S/"
    styling.style = "--USER__x: y !important;"
    preparation.styling = styling
    preparation.data = "view=paged"
    preparation.pageSheet = "page.css"
    change(&preparation)
    return preparation
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func prepare(
    _ source: [UInt8], as kind: DocumentKind, isFramed: Bool = true,
    _ change: (inout DocumentPreparation) -> Void = { _ in }
) throws -> DocumentPreparation.Prepared {
    try source.withUnsafeBytes { try preparation(change).prepare($0, as: kind, isFramed: isFramed) }
}

/// A prepared document with its insertions abbreviated: `{policy}`, `{before}`, `{after}`, `{page}`, `{style}` and so
/// on.
func prepared(
    _ source: String, as kind: DocumentKind, isFramed: Bool = true,
    _ change: (inout DocumentPreparation) -> Void = { _ in }
) throws -> String {
    let result = try prepare(bytes(source), as: kind, isFramed: isFramed, change)
    var text = String(decoding: result.bytes, as: UTF8.self)
    let end = result.type == MediaType.html ? ">" : "/>"
    let folder = "S/ReadiumCSS-"
    let pieces = [
        (
            "<meta http-equiv=\"Content-Security-Policy\" content=\"P\"\(end)"
                + "<meta http-equiv=\"x-dns-prefetch-control\" content=\"off\"\(end)", "{policy}"
        ),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"\(folder)before.css\"\(end)", "{before}"),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"\(folder)default.css\"\(end)", "{default}"),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"\(folder)after.css\"\(end)", "{after}"),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"page.css\"\(end)", "{page}"),
        (
            "<meta name=\"viewport\" content=\"width=device-width, height=device-height, initial-scale=1.0\"\(end)",
            "{viewport}"
        ),
        (
            "<style type=\"text/css\">audio[controls] { width: revert; height: revert; }</style>", "{audio}"
        ),
        ("<meta charset=\"utf-8\">", "{charset}"),
        (" style=\"--USER__x: y !important;\"", "{style}"),
        (" data-lectern=\"view=paged\"", "{data}"), (" dir=\"ltr\"", "{dir}"),
        (" xmlns=\"http://www.w3.org/1999/xhtml\"", "{xmlns}"),
    ]
    for (long, short) in pieces { text = text.replacing(long, with: short) }
    return text.replacing("{policy}{before}", with: "{start}")
        .replacing("{viewport}{default}{after}{audio}{page}", with: "{default}{end}")
        .replacing("{viewport}{after}{audio}{page}", with: "{end}")
        .replacing("{xmlns}{dir}{style}{data}", with: "{root}").replacing("{dir}{style}{data}", with: "{root}")
}

func isWellFormed(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (try? XMLDocument.parse($0, keepsSpace: true)) != nil }
}
