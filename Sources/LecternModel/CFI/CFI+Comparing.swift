// SPDX-License-Identifier: BSD-3-Clause

/// Orders CFIs by document order (EPUB CFI 1.1, "Sorting Rules"), ignoring assertions.
extension CFI {
    /// Returns -1 if this CFI precedes the other, 1 if it follows it, and 0 if they are equal.  Ranges are compared
    /// by their starts, then by their ends; a point counts as an empty range.
    public func compared(to other: CFI) -> Int {
        let order = CFI.order(start.path, other.start.path)
        return order != 0 ? order : CFI.order(end.path, other.end.path)
    }

    private static func order(_ a: Path, _ b: Path) -> Int {
        let (first, second) = (a.numbers, b.numbers)
        for (one, other) in zip(first, second) where one != other { return one < other ? -1 : 1 }
        if first.count != second.count { return first.count < second.count ? -1 : 1 }
        // Temporal offsets take precedence over spatial ones, and y over x.
        let places = zip(a.measures, b.measures)
        return places.lazy.map(order).first { $0 != 0 } ?? 0
    }

    /// A missing value sorts first.
    private static func order(_ a: Double?, _ b: Double?) -> Int {
        let (a, b) = (a ?? -1, b ?? -1)
        return a == b ? 0 : a < b ? -1 : 1
    }
}

extension CFI.Path {
    /// The numbers of all steps, with -1 for `!`, which sorts before any step.
    fileprivate var numbers: [Int] {
        Array(documents.map { $0.map(\.number) }.joined(separator: [-1]))
    }

    fileprivate var measures: [Double?] {
        // A text step without an offset refers to the start of the text.
        let isText = documents.last?.last?.isElement == false
        let offset = terminal.offset.map(Double.init) ?? (isText ? 0 : nil)
        return [offset, terminal.time?.value, terminal.point?.y.value, terminal.point?.x.value]
    }
}
