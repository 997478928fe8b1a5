// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Writes the documents of KF8 as those of an EPUB.
struct KF8Writer {
    private let book: KF8Text
    private let resources: KindleResources
    /// The paths of flows as files.
    private(set) var flows: [Int: (path: String, type: String)] = [:]
    /// The root elements of drawings among the flows.
    private var drawings: [Int: Int] = [:]
    private let viewport: (width: Int, height: Int)?
    private var hasViewport = false
    private var left = KF8Writer.most

    /// In bytes, of all documents.
    private static let most = 2 * KindleText.maxText
    private static let damaged = Failure(.limit, "The documents of the book are larger than \(most >> 20) MB.")

    init(_ book: KF8Text, _ resources: KindleResources, viewport: (width: Int, height: Int)?) {
        self.book = book
        self.resources = resources
        self.viewport = viewport
        for (number, flow) in book.flows.enumerated() where !flow.isEmpty {
            let isMarkup = flow.first { !ASCII.isSpace($0) } == UInt8(ascii: "<")
            flows[number] =
                isMarkup ? ("images/flow\(number).svg", "image/svg+xml") : ("styles/\(number).css", "text/css")
            guard isMarkup, let first = KindleTags(flow).first(where: { $0.kind == .start }), first.name == "svg" else {
                continue
            }
            drawings[number] = first.range.lowerBound
        }
    }

    /// The targets of links in the documents.
    func positions() -> Set<Int> {
        var found: Set<Int> = []
        for tag in KindleTags(book.text) where tag.kind == .start {
            for address in KindleAddress.all(in: book.text, tag.range) {
                if case .position(let fragment, let offset) = address.kind,
                    found.count < KindleTargets.most, let position = book.position(fragment: fragment, offset: offset)
                {
                    found.insert(position)
                }
            }
        }
        return found
    }

    // MARK: Documents

    mutating func documents(_ targets: KindleTargets) throws(Failure) -> [[UInt8]] {
        var writer = KindleWriter(book.text, targets.insertions)
        var documents: [[UInt8]] = []
        for document in book.documents {
            writer.begin(at: document.range.lowerBound)
            hasViewport = KindleTags(book.text, document.range).prefix(100).contains { tag in
                tag.name == "meta"
                    && KindleTags.attributes(book.text, of: tag).contains {
                        $0.name == "name" && book.text[$0.value].elementsEqual("viewport".utf8)
                    }
            }
            var isStyle = false
            for token in KindleTags(book.text, document.range) {
                if token.kind == .start {
                    try start(token, &writer, targets)
                } else if isStyle {
                    writer.write(addressed(Array(book.text[token.range]), targets))
                    writer.skip(before: token.range.upperBound)
                } else {
                    writer.copy(token.range)
                }
                isStyle = token.kind == .start && token.name == "style"
            }
            left -= writer.output.count
            guard left >= 0 else { throw KF8Writer.damaged }
            documents.append(writer.output)
        }
        return documents
    }

    private mutating func start(
        _ tag: KindleTags.Token, _ writer: inout KindleWriter, _ targets: KindleTargets
    ) throws(Failure) {
        let attributes = KindleTags.attributes(book.text, of: tag)
        if tag.name == "img", let drawing = drawing(attributes) {
            guard writer.output.count + drawing.count <= left else { throw KF8Writer.damaged }
            writer.write(drawing)
            return writer.skip(before: tag.range.upperBound)
        }
        writer.copy(tag, attributes) { attribute in
            // The name of a place in the tools of Kindle.
            if attribute.name == "aid" { return "" }
            let value = Array(book.text[attribute.value])
            guard value.contains(UInt8(ascii: ":")) else { return nil }
            let changed = addressed(value, targets)
            guard changed != value else { return nil }
            let quote = changed.contains(0x22) ? "'" : "\""
            return " \(attribute.name)=\(quote)\(String(decoding: changed, as: UTF8.self))\(quote)"
        }
        if tag.name == "head", let viewport, !hasViewport {
            writer.write("<meta name=\"viewport\" content=\"width=\(viewport.width), height=\(viewport.height)\"/>")
        }
    }

    /// A drawing in place of the image that refers to it: an image could not show what the drawing refers to.
    private func drawing(_ attributes: [KindleTags.Attribute]) -> [UInt8]? {
        guard let source = attributes.first(where: { $0.name == "src" }),
            let address = KindleAddress.all(in: book.text, source.value).first, case .flow(let number) = address.kind,
            let start = drawings[number]
        else { return nil }
        return addressed(Array(book.flows[number][start...]), nil)
    }

    /// A flow with addresses in the book.
    func flow(_ number: Int) -> [UInt8] { addressed(book.flows[number], nil) }

    private func addressed(_ bytes: [UInt8], _ targets: KindleTargets?) -> [UInt8] {
        var result: [UInt8] = []
        var place = 0
        for address in KindleAddress.all(in: bytes, bytes.indices) {
            guard let path = path(of: address.kind, targets) else { continue }
            result += bytes[place..<address.range.lowerBound]
            result += "../\(path)".utf8
            place = address.range.upperBound
        }
        return place == 0 ? bytes : result + bytes[place...]
    }

    private func path(of kind: KindleAddress.Kind, _ targets: KindleTargets?) -> String? {
        switch kind {
        case .resource(let number): resources[number]
        case .flow(let number): flows[number]?.path
        case .position(let fragment, let offset):
            book.position(fragment: fragment, offset: offset).flatMap { targets?.href($0) }
        }
    }
}

/// An address such as "kindle:embed:0001?mime=image/jpeg", whose numbers have base 32.
struct KindleAddress {
    enum Kind {
        case resource(Int)
        case flow(Int)
        case position(fragment: Int, offset: Int)
    }

    let kind: Kind
    let range: Range<Int>

    private static let scheme = Array("kindle:".utf8)

    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [KindleAddress] {
        var found: [KindleAddress] = []
        var place = range.lowerBound
        while place < range.upperBound {
            guard bytes[place] == scheme[0], bytes[place..<range.upperBound].starts(with: scheme),
                let address = KindleAddress(bytes, place, before: range.upperBound)
            else {
                place += 1
                continue
            }
            found.append(address)
            place = address.range.upperBound
        }
        return found
    }

    private init?(_ bytes: [UInt8], _ start: Int, before limit: Int) {
        var end = start
        while end < limit, end < start + 200, !ASCII.isSpace(bytes[end]),
            ![0x22, 0x27, 0x29, 0x3C, 0x3E].contains(bytes[end])
        {
            end += 1
        }
        let address = bytes[start..<end].prefix { $0 != UInt8(ascii: "?") }
        let parts = address.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        func number(_ place: Int) -> Int? { parts.indices.contains(place) ? Int(parts[place], radix: 32) : nil }
        switch parts.count > 1 ? parts[1] : "" {
        case "embed": kind = .resource(number(2) ?? 0)
        case "flow": kind = .flow(number(2) ?? 0)
        case "pos": kind = .position(fragment: number(3) ?? -1, offset: number(5) ?? 0)
        default: return nil
        }
        range = start..<end
    }
}
