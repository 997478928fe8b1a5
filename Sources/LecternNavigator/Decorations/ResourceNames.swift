// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The resources of a list, by the bytes of their hrefs.  Many decorations share a few hrefs, and normalising one costs
/// more than recognising it; an href that is not in the table is normalised again.
struct ResourceNames {
    /// All resources, in the order in which they first appear.
    private(set) var names: [String] = []
    private var numbers: [ExactText: UInt32] = [:]
    private var slots: [(href: UnsafeBufferPointer<UInt8>, number: UInt32)?] = Array(repeating: nil, count: 256)

    /// The number of a resource.
    mutating func number(ofResource name: String) -> UInt32 {
        let key = ExactText(name)
        if let known = numbers[key] { return known }
        let number = UInt32(truncatingIfNeeded: names.count)
        numbers[key] = number
        names.append(name)
        return number
    }

    /// - Parameter href: must stay at its address while this value is in use.
    /// - Returns: nil when the href is not in its normal form, or names no resource.
    mutating func number(of href: UnsafeBufferPointer<UInt8>) -> UInt32? {
        let slot = ResourceNames.slot(of: href)
        if let known = slots[slot], known.href.hasSameBytes(as: href) { return known.number }
        let text = String(decoding: href, as: UTF8.self)
        let resource = Decoration.resource(of: text)
        guard !resource.isEmpty, Href.normalized(text).utf8.elementsEqual(href) else { return nil }
        let number = number(ofResource: resource)
        slots[slot] = (href, number)
        return number
    }

    /// Hrefs usually differ at their end.
    private static func slot(of href: UnsafeBufferPointer<UInt8>) -> Int {
        var hash: UInt32 = 0
        for byte in href.suffix(16) { hash = hash &* 31 &+ UInt32(byte) }
        return Int((hash ^ hash >> 8) & 255)
    }
}
