// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The text of Mobipocket (up to version 7) as HTML documents, which begin at page breaks.
struct MobipocketText {
    private let text: [UInt8]
    private(set) var documents: [KindleTargets.Document] = []
    /// For each document, the tags of the elements around its beginning.
    private var open: [[Range<Int>]] = []
    /// The targets of links.
    private(set) var positions: Set<Int> = []
    /// The references of the guide.
    private(set) var guide: [(type: String, title: [UInt8], position: Int)] = []

    static let styleSheet = (path: "styles/mobipocket.css", content: ByteBuffer(rules))

    private static let mostDocuments = 10_000
    /// In bytes.  A longer document is divided at a heading, an even longer one at a paragraph.
    private static let long = 150_000
    private static let longest = 300_000
    /// Elements may go on over a page break.
    private static let inherited: Set<String> = [
        "div", "blockquote", "font", "b", "i", "em", "strong", "u", "center", "span", "big", "small", "pre", "ul", "ol",
    ]
    private static let headings: Set<String> = ["h1", "h2", "h3"]
    private static let blocks: Set<String> = ["p", "div"]
    private static let mostOpen = 16

    init(_ text: [UInt8]) {
        self.text = text
        divide()
    }

    private mutating func divide() {
        var stack = OpenElements()
        var start = 0
        var inherited: [Range<Int>] = []
        var hasContent = false
        for token in KindleTags(text) {
            switch token.kind {
            case .start:
                let length = token.range.lowerBound - start
                let isBreak =
                    token.name == "mbp:pagebreak"
                    || length > MobipocketText.long && MobipocketText.headings.contains(token.name)
                    || length > MobipocketText.longest && MobipocketText.blocks.contains(token.name)
                if isBreak, hasContent, documents.count < MobipocketText.mostDocuments - 1 {
                    end(start..<token.range.lowerBound, inherited)
                    (start, inherited, hasContent) = (token.range.lowerBound, stack.tags, false)
                }
                if token.name == "img" { hasContent = true }
                if MobipocketText.inherited.contains(token.name) { stack.push(token) }
                addTarget(of: token)
            case .end: stack.pop(token.name)
            case .text: hasContent = hasContent || text[token.range].contains { !ASCII.isSpace($0) }
            case .other: break
            }
        }
        if hasContent || documents.isEmpty {
            end(start..<text.count, inherited)
        } else if let last = documents.indices.last {
            let document = documents[last]
            documents[last] = .init(path: document.path, range: document.range.lowerBound..<text.count)
        }
    }

    private mutating func end(_ range: Range<Int>, _ inherited: [Range<Int>]) {
        let path = MadeDocument.path(documents.count + 1, extension: "html")
        documents.append(KindleTargets.Document(path: path, range: range))
        open.append(inherited)
    }

    private struct OpenElements {
        private var elements: [(name: String, tag: Range<Int>)] = []
        private var deeper = 0

        var tags: [Range<Int>] { elements.map(\.tag) }

        mutating func push(_ tag: KindleTags.Token) {
            if elements.count == MobipocketText.mostOpen || tag.range.count > 200 {
                deeper += 1
            } else {
                elements.append((tag.name, tag.range))
            }
        }

        mutating func pop(_ name: String) {
            guard MobipocketText.inherited.contains(name) else { return }
            if deeper > 0 {
                deeper -= 1
            } else if let place = elements.lastIndex(where: { $0.name == name }) {
                elements.removeSubrange(place...)
            }
        }
    }

    // MARK: Links

    private mutating func addTarget(of tag: KindleTags.Token) {
        guard tag.name == "a" || tag.name == "reference" else { return }
        let attributes = KindleTags.attributes(text, of: tag)
        guard let position = MobipocketText.position(attributes, text) else { return }
        if positions.count < KindleTargets.most { positions.insert(position) }
        guard tag.name == "reference" else { return }
        func value(_ name: String) -> [UInt8] {
            attributes.first { $0.name == name }.map { Array(text[$0.value]) } ?? []
        }
        guide.append((String(decoding: value("type"), as: UTF8.self), value("title"), position))
    }

    private static func position(_ attributes: [KindleTags.Attribute], _ text: [UInt8]) -> Int? {
        attributes.first { $0.name == "filepos" }.flatMap { number(text[$0.value]) }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        Int(String(decoding: digits.prefix(while: ASCII.isDigit).prefix(10), as: UTF8.self))
    }

    /// The links of the page with the contents, for a book without an index.
    func links(from position: Int) -> [(title: [UInt8], position: Int)] {
        guard let page = documents.first(where: { $0.range.contains(position) }) else { return [] }
        var links: [(title: [UInt8], position: Int)] = []
        var target: Int?
        var title: [UInt8] = []
        for token in KindleTags(text, position..<page.range.upperBound) {
            if token.kind == .text, target != nil { title += text[token.range] }
            guard token.name == "a" else { continue }
            if let target, title.contains(where: { !ASCII.isSpace($0) }) { links.append((title, target)) }
            target = token.kind == .start ? MobipocketText.position(KindleTags.attributes(text, of: token), text) : nil
            title = []
        }
        return links
    }

    // MARK: Documents

    /// - Parameter frame: makes a document of the content of its body.
    func documents(
        _ targets: KindleTargets, _ resources: KindleResources, _ frame: ([UInt8]) -> ByteBuffer
    ) -> [ByteBuffer] {
        var writer = KindleWriter(text, targets.insertions)
        return zip(documents, open).map { document, open in
            writer.begin(at: document.range.lowerBound)
            for tag in open { writer.write(text[tag]) }
            // Hidden content.
            var skipped: String?
            for token in KindleTags(text, document.range) {
                if let name = skipped {
                    writer.skip(before: token.range.upperBound)
                    if token.kind == .end && token.name == name || token.name == "body" { skipped = nil }
                } else if token.kind == .start, ["head", "script", "guide"].contains(token.name) {
                    skipped = token.name
                    writer.skip(before: token.range.upperBound)
                } else {
                    write(token, &writer, targets, resources)
                }
            }
            return frame(writer.output)
        }
    }

    private static let dropped: Set<String> = ["html", "body", "reference", "meta", "link", "base"]

    private func write(
        _ token: KindleTags.Token, _ writer: inout KindleWriter, _ targets: KindleTargets, _ resources: KindleResources
    ) {
        if token.kind == .other || MobipocketText.dropped.contains(token.name)
            || token.name.utf8.starts(with: "mbp:".utf8)
        {
            return writer.skip(before: token.range.upperBound)
        }
        guard token.kind == .start else { return writer.copy(token.range) }
        let attributes = KindleTags.attributes(text, of: token)
        let hasSource = attributes.contains { $0.name == "src" }
        let spacing = MobipocketText.spaced.contains(token.name) ? self.spacing(attributes) : ""
        let isStyled = attributes.contains { $0.name == "style" }
        var isWritten = false
        writer.copy(token, attributes) { attribute in
            let value = text[attribute.value]
            switch attribute.name {
            case "filepos":
                return MobipocketText.number(value).flatMap { targets.href($0) }.map { " href=\"../\($0)\"" } ?? ""
            case "recindex", "hirecindex", "lorecindex":
                let path = MobipocketText.number(value).flatMap { resources[$0] }
                guard attribute.name == "recindex", !hasSource, let path else { return "" }
                return " src=\"../\(path)\""
            case "width", "height":
                guard MobipocketText.spaced.contains(token.name) else { return nil }
                defer { isWritten = true }
                return isWritten || isStyled || spacing.isEmpty ? "" : " style=\"\(spacing)\""
            case "style" where !spacing.isEmpty:
                return " style=\"\(String(decoding: value.filter { $0 != 0x22 }, as: UTF8.self));\(spacing)\""
            default: return nil
            }
        }
    }

    private static let spaced: Set<String> = ["p", "div", "blockquote", "li", "h1", "h2", "h3", "h4", "h5", "h6"]

    /// The width of a paragraph is the indent of its first line, and its height the space above it.
    private func spacing(_ attributes: [KindleTags.Attribute]) -> String {
        let properties = [("width", "text-indent"), ("height", "margin-top")]
        return properties.compactMap { name, property in
            guard let attribute = attributes.first(where: { $0.name == name }) else { return nil }
            let value = String(decoding: text[attribute.value].prefix(12), as: UTF8.self).trimmed.asciiLowercased
            let digits = value.utf8.prefix { ASCII.isDigit($0) || $0 == 0x2E || $0 == 0x2D }
            let unit = String(Substring(value.utf8.dropFirst(digits.count)))
            guard let number = Double(String(Substring(digits))), number.isFinite else { return nil }
            guard ["", "em", "pt", "px", "%"].contains(unit) else { return nil }
            return "\(property):\(String(Substring(digits)))\(unit.isEmpty ? "px" : unit)"
        }.joined(separator: ";")
    }

    private static let rules = """
        p { margin: 0; text-indent: 1.5em }
        blockquote { margin: 0 0 0 2em }
        img { max-width: 100% }

        """
}
