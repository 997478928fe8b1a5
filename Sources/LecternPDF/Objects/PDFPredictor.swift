// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Reverses the prediction that makes data easier to compress (ISO 32000-1, 7.4.4.4).
public struct PDFPredictor {
    private enum Kind: Sendable {
        case none, tiff, png
    }

    private let kind: Kind
    /// The length of a row in bytes, without the PNG filter type byte.
    private let rowLength: Int
    /// The distance in bytes to the corresponding byte of the pixel to the left.
    private let distance: Int

    /// - Parameter parameters: the parameters of the filter; null if there are none.
    public init(_ parameters: PDFObject) throws(Failure) {
        var dictionary: PDFDictionary = [:]
        if case .dictionary(let found) = parameters { dictionary = found }
        func value(_ name: PDFName, _ missing: Int, _ range: ClosedRange<Int>) throws(Failure) -> Int {
            let value = dictionary[name].map { $0.integer ?? -1 } ?? missing
            guard range ~= value else { throw PDFInput.damaged }
            return value
        }
        switch try value(.predictor, 1, 1...15) {
        case 1: kind = .none
        case 2: kind = .tiff
        case 10...15: kind = .png
        default: throw PDFInput.damaged
        }
        let colors = try value(.colors, 1, 1...32)
        let bits = try value(.bitsPerComponent, 8, 1...16)
        rowLength = (try value(.columns, 1, 1...(1 << 20)) * colors * bits + 7) / 8
        distance = Swift.max(1, colors * bits / 8)
        // Objects consist of whole bytes.
        guard kind != .tiff || bits == 8 else { throw PDFInput.damaged }
    }

    public func undone(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        switch kind {
        case .none: return bytes
        case .tiff: return tiff(bytes)
        case .png: return try png(bytes)
        }
    }

    private func tiff(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for index in bytes.indices where index % rowLength >= distance { bytes[index] &+= bytes[index - distance] }
        return bytes
    }

    /// Each row has its own filter type (PNG, 9.2).
    private func png(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let filter = bytes[place]
            guard filter <= 4 else { throw PDFInput.damaged }
            let row = bytes[(place + 1)...].prefix(rowLength)
            let start = result.count
            for byte in row {
                let index = result.count
                let left = index - start >= distance ? result[index - distance] : 0
                let up = start >= rowLength ? result[index - rowLength] : 0
                let upLeft = index - start >= distance && start >= rowLength ? result[index - rowLength - distance] : 0
                result.append(byte &+ PDFPredictor.prediction(filter, left, up, upLeft))
            }
            place += 1 + rowLength
        }
        return result
    }

    private static func prediction(_ filter: UInt8, _ left: UInt8, _ up: UInt8, _ upLeft: UInt8) -> UInt8 {
        switch filter {
        case 1: return left
        case 2: return up
        case 3: return UInt8((Int(left) + Int(up)) / 2)
        case 4:
            let estimate = Int(left) + Int(up) - Int(upLeft)
            let (a, b, c) = (abs(estimate - Int(left)), abs(estimate - Int(up)), abs(estimate - Int(upLeft)))
            return a <= b && a <= c ? left : b <= c ? up : upLeft
        default: return 0
        }
    }
}
