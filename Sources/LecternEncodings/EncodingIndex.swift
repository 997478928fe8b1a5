// SPDX-License-Identifier: BSD-3-Clause

/// An index of the Encoding Standard (5), which maps pointers to code points.  A decoder computes the pointer from bytes.
struct EncodingIndex: Sendable {
    /// Indexed by pointer; 0 if there is no code point.
    private var codePoints: [UInt32] = []

    subscript(pointer: Int) -> UInt32? {
        guard codePoints.indices.contains(pointer), codePoints[pointer] > 0 else { return nil }
        return codePoints[pointer]
    }

    /// - Parameter text: the characters in the order of their pointers.  Among them, `-6` skips six pointers, `+6` stands for
    ///   the six code points after the last one, and `*6` for the next six code points that do not occur elsewhere in the
    ///   text.  Numbers end with white space, which is otherwise ignored.
    init(_ text: StaticString) {
        var filled: [Range<Int>] = []
        var operation: Unicode.Scalar?
        var number = 0
        for scalar in (text.description + "\n").unicodeScalars {
            switch scalar {
            case "-", "+", "*": (operation, number) = (scalar, 0)
            case "0"..."9": number = number * 10 + Int(scalar.value - 0x30)
            case " ", "\n":
                if operation == "*" { filled.append(codePoints.count..<codePoints.count + number) }
                for _ in 0..<(operation == nil ? 0 : number) {
                    codePoints.append(operation == "+" ? (codePoints.last ?? 0) + 1 : 0)
                }
                operation = nil
            default: codePoints.append(scalar.value)
            }
        }
        let named = Set(codePoints)
        for range in filled {
            var next = codePoints[range.lowerBound - 1]
            for pointer in range {
                repeat { next += 1 } while named.contains(next)
                codePoints[pointer] = next
            }
        }
    }
}
