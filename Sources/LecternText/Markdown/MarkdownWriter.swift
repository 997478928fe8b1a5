// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Writes blocks one after another, with the notes that they refer to (CommonMark, and the footnotes and tables of GitHub).
public struct MarkdownWriter {
    private var blocks: [MarkdownBlock] = []
    /// Notes from elsewhere, after all other blocks.
    private var notes: [MarkdownBlock] = []
    /// The number of each note that is referred to, and the first block that does.
    private var numbers: [String: (number: Int, block: Int)] = [:]
    private var defined: Set<String> = []
    /// An estimate of the length in bytes.
    public private(set) var length = 0

    public init() {}

    public mutating func add(_ more: [MarkdownBlock]) {
        blocks += more
        for block in more {
            length += block.text.bytes.count + 8 * block.containers.count + 2
            defined.formUnion(block.noteTargets)
        }
    }

    /// A text that is not from a document, such as a page of a PDF.
    public mutating func add(paragraph text: ArraySlice<UInt8>) {
        let line = MarkdownLine([MarkdownLine.Span(content: .text(text))])
        add([MarkdownBlock(text: line.text, node: -1)])
    }

    public mutating func add(image source: String, called alternative: String?) {
        add([MarkdownBlock(text: MarkdownText(MarkdownSpans.image(alternative ?? "", source)), node: -1)])
    }

    /// The places of notes that are referred to and not here, in order.
    public var missingNotes: [String] {
        var known = defined
        return blocks.flatMap(\.text.references).map(\.reference.target).filter { known.insert($0).inserted }
    }

    /// Adds a note that is elsewhere.
    public mutating func add(note blocks: [MarkdownBlock], at target: String) {
        defined.insert(target)
        for block in blocks {
            var block = block
            block.isNote = true
            block.noteTargets = [target]
            block.noteDepth = 0
            notes.append(block)
            length += block.text.bytes.count
        }
    }

    public mutating func finish() -> [UInt8] {
        number()
        var output: [UInt8] = []
        output.reserveCapacity(length)
        var open: [MarkdownBlock.Container] = []
        var openNote: Int?
        for (index, block) in (blocks + notes).enumerated() {
            let note = number(of: block, at: index)
            let containers = note == nil ? block.containers : Array(block.containers.dropFirst(block.noteDepth))
            let isContinued = note == openNote
            let common = isContinued ? zip(open, containers).prefix { $0 == $1 }.count : 0
            let indent: [UInt8] = note == nil ? [] : Array("    ".utf8)
            if !output.isEmpty { separate(open, containers, common, indent, &output) }
            var first = note.map { isContinued ? indent : Array("[^\($0)]: ".utf8) } ?? []
            var others = indent
            for (depth, container) in containers.enumerated() {
                first += depth < common ? container.prefixes.others : container.prefixes.first
                others += container.prefixes.others
            }
            write(block.text.labelled(label), first, others, &output)
            open = containers
            openNote = note
        }
        if !output.isEmpty { output.append(0x0A) }
        return output
    }

    /// Numbers the notes in the order in which they are referred to.
    private mutating func number() {
        for (index, block) in blocks.enumerated() {
            for (_, reference) in block.text.references
            where defined.contains(reference.target) && numbers[reference.target] == nil {
                numbers[reference.target] = (numbers.count + 1, index)
            }
        }
    }

    /// The number of a note.  Any other text is one if a reference before it leads there.
    private func number(of note: MarkdownBlock, at index: Int) -> Int? {
        note.noteTargets.lazy.compactMap { numbers[$0] }.first { note.isNote || $0.block < index }?.number
    }

    private func label(_ reference: MarkdownReference) -> [UInt8] {
        if let number = numbers[reference.target]?.number { return Array("[^\(number)]".utf8) }
        var text: [UInt8] = []
        MarkdownEscaping.append(reference.text[...], beginsLine: false, to: &text)
        return text
    }

    /// An empty line, except between two items of a list.
    private func separate(
        _ open: [MarkdownBlock.Container], _ containers: [MarkdownBlock.Container], _ common: Int, _ indent: [UInt8],
        _ output: inout [UInt8]
    ) {
        output.append(0x0A)
        if common < open.count, common < containers.count, case .item(_, let list, _) = open[common],
            case .item(_, list: list, _) = containers[common]
        {
            return
        }
        write([], [], indent + containers.prefix(common).flatMap(\.prefixes.others), &output)
        output.append(0x0A)
    }

    private func write(_ text: [UInt8], _ first: [UInt8], _ others: [UInt8], _ output: inout [UInt8]) {
        var isFirst = true
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !isFirst { output.append(0x0A) }
            output += isFirst && !text.isEmpty ? first : others
            output += line
            if line.isEmpty {
                while output.last == 0x20 { output.removeLast() }
            }
            isFirst = false
        }
    }
}
