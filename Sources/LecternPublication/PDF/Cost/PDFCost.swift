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

    private static let most = 1 << 30

    init(runs: Int = 0, bytes: Int = 0, paints: Int = 0, letters: Int = 0) {
        self.runs = PDFCost.clamped(runs)
        self.bytes = PDFCost.clamped(bytes)
        self.paints = PDFCost.clamped(paints)
        self.letters = PDFCost.clamped(letters)
    }

    /// Everything that becomes visible.
    var marks: Int { paints + letters }

    static func + (one: PDFCost, other: PDFCost) -> PDFCost {
        PDFCost(
            runs: one.runs + other.runs, bytes: one.bytes + other.bytes, paints: one.paints + other.paints,
            letters: one.letters + other.letters)
    }

    /// So many times; neither is larger than 2³⁰.
    static func * (cost: PDFCost, times: Int) -> PDFCost {
        let times = clamped(times)
        return PDFCost(
            runs: cost.runs * times, bytes: cost.bytes * times, paints: cost.paints * times,
            letters: cost.letters * times)
    }

    /// At least as much as either.
    func union(_ other: PDFCost) -> PDFCost {
        PDFCost(
            runs: max(runs, other.runs), bytes: max(bytes, other.bytes), paints: max(paints, other.paints),
            letters: max(letters, other.letters))
    }

    private static func clamped(_ number: Int) -> Int { min(max(0, number), most) }
}
