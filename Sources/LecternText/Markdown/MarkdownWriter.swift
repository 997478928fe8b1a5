// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Writes blocks one after another, with the notes that they refer to (CommonMark, and the footnotes and tables of GitHub).
public struct MarkdownWriter {
    private var blocks: [MarkdownBlock] = []
    /// Notes from elsewhere, after all other blocks.
    private var notes: [MarkdownBlock] = []
    private var containers: [MarkdownContainer] = []
    /// The number of each note that is referred to, and the first block that does.
    private var numbers: [String: (number: Int, block: Int)] = [:]
    private var defined: Set<String> = []
    /// The maximum length in bytes.
    private let most: UInt64

    /// The number of blocks, which take more memory than their text.
    private static let mostBlocks = 1_000_000

    public init(most: UInt64) { self.most = most }

    public mutating func add(_ more: MarkdownBlocks) throws(Failure) {
        let more = try taken(more)
        blocks += more
        for block in more { defined.formUnion(block.noteTargets) }
    }

    /// The blocks, with their containers among those of the writer.
    private mutating func taken(_ more: MarkdownBlocks) throws(Failure) -> [MarkdownBlock] {
        guard blocks.count + notes.count + more.blocks.count <= MarkdownWriter.mostBlocks,
            let first = Int32(exactly: containers.count),
            Int32(exactly: containers.count + more.containers.count) != nil
        else {
            throw Failure(.limit, "The Markdown has more than \(MarkdownWriter.mostBlocks) blocks.")
        }
        containers += more.containers.map { container in
            var container = container
            if container.parent >= 0 { container.parent += first }
            return container
        }
        return more.blocks.map { block in
            var block = block
            if block.container >= 0 { block.container += first }
            if block.noteContainer >= 0 { block.noteContainer += first }
            return block
        }
    }

    /// A text that is not from a document, such as a page of a PDF.
    public mutating func add(paragraph text: ArraySlice<UInt8>) throws(Failure) {
        let line = MarkdownLine([MarkdownLine.Span(content: .text(text))])
        try add(MarkdownBlocks(blocks: [MarkdownBlock(text: line.text)]))
    }

    public mutating func add(image source: String, called alternative: String?) throws(Failure) {
        let text = MarkdownText(MarkdownSpans.image(alternative ?? "", source))
        try add(MarkdownBlocks(blocks: [MarkdownBlock(text: text)]))
    }

    /// The places of notes that are referred to and not here, in order.
    public var missingNotes: [String] {
        var known = defined
        return blocks.flatMap(\.text.references).map(\.reference.target).filter { known.insert($0).inserted }
    }

    /// Adds a note that is elsewhere.
    public mutating func add(note more: MarkdownBlocks, at target: String) throws(Failure) {
        defined.insert(target)
        for block in try taken(more) {
            var block = block
            block.isNote = true
            block.noteTargets = [target]
            notes.append(block)
        }
    }

    public mutating func finish() throws(Failure) -> [UInt8] {
        number()
        var output: [UInt8] = []
        var open: [Int32] = []
        var openNote: Int?
        for (index, block) in (blocks + notes).enumerated() {
            let note = number(of: block, at: index)
            let around = self.around(block, isNote: note != nil)
            let isContinued = note == openNote
            let common = isContinued ? zip(open, around).prefix { $0 == $1 }.count : 0
            let indent: [UInt8] = note == nil ? [] : Array("    ".utf8)
            if !output.isEmpty { try separate(open, around, common, indent, &output) }
            var first = note.map { isContinued ? indent : Array("[^\($0)]: ".utf8) } ?? []
            var others = indent
            for (depth, container) in around.enumerated() {
                let prefixes = containers[Int(container)].prefixes
                first += depth < common ? prefixes.others : prefixes.first
                others += prefixes.others
            }
            try write(block.text.labelled(label), first, others, &output)
            open = around
            openNote = note
        }
        if !output.isEmpty { output.append(0x0A) }
        return output
    }

    /// The containers around a block from the outermost on; for a note, those inside of it.
    private func around(_ block: MarkdownBlock, isNote: Bool) -> [Int32] {
        var around: [Int32] = []
        var container = block.container
        while container >= 0, !isNote || container != block.noteContainer {
            around.append(container)
            container = containers[Int(container)].parent
        }
        return around.reversed()
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
        _ open: [Int32], _ around: [Int32], _ common: Int, _ indent: [UInt8], _ output: inout [UInt8]
    ) throws(Failure) {
        output.append(0x0A)
        if common < open.count, common < around.count,
            containers[Int(open[common])].isOfSameList(containers[Int(around[common])])
        {
            return
        }
        let prefix = around.prefix(common).flatMap { containers[Int($0)].prefixes.others }
        try write([], [], indent + prefix, &output)
        output.append(0x0A)
    }

    private func write(
        _ text: [UInt8], _ first: [UInt8], _ others: [UInt8], _ output: inout [UInt8]
    ) throws(Failure) {
        var isFirst = true
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if !isFirst { output.append(0x0A) }
            output += isFirst && !text.isEmpty ? first : others
            output += line
            guard UInt64(output.count) <= most else {
                throw Failure(.limit, "The Markdown is larger than \(most) bytes.")
            }
            if line.isEmpty {
                while output.last == 0x20 { output.removeLast() }
            }
            isFirst = false
        }
    }
}
