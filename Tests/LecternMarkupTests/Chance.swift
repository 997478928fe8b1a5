// SPDX-License-Identifier: BSD-3-Clause

/// Reproducible random numbers.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }

    /// The document with a few bytes changed, removed, doubled or moved.
    mutating func damaged(_ source: [UInt8]) -> [UInt8] {
        let special = Array("<>&;\"'=/!?-[]#x:. \t\r\n\0a1\u{7F}\u{E9}\u{FFFF}\u{1F600}".utf8)
        var bytes = source
        for _ in 0...number(below: 3) where !bytes.isEmpty {
            let at = number(below: bytes.count)
            let upTo = min(bytes.count, at + 1 + number(below: number(below: 4) == 0 ? 40 : 3))
            switch number(below: 6) {
            case 0: bytes[at] = UInt8(number(below: 256))
            case 1: bytes[at] = special[number(below: special.count)]
            case 2: bytes.insert(special[number(below: special.count)], at: at)
            case 3: bytes.removeSubrange(at..<upTo)
            case 4: bytes.insert(contentsOf: bytes[at..<upTo], at: at)
            default: bytes.insert(contentsOf: bytes[at..<upTo], at: number(below: bytes.count))
            }
        }
        return bytes
    }
}
