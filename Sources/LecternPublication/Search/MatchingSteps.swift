// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Counts the steps of PCRE2 in a block of text, and stops it when there are too many.
///
/// The limits of PCRE2 itself hold for a match that begins at one place, of which a long block has very many, and do not
/// count what one item of a pattern reads by itself: `\w+!` would read a million letters a million times.  So PCRE2 calls
/// back in front of each item (a "callout").
final class MatchingSteps {
    /// "The callout refuses", in the header of PCRE2.
    static let stop: Int32 = -37

    /// Steps for any block, and for each of its bytes.
    private static let most = 1 << 25
    private static let mostPerByte = 12
    /// Nanoseconds, about, for a step.
    private static let cost = 8
    /// In the description of a callout: behind four numbers of 32 bits and five words.
    private static let placeOffset = 16 + 5 * MemoryLayout<Int>.size

    private let work: Work?
    private var left = 0
    private var place = 0

    init(_ work: Work?) { self.work = work }

    /// Why the host does not want to go on.
    var failure: Failure? { work?.failure }

    /// - Parameter length: the bytes of a block.
    func begin(_ length: Int) {
        left = MatchingSteps.most + length * MatchingSteps.mostPerByte
        place = 0
    }

    static let callout: PCRE2Functions.Callout = { description, steps in
        guard let description, let steps else { return stop }
        let place = description.loadUnaligned(fromByteOffset: placeOffset, as: Int.self)
        return Unmanaged<MatchingSteps>.fromOpaque(steps).takeUnretainedValue().goes(to: place)
    }

    /// Each byte in between was read, forwards or backwards.
    private func goes(to place: Int) -> Int32 {
        let steps = 1 + abs(place - self.place)
        self.place = place
        left -= steps
        guard left >= 0, !(work?.stops(after: steps * MatchingSteps.cost) ?? false) else { return MatchingSteps.stop }
        return 0
    }
}
