// SPDX-License-Identifier: BSD-3-Clause
import LecternMarkup
import LecternModel
import LecternText

/// The elements of one resource in reading order.  They are created on demand.
protocol ReadingContents: Sendable {
    var count: Int { get }
    /// - Parameter tokens: how texts are split into tokens; nil if they are not.
    func element(at index: Int, tokens: TokenOptions?) -> ReadingElement
    /// The index of the element that a locator refers to; nil if the locator does not determine one.
    func index(of locator: Locator, _ work: Work) throws(Failure) -> Int?
    /// Whether elements have complete locators.
    var locatesElements: Bool { get }
    /// The progression in the resource at which an element begins.
    func progression(of index: Int) -> Double
    /// The element at a progression in the resource.
    func index(at progression: Double) -> Int
    /// Adds elements as Markdown.
    func add(_ elements: Range<Int>, to markdown: inout MarkdownWriter, _ work: Work) throws(Failure)
}

extension ReadingContents {
    var locatesElements: Bool { false }

    /// Texts as paragraphs, images and recordings with their alternative texts.
    func add(_ elements: Range<Int>, to markdown: inout MarkdownWriter, _ work: Work) throws(Failure) {
        for index in elements {
            let element = element(at: index, tokens: nil)
            try work.step((element.text?.count ?? 0) + 1)
            if let text = element.text { try markdown.add(paragraph: text) }
            if let link = element.link { try markdown.add(image: link.href, called: element.alt) }
        }
    }
}

extension DocumentContents: ReadingContents {
    func add(_ elements: Range<Int>, to markdown: inout MarkdownWriter, _ work: Work) throws(Failure) {
        try markdown.add(self.markdown(of: elements, work))
    }
}

/// An image or a recording that is an item of the reading order.
struct SingleContents: ReadingContents {
    let role: ReadingElement.Role
    let link: Link

    var count: Int { 1 }

    func element(at index: Int, tokens: TokenOptions?) -> ReadingElement {
        var element = ReadingElement(
            role, locator: Locator(href: link.href, type: link.type ?? MediaType.octetStream, title: link.title))
        element.link = link
        return element
    }

    func index(of locator: Locator, _ work: Work) throws(Failure) -> Int? { 0 }
    func progression(of index: Int) -> Double { 0 }
    func index(at progression: Double) -> Int { 0 }
}

extension ReadingElement {
    /// Sets the tokens of an element whose text is a range of a longer one, without marks.
    mutating func split(_ bytes: [UInt8], at range: Range<Int>, _ options: TokenOptions) {
        bytes.withUnsafeBufferPointer { text in
            let snippet = Snippet(text)
            let ranges = options.ranges(
                in: UnsafeBufferPointer(rebasing: text[range]), language: language,
                most: ReadingElement.tokenRoom / tokenSize)
            tokens = ranges?.map { token in
                let place = range.lowerBound + token.lowerBound..<range.lowerBound + token.upperBound
                var locator = locator
                locator.text = snippet.text(at: place).inLines
                return Token(
                    text: bytes[place], segments: [Segment(text: bytes[place], language: language)], locator: locator)
            }
        }
    }
}
