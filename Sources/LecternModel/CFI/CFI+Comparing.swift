// SPDX-License-Identifier: BSD-3-Clause

/// The order of places (EPUB CFI 1.1, "Sorting Rules"): that of the document, whatever the assertions are.
extension CFI {
    /// -1 if this comes first, 1 if the other one does, and 0 for the same place.  Ranges are compared by their starts,
    /// then by their ends; a place is a range that ends where it starts.
    public func compared(to other: CFI) -> Int {
        let order = CFI.order(start.path, other.start.path)
        return order != 0 ? order : CFI.order(end.path, other.end.path)
    }

    private static func order(_ a: Path, _ b: Path) -> Int {
        let (first, second) = (a.numbers, b.numbers)
        for (one, other) in zip(first, second) where one != other { return one < other ? -1 : 1 }
        if first.count != second.count { return first.count < second.count ? -1 : 1 }
        // Time counts more than the place in an image, and of that, y more than x.
        let places = zip(a.measures, b.measures)
        return places.lazy.map(order).first { $0 != 0 } ?? 0
    }

    /// What is absent comes first.
    private static func order(_ a: Double?, _ b: Double?) -> Int {
        let (a, b) = (a ?? -1, b ?? -1)
        return a == b ? 0 : a < b ? -1 : 1
    }
}

extension CFI.Path {
    /// The numbers of all steps.  A `!` comes before any step.
    fileprivate var numbers: [Int] {
        Array(documents.map { $0.map(\.number) }.joined(separator: [-1]))
    }

    fileprivate var measures: [Double?] {
        // A chunk of text without an offset means its beginning.
        let isText = documents.last?.last?.isElement == false
        let offset = terminal.offset.map(Double.init) ?? (isText ? 0 : nil)
        return [offset, terminal.time?.value, terminal.point?.y.value, terminal.point?.x.value]
    }
}
