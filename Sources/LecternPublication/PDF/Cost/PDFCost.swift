// SPDX-License-Identifier: BSD-3-Clause

/// How much content would be run to draw something.  Sums and products end at a number that is too much in any case.
struct PDFCost: Equatable {
    /// Content of forms and the like that is run.
    private(set) var runs = 0
    /// Bytes of content.
    private(set) var bytes = 0
    /// What becomes visible.
    private(set) var paints = 0

    private static let most = 1 << 30

    init() {}

    init(runs: Int, bytes: Int, paints: Int) {
        self.runs = PDFCost.clamped(runs)
        self.bytes = PDFCost.clamped(bytes)
        self.paints = PDFCost.clamped(paints)
    }

    static func + (one: PDFCost, other: PDFCost) -> PDFCost {
        PDFCost(runs: one.runs + other.runs, bytes: one.bytes + other.bytes, paints: one.paints + other.paints)
    }

    /// So many times; neither is larger than 2³⁰.
    static func * (cost: PDFCost, times: Int) -> PDFCost {
        let times = clamped(times)
        return PDFCost(runs: cost.runs * times, bytes: cost.bytes * times, paints: cost.paints * times)
    }

    /// At least as much as either.
    func union(_ other: PDFCost) -> PDFCost {
        PDFCost(runs: max(runs, other.runs), bytes: max(bytes, other.bytes), paints: max(paints, other.paints))
    }

    private static func clamped(_ number: Int) -> Int { min(max(0, number), most) }
}
