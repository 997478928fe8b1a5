// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Decoration: Equatable {
    /// Whether all members are equal.
    package static func == (a: Decoration, b: Decoration) -> Bool {
        let hasSameExtras = (try? a.extras == b.extras) ?? false
        return hasSameExtras && a.hasID(b.bytes(at: b.places.id)) && a.isDrawn(like: b)
    }

    /// Whether a view need not know of the change from one to the other: same locator, style and interactions.  Extras
    /// are data of the host and do not count.
    func isDrawn(like other: Decoration) -> Bool {
        guard interactions == other.interactions else { return false }
        return Decoration.compare(places.locator, of: self, with: other.places.locator, of: other) {
            decoration throws(Failure) in try decoration.locator
        } && Decoration.compare(places.style, of: self, with: other.places.style, of: other) {
            decoration throws(Failure) in try decoration.style
        }
    }

    /// Compares texts first: only those that differ in their spelling have to be read.
    private static func compare<T: Equatable>(
        _ place: TextPlace, of a: Decoration, with otherPlace: TextPlace, of b: Decoration,
        _ read: (Decoration) throws(Failure) -> T
    ) -> Bool {
        let answer = withExtendedLifetime((a.text, b.text)) {
            SpellingDifference.isSameValue(a.bytes(at: place), b.bytes(at: otherPlace))
        }
        if let answer { return answer }
        guard let x = try? read(a), let y = try? read(b) else { return false }
        return x == y
    }
}
