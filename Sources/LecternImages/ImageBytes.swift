// SPDX-License-Identifier: BSD-3-Clause

/// Random access to the bytes of an image file.  Reading past the end returns nil.
///
/// The bytes must outlive this.
struct ImageBytes {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// An unsigned integer of up to four bytes.
    func number(_ count: Int, at place: Int, bigEndian: Bool) -> Int? {
        guard place >= 0, count <= bytes.count, place <= bytes.count - count else { return nil }
        var value = 0
        for index in 0..<count {
            let byte = Int(bytes[place + index])
            value |= bigEndian ? byte << (8 * (count - 1 - index)) : byte << (8 * index)
        }
        return value
    }

    func byte(at place: Int) -> Int? { number(1, at: place, bigEndian: true) }

    func has(_ text: StaticString, at place: Int) -> Bool {
        text.withUTF8Buffer { text in
            place >= 0 && place <= bytes.count && bytes[place...].starts(with: text)
        }
    }

    /// A range of the bytes, clamped to the end.
    func part(_ start: Int, count: Int) -> ImageBytes {
        let start = Swift.min(Swift.max(0, start), bytes.count)
        let end = start + Swift.min(Swift.max(0, count), bytes.count - start)
        return ImageBytes(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
}
