// SPDX-License-Identifier: BSD-3-Clause
@_spi(_Unicode) import Swift
import Synchronization

/// Folds text for searching, approximately to the primary level of the Unicode Collation Algorithm: drops case, accents,
/// width and position ("CO₂" and "CO2" are alike), and collapses white space to one space.  Typographic apostrophes,
/// quotation marks, dashes and ellipses become their ASCII forms.
///
/// Folding works scalar by scalar and does not depend on the language, so text can be folded while it is read: "É", "é"
/// and "e" followed by a combining accent all become "e".  Hangul and kana keep their marks, because these make
/// different letters.
public struct TextFolding: @unchecked Sendable {
    public let keepsCase: Bool
    let keepsDiacritics: Bool
    /// The foldings of the scalars below `tableEnd`, which include all letters with case or accents.  Blocks are
    /// created on first use and never freed: an array would be retained on every lookup.
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

    /// Creates a block.  If two threads race, the first block wins.
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

    /// The result for one scalar: up to three scalars, or none if it is ignored.
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
        // Ideographs and Hangul do not change; their table would be large.
        if value < TextFolding.asTheyAre.lowerBound
            || value >= TextFolding.asTheyAre.upperBound && value < TextFolding.tableEnd
        {
            let number = value / TextFolding.blockSize
            let block = blocks[number].load(ordering: .acquiring) ?? newBlock(number)
            return block[value % TextFolding.blockSize]
        }
        // Unicode reserves this range for default-ignorable code points.  The scalars above it are private use.
        return (0xE0000..<0xE1000).contains(value) ? Entry() : Entry(scalar)
    }

    @inlinable static var asTheyAre: Range<Int> { 0x3400..<0xF900 }

    private static func computed(_ scalar: Unicode.Scalar, keepsCase: Bool, keepsDiacritics: Bool) -> Entry {
        if scalar.properties.isWhitespace { return Entry(" ") }
        // Soft hyphens and joiners only affect the layout of a word.
        if scalar.properties.isDefaultIgnorableCodePoint { return Entry() }
        if let typed = typed[scalar] { return Entry(typed.unicodeScalars) }
        var folded = plainForms[scalar] ?? digit(scalar) ?? [scalar]
        if !keepsCase {
            folded = folded.flatMap { $0.properties.uppercaseMapping.unicodeScalars }.flatMap {
                Array($0.properties.lowercaseMapping.unicodeScalars)
            }
        }
        folded = folded.flatMap { Array(String($0)._nfd) }
        if !keepsDiacritics {
            folded = folded.filter { !isDiacritic($0) }.flatMap { withoutStroke[$0] ?? [$0] }
        }
        return Entry(folded)
    }

    /// ASCII equivalents of typographic characters.
    private static let typed: [Unicode.Scalar: String] = {
        let classes = [
            "'": "\u{2BB}\u{2BC}\u{2018}\u{2019}\u{201A}\u{201B}\u{2032}\u{2039}\u{203A}\u{5F3}\u{FF07}\u{B4}",
            "\"": "\u{AB}\u{BB}\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{5F4}\u{FF02}\u{301D}\u{301E}\u{301F}",
            "-":
                "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{2E3A}\u{2E3B}\u{58A}\u{5BE}\u{FE58}\u{FE63}\u{FF0D}",
            "...": "\u{2026}", "..": "\u{2025}",
        ]
        return Dictionary(
            classes.flatMap { typed, others in others.unicodeScalars.map { ($0, typed) } },
            uniquingKeysWith: { first, _ in first })
    }()

    /// Letters with a stroke, and ligatures: the collation algorithm decomposes them, Unicode normalization does not.
    private static let withoutStroke: [Unicode.Scalar: [Unicode.Scalar]] = [
        "\u{142}": ["l"], "\u{141}": ["L"], "\u{F8}": ["o"], "\u{D8}": ["O"], "\u{111}": ["d"], "\u{110}": ["D"],
        "\u{127}": ["h"], "\u{126}": ["H"], "\u{167}": ["t"], "\u{166}": ["T"], "\u{E6}": ["a", "e"],
        "\u{C6}": ["A", "E"],
        "\u{153}": ["o", "e"], "\u{152}": ["O", "E"],
    ]

    /// The ASCII digit for a digit of another script.
    private static func digit(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        guard scalar.properties.numericType == .decimal,
            let value = scalar.properties.numericValue.flatMap({ UInt8(exactly: $0) }), value < 10
        else { return nil }
        return [Unicode.Scalar(UInt8(ascii: "0") + value)]
    }

    /// The decompositions of characters in another form.
    private static let plainForms = Dictionary(
        uniqueKeysWithValues: compatibilityForms.description.unicodeScalars.split { " \n".unicodeScalars.contains($0) }
            .map { entry in (entry.first ?? " ", Array(entry.dropFirst())) })

    /// Whether a mark turns the letter before it into a different letter: the voicing marks of kana, and the nukta in
    /// scripts where it is part of the alphabet.  The nukta of Devanagari is excluded, because it is often omitted.
    public static func isOfLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3099, 0x309A, 0xFF9E, 0xFF9F: true
        case 0x093C: false
        default: scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass == .nukta
        }
    }

    /// Whether a scalar is an accent.  Indic marks that change the pronunciation are not.
    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.properties.generalCategory == .nonspacingMark, !isOfLetter(scalar) else { return false }
        switch scalar.properties.canonicalCombiningClass {
        case .notReordered, .virama: return false
        default: return true
        }
    }
}
