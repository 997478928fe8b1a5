// SPDX-License-Identifier: BSD-3-Clause
@_spi(_Unicode) import Swift
import Synchronization

/// Folds text for searching: removes case and accents, replaces runs of white space by one space, and typographic
/// quotation marks by typewriter ones.
///
/// Folding works scalar by scalar and does not depend on the language, so a text can be folded while it is read: "É",
/// "é" and "e" with a combining accent all become "e".  Hangul and kana keep their marks, because the marks make
/// different letters.
public struct TextFolding: @unchecked Sendable {
    public let keepsCase: Bool
    let keepsDiacritics: Bool
    /// The foldings of the scalars below `tableEnd`, which include all letters with case or accents, in blocks that are
    /// created when they are first needed.  They are never freed: an array would have to be retained for every lookup.
    @usableFromInline let blocks: UnsafeMutablePointer<Block>

    @usableFromInline typealias Block = Atomic<UnsafePointer<Entry>?>

    @inlinable static var tableEnd: Int { 0x1F000 }
    @inlinable static var blockSize: Int { 0x80 }
    nonisolated(unsafe) private static let plain = noBlocks()
    nonisolated(unsafe) private static let withCase = noBlocks()
    nonisolated(unsafe) private static let withDiacritics = noBlocks()
    nonisolated(unsafe) private static let withBoth = noBlocks()

    private static func noBlocks() -> UnsafeMutablePointer<Block> {
        let count = tableEnd / blockSize
        let blocks = UnsafeMutablePointer<Block>.allocate(capacity: count)
        for number in 0..<count { (blocks + number).initialize(to: Block(nil)) }
        return blocks
    }

    /// If two threads create the same block, the first one is kept.
    @usableFromInline
    func newBlock(_ number: Int) -> UnsafePointer<Entry> {
        let block = UnsafeMutablePointer<Entry>.allocate(capacity: TextFolding.blockSize)
        for offset in 0..<TextFolding.blockSize {
            let scalar = Unicode.Scalar(UInt32(number * TextFolding.blockSize + offset))
            let entry = scalar.map {
                TextFolding.computed($0, keepsCase: keepsCase, keepsDiacritics: keepsDiacritics)
            }
            (block + offset).initialize(to: entry ?? Entry())
        }
        let (_, earlier) = blocks[number].compareExchange(
            expected: nil, desired: UnsafePointer(block), ordering: .acquiringAndReleasing)
        guard let earlier else { return UnsafePointer(block) }
        block.deallocate()
        return earlier
    }

    /// Up to three scalars, the most that a letter folds to; none if the scalar is ignored.
    public struct Entry: Sendable, Equatable {
        public var count = 0
        public var scalars: (UInt32, UInt32, UInt32) = (0, 0, 0)

        public static func == (a: Entry, b: Entry) -> Bool { a.count == b.count && a.scalars == b.scalars }

        @usableFromInline init() {}

        fileprivate init(_ list: some Collection<Unicode.Scalar>) {
            for scalar in list.prefix(3) { append(scalar.value) }
        }

        @usableFromInline
        init(_ scalar: Unicode.Scalar) {
            count = 1
            scalars.0 = scalar.value
        }

        private mutating func append(_ value: UInt32) {
            switch count {
            case 0: scalars.0 = value
            case 1: scalars.1 = value
            default: scalars.2 = value
            }
            count += 1
        }
    }

    public init(keepsCase: Bool, keepsDiacritics: Bool) {
        self.keepsCase = keepsCase
        self.keepsDiacritics = keepsDiacritics
        blocks =
            keepsCase
            ? keepsDiacritics ? TextFolding.withBoth : TextFolding.withCase
            : keepsDiacritics ? TextFolding.withDiacritics : TextFolding.plain
    }

    @inlinable @inline(__always)
    public func callAsFunction(_ scalar: Unicode.Scalar) -> Entry {
        let value = Int(scalar.value)
        // Ideographs, kana and Hangul are not changed, except for the ideographic space.
        if value < TextFolding.asTheyAre.lowerBound
            || value >= TextFolding.asTheyAre.upperBound && value < TextFolding.tableEnd
        {
            let number = value / TextFolding.blockSize
            let block = blocks[number].load(ordering: .acquiring) ?? newBlock(number)
            return block[value % TextFolding.blockSize]
        }
        if value == 0x3000 { return Entry(" ") }
        // Unicode reserves this range for default-ignorable code points.  The code points after it are for private use.
        return (0xE0000..<0xE1000).contains(value) ? Entry() : Entry(scalar)
    }

    @inlinable static var asTheyAre: Range<Int> { 0x2E80..<0xF900 }

    private static func computed(_ scalar: Unicode.Scalar, keepsCase: Bool, keepsDiacritics: Bool) -> Entry {
        if scalar.properties.isWhitespace { return Entry(" ") }
        // Soft hyphens and joiners only affect the layout of a word.
        if scalar.properties.isDefaultIgnorableCodePoint { return Entry() }
        if let typed = typed(scalar) { return Entry(typed) }
        var folded = [scalar]
        if !keepsCase {
            folded = scalar.properties.uppercaseMapping.unicodeScalars.flatMap {
                Array($0.properties.lowercaseMapping.unicodeScalars)
            }
        }
        folded = folded.flatMap { Array(String($0)._nfd) }
        if !keepsDiacritics { folded.removeAll(where: isDiacritic) }
        return Entry(folded)
    }

    /// The character on a keyboard for a typographic one.
    private static func typed(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "\u{2018}", "\u{2019}", "\u{201B}": "'"
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}": "\""
        case "\u{2010}", "\u{2011}": "-"
        default: nil
        }
    }

    /// Whether a scalar is an accent.  Marks of Indic scripts and kana that change the pronunciation are not.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark else { return false }
        switch scalar.properties.canonicalCombiningClass {
        case .notReordered, .nukta, .kanaVoicing, .virama: return false
        default: return true
        }
    }
}
