// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import Testing

import LecternPDF

@Suite struct PDFPredictorTests {
    private func predictor(_ number: Int, _ columns: Int, colors: Int = 1, bits: Int = 8) throws -> PDFPredictor {
        try PDFPredictor(
            .dictionary([
                .predictor: .integer(number), .columns: .integer(columns), .colors: .integer(colors),
                .bitsPerComponent: .integer(bits),
            ]))
    }

    @Test func rowsOfPNG() throws {
        let rows: [UInt8] = [0, 10, 20, 30, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1]
        #expect(try predictor(15, 3).undone(rows) == [10, 20, 30, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5])
    }

    @Test func differencesOfTIFF() throws {
        #expect(try predictor(2, 3).undone([1, 1, 1, 5, 255, 1]) == [1, 2, 3, 5, 4, 5])
        #expect(try predictor(2, 2, colors: 2).undone([1, 10, 1, 10, 3]) == [1, 10, 2, 20, 3])
    }

    @Test func withoutParametersNothingIsDone() throws {
        #expect(try PDFPredictor(.null).undone([1, 2]) == [1, 2])
        #expect(try predictor(12, 5).undone([]) == [])
    }

    @Test func theLastRowMayBeShort() throws {
        #expect(try predictor(12, 3).undone([2, 1, 2, 3, 2, 1]) == [1, 2, 3, 2])
        #expect(try predictor(12, 1 << 20, colors: 32, bits: 16).undone([1, 7]) == [7])
        #expect(try predictor(12, 3).undone([1]) == [])
    }

    @Test func oddParametersAreRefused() {
        for (number, columns, colors, bits) in [
            (3, 1, 1, 8), (16, 1, 1, 8), (12, 0, 1, 8), (12, -1, 1, 8), (12, .max, 1, 8), (12, 1, 0, 8),
            (12, 1, .max, 8),
            (12, 1, 1, 0), (2, 1, 1, 4),
        ] {
            #expect(throws: Failure.self) { try predictor(number, columns, colors: colors, bits: bits) }
        }
        #expect(throws: Failure.self) { try predictor(12, 1).undone([5, 0]) }
    }
}
