// SPDX-License-Identifier: BSD-3-Clause
import Glibc
import LecternModel

/// How much larger a list of transforms makes things at most (SVG 1.1, 7.6).
enum DrawingTransform {
    private static let maxFunctions = 64

    /// The norm of the matrix that belongs to the sum of the lengths along both axes; nil for what is no such list.
    static func scale(_ text: [UInt8]) -> Double? {
        var scale = 1.0
        var count = 0
        var rest = text[...]
        while true {
            rest = rest.drop { ASCII.isSpace($0) || $0 == UInt8(ascii: ",") }
            if rest.isEmpty { return max(scale, 1e-6) }
            count += 1
            guard count <= maxFunctions, let start = rest.firstIndex(of: UInt8(ascii: "(")),
                let end = rest.firstIndex(of: UInt8(ascii: ")")), start < end,
                let numbers = numbers(rest[(start + 1)..<end]),
                let one = one(String(decoding: rest[..<start], as: UTF8.self).trimmed, numbers)
            else { return nil }
            scale *= one
            rest = rest[(end + 1)...]
        }
    }

    private static func numbers(_ text: ArraySlice<UInt8>) -> [Double]? {
        var numbers = DrawingNumbers(text)
        var found: [Double] = []
        while !numbers.isAtEnd {
            guard found.count < 6, let number = numbers.next(), abs(number) <= DrawingNumbers.most else { return nil }
            found.append(number)
        }
        return found
    }

    private static func one(_ name: String, _ numbers: [Double]) -> Double? {
        switch (name, numbers.count) {
        case ("translate", 1...2): return 1
        case ("scale", 1...2): return numbers.map(abs).max()
        case ("rotate", 1), ("rotate", 3):
            let angle = numbers[0] * .pi / 180
            return abs(cos(angle)) + abs(sin(angle))
        case ("skewX", 1), ("skewY", 1): return 1 + min(abs(tan(numbers[0] * .pi / 180)), 1e9)
        case ("matrix", 6): return max(abs(numbers[0]) + abs(numbers[1]), abs(numbers[2]) + abs(numbers[3]))
        default: return nil
        }
    }
}
