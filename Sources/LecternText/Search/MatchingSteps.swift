// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Counts the steps of PCRE2 in a block of text, and stops it when there are too many.
///
/// The limits of PCRE2 apply to a match at a single start offset, and a long block has many.  They also do not count
/// the characters that a single item of a pattern reads: `\w+!` could read a million letters a million times.  PCRE2
/// therefore calls back before each item (a "callout").
final class MatchingSteps {
    /// PCRE2_ERROR_CALLOUT in the header of PCRE2.
    static let stop: Int32 = -37

    /// The number of steps for every block, and for each of its bytes.
    private static let most = 1 << 25
    private static let mostPerByte = 12
    /// The approximate cost of a step in nanoseconds.
    private static let cost = 8
    /// The offset of `current_position` in a callout block, which follows four 32-bit integers and five words.
    private static let placeOffset = 16 + 5 * MemoryLayout<Int>.size

    private let work: Work?
    private var left = 0
    private var place = 0

    init(_ work: Work?) { self.work = work }

    /// The failure with which the host has cancelled the work.
    var failure: Failure? { work?.failure }

    /// - Parameter length: the length of a block in bytes.
    func begin(_ length: Int) {
        left = MatchingSteps.most + length * MatchingSteps.mostPerByte
        place = 0
    }

    static let callout: PCRE2Functions.Callout = { description, steps in
        guard let description, let steps else { return stop }
        let place = description.loadUnaligned(fromByteOffset: placeOffset, as: Int.self)
        return Unmanaged<MatchingSteps>.fromOpaque(steps).takeUnretainedValue().goes(to: place)
    }

    /// Counts every byte between the positions, because each was read, forwards or backwards.
    private func goes(to place: Int) -> Int32 {
        let steps = 1 + abs(place - self.place)
        self.place = place
        left -= steps
        guard left >= 0, !(work?.stops(after: steps * MatchingSteps.cost) ?? false) else { return MatchingSteps.stop }
        return 0
    }
}
