// SPDX-License-Identifier: BSD-3-Clause

/// Where the strings, numbers and words of a JSON value stand, apart from the names of members.
///
/// What a program writes a thousand times differs in little else.  So a scanner can compare the next value with the last
/// one, and read only what differs.
public struct JSONOutline {
    /// A string without its quotes, a number or a word.
    private struct Leaf {
        /// In the value.
        var start: Int32
        var end: Int32
        var isString: Bool
        var hasEscapes: Bool
    }

    /// A leaf that ends somewhere else in another value, or got its first escape or lost its last one.
    private struct Difference {
        let leaf: Int
        let end: Int32
        let hasEscapes: Bool
    }

    private var text: UnsafeBufferPointer<UInt8>
    private var leaves: [Leaf] = []
    /// Those of the value that is compared; memory for more is kept.
    private var differences: [Difference] = []
    private var differenceCount = 0

    /// A bit for each leaf that differed between the last two values; the last bit is for all from the 64th on.
    public private(set) var changed: UInt64 = 0
    /// Whether one of them got another length.
    public private(set) var hasMoved = false

    /// - Parameter text: a valid value, which stays where it is for as long as the outline is used.
    public init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
        var at = 0
        while at < text.count {
            let start = at
            switch text[at] {
            case UInt8(ascii: "\""):
                let hasEscapes = JSONOutline.skipString(text, &at)
                let end = at - 1
                while at < text.count, text[at] <= 0x20 { at += 1 }
                let isName = at < text.count && text[at] == UInt8(ascii: ":")
                if !isName { add(start + 1, end, isString: true, hasEscapes: hasEscapes) }
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                while at < text.count, !JSONOutline.isDelimiter(text[at]) { at += 1 }
                add(start, at, isString: false, hasEscapes: false)
            default: at += 1
            }
        }
    }

    private mutating func add(_ start: Int, _ end: Int, isString: Bool, hasEscapes: Bool) {
        leaves.append(
            Leaf(
                start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), isString: isString,
                hasEscapes: hasEscapes))
    }

    /// Steps over a string, and says whether it has escapes.
    private static func skipString(_ text: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> Bool {
        var hasEscapes = false
        at += 1
        while at < text.count, text[at] != UInt8(ascii: "\"") {
            let isEscape = text[at] == UInt8(ascii: "\\")
            hasEscapes = hasEscapes || isEscape
            at += isEscape ? 2 : 1
        }
        at += 1
        return hasEscapes
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    // MARK: Leaves

    /// The bit of a leaf in `changed`.
    @inline(__always)
    public static func bit(_ leaf: Int) -> UInt64 { 1 << UInt64(Swift.min(leaf, 63)) }

    /// Where a leaf is in the value.
    public func place(ofLeaf number: Int) -> Range<Int> {
        let leaf = leaves[number]
        return Int(leaf.start)..<Swift.max(Int(leaf.start), Int(leaf.end))
    }

    public func hasEscapes(inLeaf number: Int) -> Bool { leaves[number].hasEscapes }

    /// How many leaves end there, or before.
    public func leaves(endingBy place: Int) -> Int { leaves.partitionPoint { Int($0.end) <= place } }

    /// How many leaves begin before.
    public func leaves(beginningBefore place: Int) -> Int { leaves.partitionPoint { Int($0.start) < place } }

    // MARK: Comparing

    /// Steps over the value that comes next, if it differs from this one in leaves only: the outline is then its own.
    fileprivate mutating func follow(_ json: inout JSONScanner) -> Bool {
        guard let old = text.baseAddress else { return false }
        let start = json.at
        // In the value of this outline, up to where both have been compared.
        var at = 0
        var number = 0
        var changed: UInt64 = 0
        differenceCount = 0
        while true {
            let same = SharedBytes.count(old + at, json.bytes + json.at, min(text.count - at, json.count - json.at))
            at += same
            json.at += same
            if at == text.count { break }
            while number < leaves.count, leaves[number].end < at { number += 1 }
            // What differs may be the byte behind a leaf, as one of the two may be longer.
            guard number < leaves.count, leaves[number].start <= at else { return false }
            let leaf = leaves[number]
            let hasEscapes = json.leaf(
                from: json.at - (at - Int(leaf.start)), isString: leaf.isString, hadEscapes: leaf.hasEscapes)
            guard let hasEscapes else { return false }
            changed |= JSONOutline.bit(number)
            at = Int(leaf.end)
            // Most have the same length, and then nothing else has to be noted.
            if differenceCount > 0 || json.at - start != at || hasEscapes != leaf.hasEscapes {
                add(Difference(leaf: number, end: Int32(truncatingIfNeeded: json.at - start), hasEscapes: hasEscapes))
            }
            number += 1
        }
        text = json.bytes(at: start..<json.at)
        self.changed = changed
        hasMoved = false
        if differenceCount > 0 { adopt() }
        return true
    }

    /// Makes the leaves those of the value that was compared.
    private mutating func adopt() {
        var next = 0
        // How much farther back the leaves are now.
        var shift: Int32 = 0
        for number in differences[0].leaf..<leaves.count {
            leaves[number].start &+= shift
            if next < differenceCount, differences[next].leaf == number {
                let difference = differences[next]
                shift = difference.end &- leaves[number].end
                hasMoved = hasMoved || shift != 0
                leaves[number].end = difference.end
                leaves[number].hasEscapes = difference.hasEscapes
                next += 1
            } else {
                leaves[number].end &+= shift
            }
            if shift == 0 && next == differenceCount { return }
        }
    }

    private mutating func add(_ difference: Difference) {
        if differenceCount < differences.count {
            differences[differenceCount] = difference
        } else {
            differences.append(difference)
        }
        differenceCount += 1
    }
}

extension JSONScanner {
    /// Steps over a value that differs from that of an outline in its leaves only; the outline is then that of this one.
    ///
    /// - Returns: nil for any other value; nothing has been stepped over then.
    public mutating func value(like outline: inout JSONOutline) -> Place? {
        let start = at
        if outline.follow(&self) { return start..<at }
        at = start
        return nil
    }

    /// Steps to the end of a string, number or word, of which all bytes before this one are those of another leaf.
    ///
    /// - Parameters:
    ///   - start: where it begins.
    ///   - hadEscapes: whether the other one has escapes.
    /// - Returns: whether it has escapes; nil when it is not of the same kind.
    fileprivate mutating func leaf(from start: Int, isString: Bool, hadEscapes: Bool) -> Bool? {
        guard isString else {
            at = start
            return current != UInt8(ascii: "\"") && value(depth: 0) != nil ? false : nil
        }
        if !hadEscapes {
            at = JSONPlainRun.end(in: bytes, from: at, count: count)
            if current == UInt8(ascii: "\"") { return false }
        }
        at = start - 1
        guard let string = string() else { return nil }
        at -= 1
        return string.hasEscapes
    }
}
