// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel

/// A text with its emphasis, links, pictures and references, as a part of Markdown.
struct MarkdownLine {
    private(set) var text = MarkdownText()

    /// A part of a text with the same look.
    struct Span {
        enum Content {
            case text(ArraySlice<UInt8>)
            /// Markdown that is inserted unchanged.
            case markdown([UInt8])
            case reference(MarkdownReference)
        }

        let content: Content
        var look = Look()

        /// The text or the Markdown.
        var bytes: ArraySlice<UInt8> {
            switch content {
            case .text(let text): text
            case .markdown(let markdown): markdown[...]
            case .reference: [UInt8(ascii: "[")]
            }
        }
    }

    /// The elements around a part of a text.
    struct Look: Equatable {
        var link: MarkupTree.Node?
        var href: String?
        var isStrong = false
        var isEmphasized = false
        var isDeleted = false
        var isCode = false

        static func == (a: Look, b: Look) -> Bool {
            a.link == b.link && a.isStrong == b.isStrong && a.isEmphasized == b.isEmphasized
                && a.isDeleted == b.isDeleted && a.isCode == b.isCode
        }
    }

    /// Whether lines end in spaces instead: in a heading and in a table.
    private let isSingle: Bool
    private var endsInDelimiter = false

    init(_ spans: [Span], isSingle: Bool = false) {
        self.isSingle = isSingle
        write(spans[...], .link, next: nil)
        text.trimEnd()
    }

    // MARK: Levels

    /// The looks from the outermost to the innermost.
    private enum Level: CaseIterable {
        case link, strong, emphasis, deleted, code

        var next: Level? {
            let all = Level.allCases
            return all.firstIndex(of: self).flatMap { $0 + 1 < all.count ? all[$0 + 1] : nil }
        }

        func has(_ look: Look) -> Bool {
            switch self {
            case .link: look.link != nil
            case .strong: look.isStrong
            case .emphasis: look.isEmphasized
            case .deleted: look.isDeleted
            case .code: look.isCode
            }
        }

        func isOne(_ a: Look, _ b: Look) -> Bool { self == .link ? a.link == b.link : has(a) == has(b) }

        var delimiter: String {
            switch self {
            case .link, .code: ""
            case .strong: "**"
            case .emphasis: "*"
            case .deleted: "~~"
            }
        }
    }

    private mutating func write(_ spans: ArraySlice<Span>, _ level: Level, next: Unicode.Scalar?) {
        var rest = spans
        while let first = rest.first {
            let group = rest.prefix { level.isOne($0.look, first.look) }
            rest = rest.dropFirst(group.count)
            let behind = rest.first.flatMap { MarkdownLine.first(of: $0.bytes) } ?? next
            if level.has(first.look) {
                open(group, level, next: behind)
            } else if let inner = level.next {
                write(group, inner, next: behind)
            } else {
                for span in group { write(span) }
            }
        }
    }

    private mutating func open(_ group: ArraySlice<Span>, _ level: Level, next: Unicode.Scalar?) {
        switch level {
        case .link: writeLink(group, next)
        case .code:
            write([], raw: MarkdownEscaping.code(ArraySlice(group.flatMap(\.bytes))))
        case .strong, .emphasis, .deleted: enclose(group, level, next)
        }
    }

    private mutating func writeLink(_ group: ArraySlice<Span>, _ next: Unicode.Scalar?) {
        let (head, middle, tail) = MarkdownLine.trimmed(group)
        for span in head { write(span) }
        guard !middle.isEmpty, let href = group.first?.look.href else { return }
        write([], raw: [UInt8(ascii: "[")])
        write(middle, .strong, next: nil)
        write([], raw: Array("](".utf8) + MarkdownEscaping.address(href) + [UInt8(ascii: ")")])
        for span in tail { write(span) }
    }

    /// White space at the ends is put outside.  Where a delimiter would not be read as one, there is none (CommonMark
    /// 0.31.2, 6.2).
    private mutating func enclose(_ group: ArraySlice<Span>, _ level: Level, _ next: Unicode.Scalar?) {
        guard let inner = level.next else { return }
        let (head, middle, tail) = MarkdownLine.trimmed(group)
        for span in head { write(span) }
        let behind = tail.first.flatMap { MarkdownLine.first(of: $0.bytes) } ?? next
        let delimiter = Array(level.delimiter.utf8)
        let isRead =
            !endsInDelimiter
            && MarkdownLine.isFlanking(MarkdownLine.first(of: middle.first?.bytes), MarkdownLine.last(of: bytes[...]))
            && MarkdownLine.isFlanking(MarkdownLine.last(of: middle.last?.bytes), behind)
        if !middle.isEmpty {
            if isRead { write([], raw: delimiter) }
            endsInDelimiter = false
            write(middle, inner, next: isRead ? "*" : behind)
            if isRead {
                write([], raw: delimiter)
                endsInDelimiter = true
            }
        }
        for span in tail { write(span) }
    }

    /// Whether a delimiter is read as one between the character on its inner side and that on its outer side.
    private static func isFlanking(_ inner: Unicode.Scalar?, _ outer: Unicode.Scalar?) -> Bool {
        guard let inner, !isSpace(inner) else { return false }
        return !isPunctuation(inner) || outer.map { isSpace($0) || isPunctuation($0) } ?? true
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    private static func isPunctuation(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            true
        default: false
        }
    }

    private static func first(of text: ArraySlice<UInt8>?) -> Unicode.Scalar? {
        text.flatMap { text in text.withUnsafeBufferPointer { UTF8Scalar.decode($0, at: 0)?.scalar } }
    }

    private static func last(of text: ArraySlice<UInt8>?) -> Unicode.Scalar? {
        text.flatMap { text in text.withUnsafeBufferPointer { UTF8Scalar.decode($0, before: $0.count)?.scalar } }
    }

    /// The spans without the white space at both ends, which is returned separately.
    private static func trimmed(_ group: ArraySlice<Span>) -> (head: [Span], middle: ArraySlice<Span>, tail: [Span]) {
        var (head, middle, tail) = ([Span](), Array(group), [Span]())
        func plain(_ space: ArraySlice<UInt8>) -> Span { Span(content: .text(space)) }
        while let first = middle.first, case .text(let text) = first.content {
            let space = text.prefix(while: ASCII.isSpace)
            if space.isEmpty { break }
            head.append(plain(space))
            middle.removeFirst()
            guard space.count < text.count else { continue }
            middle.insert(Span(content: .text(text.dropFirst(space.count)), look: first.look), at: 0)
        }
        while let last = middle.last, case .text(let text) = last.content {
            let kept = text.lastIndex { !ASCII.isSpace($0) }.map { $0 + 1 } ?? text.startIndex
            if kept == text.endIndex { break }
            tail.insert(plain(text[kept...]), at: 0)
            middle.removeLast()
            if kept > text.startIndex { middle.append(Span(content: .text(text[..<kept]), look: last.look)) }
        }
        return (head, middle[...], tail)
    }

    // MARK: Writing

    private var bytes: [UInt8] {
        get { text.bytes }
        _modify { yield &text.bytes }
    }

    private var beginsLine: Bool { bytes.isEmpty || bytes.last == 0x0A }

    private mutating func write(_ span: Span) {
        switch span.content {
        case .text(let text): write(text)
        case .markdown(let markdown):
            // A comment at the beginning of a line makes all of the line HTML (CommonMark 0.31.2, 4.6).
            let isOwnLine = beginsLine && !isSingle && markdown.starts(with: "<!--".utf8)
            write([], raw: markdown)
            if isOwnLine { bytes.append(0x0A) }
        case .reference(let reference):
            text.references.append((bytes.count, reference))
            endsInDelimiter = false
        }
    }

    private mutating func write(_ text: ArraySlice<UInt8>, raw: [UInt8] = []) {
        if !raw.isEmpty {
            bytes += raw
            endsInDelimiter = false
        }
        var rest = text
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest.dropFirst(line.count)
            MarkdownEscaping.append(beginsLine ? line.drop { $0 == 0x20 } : line, beginsLine: beginsLine, to: &bytes)
            if !line.isEmpty { endsInDelimiter = false }
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
            breakLine()
        }
    }

    private mutating func breakLine() {
        text.trimEnd()
        if beginsLine { return }
        if isSingle { bytes.append(0x20) } else { bytes += [UInt8(ascii: "\\"), 0x0A] }
        endsInDelimiter = false
    }
}
