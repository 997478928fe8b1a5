// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Resources by the bytes of their hrefs.  Many decorations share a few hrefs, and normalising one costs more than
/// recognising it; an href that is not in the table is normalised again.
struct ResourceNames {
    private var slots: [(href: UnsafeBufferPointer<UInt8>, resource: String)?] = Array(repeating: nil, count: 256)

    /// - Parameter href: must stay at its address while this value is in use.
    /// - Returns: nil when the href is not in its normal form, or names no resource.
    mutating func resource(of href: UnsafeBufferPointer<UInt8>) -> String? {
        let slot = ResourceNames.slot(of: href)
        if let known = slots[slot]?.href, known.hasSameBytes(as: href) { return slots[slot]?.resource }
        let text = String(decoding: href, as: UTF8.self)
        let resource = Decoration.resource(of: text)
        guard !resource.isEmpty, Href.normalized(text).utf8.elementsEqual(href) else { return nil }
        slots[slot] = (href, resource)
        return resource
    }

    /// Hrefs usually differ at their end.
    private static func slot(of href: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt32 = 0
        for byte in href.suffix(16) { hash = hash &* 31 &+ UInt32(byte) }
        return Int((hash ^ hash >> 8) & 255)
    }
}
