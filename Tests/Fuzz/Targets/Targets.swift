// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternEncodings
import LecternFormats
import LecternMarkup
import LecternModel
import TestArchives

/// The fuzz targets by name.  A target stops the process on a bug; a `Failure` is a valid result.
let targets: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = [
    "zip": archive, "xml": xml, "html": html, "json": json, "cfi": cfi, "opf": opf,
    "encodings": encodings,
]

/// The target named by the last argument.
let chosenTarget = CommandLine.arguments.last.flatMap { targets[$0] }

/// Small, so that a small input cannot be expensive.
private let limits = {
    var limits = Limits()
    limits.maxEntrySize = 1 << 22
    limits.maxTotalInflated = 1 << 24
    limits.maxEntries = 1000
    return limits
}()

private func check(_ isRight: Bool, _ message: @autoclosure () -> String) {
    if !isRight { fatalError(message()) }
}

/// Reading a whole file, and its second half, gives the same bytes.
@Sendable private func archive(_ bytes: UnsafeRawBufferPointer) {
    guard let container = try? openContainer(MemorySource(copying: bytes), name: "a.zip", limits: limits),
        let entries = try? container.entries
    else { return }
    var budget = ReadBudget(limits)
    for entry in entries {
        let whole = try? container.read(entry, budget: &budget)
        let middle = entry.length / 2
        let part = try? container.read(entry, range: middle..<entry.length, budget: &budget)
        guard let whole = whole?.withBytes({ Array($0) }), let part = part?.withBytes({ Array($0) }) else { continue }
        check(whole.dropFirst(Int(middle)).elementsEqual(part), "\(entry.path): a part is not that of the whole")
    }
}

@Sendable private func xml(_ bytes: UnsafeRawBufferPointer) {
    let difference = parseBothWays(bytes).difference
    check(difference == nil, difference ?? "")
}

/// The selector of an element finds it, unless it is nested so deeply that it has the selector of an ancestor.
@Sendable private func html(_ bytes: UnsafeRawBufferPointer) {
    for xml in [false, true] {
        guard let tree = try? HTMLDocument.parse(bytes, keepsSpace: true, xml: xml) else { continue }
        let selectors = CSSSelectors(tree)
        let elements = (0..<MarkupTree.Node(tree.nodes.count)).filter(tree.isElement)
        for element in elements.suffix(20)
        where Array(sequence(first: element, next: tree.parent).prefix(64)).count < 64 {
            let selector = selectors.selector(of: element)
            guard let parsed = CSSSelector(selector) else { continue }
            check(tree.first(parsed) == element, "\(selector) finds another element")
        }
    }
}

/// Text in any encoding becomes UTF-8, of at most three bytes for each.
@Sendable private func encodings(_ bytes: UnsafeRawBufferPointer) {
    let text = bytes.bindMemory(to: UInt8.self)
    for encoding in TextEncoding.legacy + [.utf8, .utf16(isBigEndian: true), .utf16(isBigEndian: false), .replacement] {
        guard let decoded = encoding.decoded(text) else { continue }
        check(decoded.count <= 3 * text.count, "\(encoding) makes it \(decoded.count) bytes")
        check(String(validating: decoded, as: UTF8.self) != nil, "\(encoding) does not make it UTF-8")
    }
    for kind in [TextKind.xml, .html, .css] { _ = TextEncoding.of(text, as: kind) }
}

/// What is read is written so that it is read as the same.
@Sendable private func json(_ bytes: UnsafeRawBufferPointer) {
    guard let value = try? JSONParser.parse(bytes, source: "json", isForgiving: true) else { return }
    let written = JSONWriter.text(of: value)
    let again = try? written.withBytes { bytes throws(Failure) in try JSONParser.parse(bytes, source: "json") }
    check(again == value, "it is written as \(written.text)")
    var reader = ManifestReader(JSONReader(value, source: "manifest"))
    if let manifest = try? Manifest(value, &reader) { checkManifest(manifest.json) }
}

@Sendable private func cfi(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let cfi = try? CFI(text) else { return }
    check((try? CFI(cfi.text)) == cfi && cfi.compared(to: cfi) == 0, "it is written as \(cfi.text)")
    check(CFI(partial: cfi.inDocument.partialText) == cfi.inDocument, "its part is \(cfi.inDocument.partialText)")
    guard let joined = CFI(from: cfi.start.path, to: cfi.end.path) else { return }
    check((try? CFI(joined.text)) == joined, "its ends are joined to \(joined.text)")
}

/// The documents of an EPUB, separated by form feeds.  Its manifest survives a round trip.
@Sendable private func opf(_ bytes: UnsafeRawBufferPointer) {
    let names = ["OEBPS/nav.xhtml", "OEBPS/toc.ncx", "OEBPS/a.smil", "META-INF/encryption.xml"]
    let documents = bytes.split(separator: 0x0C, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    var book = Book()
    book.package = documents.first
    book.files = Array(zip(names, documents.dropFirst()).map { (path: $0, text: $1) })
    guard let container = try? book.open(), let parsed = try? EPUBFormat.parse(container, limits: limits) else {
        return
    }
    checkManifest(parsed.manifest.json)
}

/// A written manifest parses to the same value.
private func checkManifest(_ written: ByteBuffer) {
    let again = try? written.withBytes { (bytes) throws(Failure) in
        let value = try JSONParser.parse(bytes, source: "manifest")
        var reader = ManifestReader(JSONReader(value, source: "manifest"))
        return try Manifest(value, &reader).json.text
    }
    check(again == written.text, "\(written.text) is read as \(again ?? "nothing")")
}
