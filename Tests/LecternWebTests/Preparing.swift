// SPDX-License-Identifier: BSD-3-Clause

import LecternMarkup
import LecternModel
import LecternNavigator
import LecternWeb

/// A preparation with a recognisable piece of each kind: policy "P", sheets in "S/", "page.css" as the last one.
func preparation(_ change: (inout DocumentPreparation) -> Void = { _ in }) -> DocumentPreparation {
    var preparation = DocumentPreparation()
    preparation.policy = "P"
    var styling = StylesheetInjection.Styling()
    styling.baseURL = "S/"
    styling.style = "--USER__x: \"y\" !important;"
    preparation.styling = styling
    preparation.arrangement = .kotlin
    preparation.data = "view=paged"
    preparation.pageSheet = "page.css"
    change(&preparation)
    return preparation
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func splice(
    _ source: [UInt8], as kind: DocumentKind, _ change: (inout DocumentPreparation) -> Void = { _ in }
) -> [UInt8] {
    source.withUnsafeBytes { preparation(change).prepare($0, as: kind).bytes(of: $0) }
}

/// A prepared document with its insertions in short: `{policy}`, `{before}`, `{after}`, `{page}`, `{style}` and so on.
func prepared(
    _ source: String, as kind: DocumentKind, _ change: (inout DocumentPreparation) -> Void = { _ in }
) -> String {
    var text = String(decoding: splice(bytes(source), as: kind, change), as: UTF8.self)
    let end = kind == .html ? ">" : "/>"
    let folder = "S/readium/readium-css/ReadiumCSS-"
    let pieces = [
        (
            "<meta http-equiv=\"Content-Security-Policy\" content=\"P\"\(end)"
                + "<meta http-equiv=\"x-dns-prefetch-control\" content=\"off\"\(end)", "{policy}"
        ),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"\(folder)before.css\"\(end)", "{before}"),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"\(folder)default.css\"\(end)", "{default}"),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"\(folder)after.css\"\(end)", "{after}"),
        ("<link rel=\"stylesheet\" type=\"text/css\" href=\"page.css\"\(end)", "{page}"),
        (" style=\"--USER__x: &quot;y&quot; !important;\"", "{style}"),
        (" data-lectern=\"view=paged\"", "{data}"),
        (" dir=\"ltr\"", "{dir}"),
    ]
    for (long, short) in pieces { text = text.replacing(long, with: short) }
    for style in [
        "audio[controls] { width: revert; height: revert; }", ":root, :root > body { overflow: visible !important; }",
    ] {
        for form in [style, style.replacing(">", with: "&gt;")] {
            text = text.replacing("<style type=\"text/css\">\(form)</style>", with: "{rules}")
        }
    }
    return text.replacing("{policy}{before}{rules}{rules}", with: "{start}")
        .replacing("{dir}{style}{data}", with: "{root}").replacing("{after}{page}", with: "{end}")
}

func isWellFormed(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (try? XMLDocument.parse($0, keepsSpace: true)) != nil }
}
