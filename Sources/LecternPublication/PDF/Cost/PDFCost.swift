// SPDX-License-Identifier: BSD-3-Clause

/// How much is done to draw something.  Sums and products end at a number that is too much in any case.
struct PDFCost: Equatable {
    /// Content of forms and the like that is run.
    private(set) var runs = 0
    /// Bytes of content that is run.
    private(set) var bytes = 0
    /// What becomes visible, but for letters; large images count several times.
    private(set) var paints = 0
    private(set) var letters = 0
    /// Operators that show letters, and those that mark what follows them.
    private(set) var texts = 0
    private(set) var marked = 0
    /// Operators that save the graphics state.
    private(set) var saves = 0
    /// What is gone through besides, such as shades and functions, in steps of a few nanoseconds.
    private(set) var steps = 0
    /// Bytes of what is kept of it besides: images in it, and copies of what clips it.
    private(set) var kept = 0

    private static let most = 1 << 30

    init(
        runs: Int = 0, bytes: Int = 0, paints: Int = 0, letters: Int = 0, texts: Int = 0, marked: Int = 0, saves: Int = 0,
        steps: Int = 0, kept: Int = 0
    ) {
        self.runs = PDFCost.clamped(runs)
        self.bytes = PDFCost.clamped(bytes)
        self.paints = PDFCost.clamped(paints)
        self.letters = PDFCost.clamped(letters)
        self.texts = PDFCost.clamped(texts)
        self.marked = PDFCost.clamped(marked)
        self.saves = PDFCost.clamped(saves)
        self.steps = PDFCost.clamped(steps)
        self.kept = PDFCost.clamped(kept)
    }

    static let maxSteps = 1 << 27
    static let maxKept = 300 << 20

    /// Whether it takes long or much, whatever is drawn.
    var isTooMuch: Bool { steps > PDFCost.maxSteps || kept > PDFCost.maxKept }

    /// Everything that becomes visible.
    var marks: Int { paints + letters }

    static func + (one: PDFCost, other: PDFCost) -> PDFCost { one.combined(other, +) }

    /// So many times; neither is larger than 2³⁰.
    static func * (cost: PDFCost, times: Int) -> PDFCost {
        let times = clamped(times)
        return cost.combined(cost) { number, _ in number * times }
    }

    /// At least as much as either.
    func union(_ other: PDFCost) -> PDFCost { combined(other, max) }

    private func combined(_ other: PDFCost, _ combine: (Int, Int) -> Int) -> PDFCost {
        PDFCost(
            runs: combine(runs, other.runs), bytes: combine(bytes, other.bytes), paints: combine(paints, other.paints),
            letters: combine(letters, other.letters), texts: combine(texts, other.texts),
            marked: combine(marked, other.marked), saves: combine(saves, other.saves),
            steps: combine(steps, other.steps), kept: combine(kept, other.kept))
    }

    private static func clamped(_ number: Int) -> Int { min(max(0, number), most) }
}
