// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

extension Decoration: Equatable {
    /// Whether all members are equal.
    public static func == (a: Decoration, b: Decoration) -> Bool {
        a.hasID(b.bytes(at: b.places.id)) && a.hasSameMembers(as: b) && a.hasSameExtras(as: b)
    }

    /// Whether both look and react the same: same locator, style and interactions, and the same values of the extras
    /// that are drawn.
    ///
    /// - Parameter templates: nil where extras are not drawn.
    func isDrawn(like other: Decoration, by templates: DecorationTemplates?) -> Bool {
        guard hasSameMembers(as: other) else { return false }
        guard let templates, !hasSameExtras(as: other), let style = try? style.id else { return true }
        switch templates[style]?.usedExtras {
        case nil: return true
        case .all: return false
        case .named(let names): return names.isEmpty || hasSameExtras(as: other, named: names)
        }
    }

    private func hasSameExtras(as other: Decoration, named names: Set<ExactText>) -> Bool {
        guard let a = try? extras.dictionary, let b = try? other.extras.dictionary else { return false }
        return a.allSatisfy { $0.value == b[$0.key] || !names.contains($0.key) }
            && b.keys.allSatisfy { a[$0] != nil || !names.contains($0) }
    }

    private func hasSameExtras(as other: Decoration) -> Bool {
        if places.extras == nil && other.places.extras == nil { return true }
        if let place = places.extras, let otherPlace = other.places.extras {
            return Decoration.compare(place, of: self, with: otherPlace, of: other) { decoration throws(Failure) in
                try decoration.extras
            }
        }
        return (try? extras == other.extras) ?? false
    }

    private func hasSameMembers(as other: Decoration) -> Bool {
        guard interactions == other.interactions else { return false }
        return Decoration.compare(places.locator, of: self, with: other.places.locator, of: other) {
            decoration throws(Failure) in try decoration.locator
        }
            && Decoration.compare(places.style, of: self, with: other.places.style, of: other) {
                decoration throws(Failure) in try decoration.style
            }
    }

    /// Compares the texts first, and parses them only if they differ.
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
