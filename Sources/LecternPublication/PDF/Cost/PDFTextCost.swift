// SPDX-License-Identifier: BSD-3-Clause

/// How long pdfium would take for the text of a page at most, as it was measured for what is made to take long.
struct PDFTextCost {
    let seconds: Double
    /// Operators that show letters.
    let texts: Int
    /// Whether it is more than any page needs.
    let isTooMuch: Bool

    private static let maxSeconds = 2.0
    private static let secondsPerStep = 1.5e-8
    private static let secondsPerKept = 3e-9
    /// Bytes of content, each of which may take twenty of memory.
    static let maxBytes = 12 << 20
    static let maxFontBytes = 96 << 20
    /// Each character takes 250 bytes of memory.
    private static let maxLetters = 500_000
    private static let maxCharacters = 2e6
    private static let maxSaves = 200_000
    /// Marks may be inside of each other: then each text has a list of them.
    private static let maxMarkedTexts = 3e7

    init(_ cost: PDFCost, _ fonts: PDFFontCosts.Cost, longestReplacement: Int) {
        let (texts, letters) = (Double(cost.texts), Double(cost.letters))
        self.texts = cost.texts
        // Each text is compared with all that stand on the same line.
        seconds = Double(cost.bytes) * 8e-8 + Double(cost.steps) * PDFTextCost.secondsPerStep
            + Double(cost.kept) * PDFTextCost.secondsPerKept + Double(cost.runs) * 5e-6 + letters * 5e-7 + texts * texts * 1.3e-8
            + Double(fonts.bytes) * 3e-9 + Double(fonts.codes) * 4e-10 + Double(fonts.spaces) * 8e-9 * letters
            + (Double(fonts.widths) * 6e-9 + Double(fonts.mapped) * 3.5e-9) * letters + Double(cost.marked) * texts * 1.3e-8
        // A mark may stand for the same text again and again, and a code for a long one.
        let characters = Double(longestReplacement) * texts + Double(max(1, fonts.longest)) * letters
        isTooMuch = seconds > PDFTextCost.maxSeconds || cost.isTooMuch || cost.bytes > PDFTextCost.maxBytes
            || fonts.bytes > PDFTextCost.maxFontBytes || cost.letters > PDFTextCost.maxLetters
            || cost.saves > PDFTextCost.maxSaves || characters > PDFTextCost.maxCharacters || Double(cost.marked) * texts > PDFTextCost.maxMarkedTexts
    }

    /// For each text, the part of each side of the page that it may cover is gone through.
    func isTooMuch(width: Double, height: Double) -> Bool {
        guard width >= 0, height >= 0, width + height <= PDFTextCost.maxSides else { return true }
        return (width + height) * Double(texts) * 5e-9 > PDFTextCost.maxSeconds
    }

    private static let maxSides = 1e6
}
