// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternMarkup
import LecternModel

/// A regular expression in Perl syntax, implemented by PCRE2.
///
/// It is compiled once and immutable, so any number of threads can use it.
final class RegularExpression: @unchecked Sendable {
    private typealias Pointer = PCRE2Functions.Pointer

    private let functions: PCRE2Functions
    private let code: Pointer

    /// PCRE2_UTF, PCRE2_UCP, PCRE2_NEVER_BACKSLASH_C and PCRE2_AUTO_CALLOUT in the header of PCRE2.
    private static let options: UInt32 = 0x0008_0000 | 0x0002_0000 | 0x0010_0000 | 0x4
    private static let notEmpty: UInt32 = 0x4
    private static let isUTF8: UInt32 = 0x4000_0000
    private static let noMatch: Int32 = -1
    /// The match, depth and heap limits of PCRE2, and the limit of `MatchingSteps`.
    private static let limitErrors: Set<Int32> = [-47, -53, -63, MatchingSteps.stop]
    private static let endlessRecursion: Int32 = -52

    /// The limits for a match at a single start offset: match attempts, backtracking depth, and kilobytes of memory.
    private static let maxMatching: UInt32 = 1_000_000
    private static let maxDepth: UInt32 = 200_000
    private static let maxHeap: UInt32 = 32 << 10

    /// The approximate cost of a block in nanoseconds.
    private static let blockCost = 1024

    init(_ pattern: String, library: String?) throws(Failure) {
        functions = try PCRE2.load(library)
        var pattern = pattern
        var error: Int32 = 0
        var offset = 0
        let compiled = pattern.withUTF8 { [functions] pattern in
            functions.compile(pattern.baseAddress, pattern.count, RegularExpression.options, &error, &offset, nil)
        }
        guard let compiled else {
            let characters = pattern.utf8.prefix(max(0, offset)).reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
            throw Failure(
                .argument,
                "The regular expression has an error after character \(characters): \(functions.message(error)).",
                path: ["query"])
        }
        code = compiled
    }

    deinit { functions.freeCode(code) }

    /// Allocates the match data and the match context.  The caller frees them.
    private func makeContext(_ steps: MatchingSteps) throws(Failure) -> (data: Pointer, limits: Pointer) {
        guard let data = functions.makeMatchData(1, nil) else { throw Failure(.internal, "PCRE2 is out of memory.") }
        guard let limits = functions.makeMatchContext(nil) else {
            functions.freeMatchData(data)
            throw Failure(.internal, "PCRE2 is out of memory.")
        }
        _ = functions.setMatchLimit(limits, RegularExpression.maxMatching)
        _ = functions.setDepthLimit(limits, RegularExpression.maxDepth)
        _ = functions.setHeapLimit(limits, RegularExpression.maxHeap)
        _ = functions.setCallout(limits, MatchingSteps.callout, Unmanaged.passUnretained(steps).toOpaque())
        return (data, limits)
    }

    /// Calls `found` with the matches, block by block.  Empty and overlapping matches are skipped.
    ///
    /// - Parameters:
    ///   - text: blocks as in `SearchText`.
    ///   - work: the work that this is part of.
    func forEachMatch(
        in text: UnsafeBufferPointer<UInt8>, _ work: Work?, _ found: (Range<Int>) -> Void
    ) throws(Failure) {
        // PCRE2 requires valid UTF-8 if it does not check the text itself.
        guard UTF8Encoding.firstInvalid(in: text) == text.count else {
            throw Failure(.internal, "The text is not UTF-8.")
        }
        let steps = MatchingSteps(work)
        let (data, limits) = try makeContext(steps)
        defer {
            functions.freeMatchContext(limits)
            functions.freeMatchData(data)
        }
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count && text[end] != SearchText.blockBreak { end += 1 }
            try work?.step(RegularExpression.blockCost)
            steps.begin(end - start)
            // It is called through a pointer that does not keep it alive.
            try withExtendedLifetime(steps) { () throws(Failure) in
                try match(UnsafeBufferPointer(rebasing: text[start..<end]), data, limits, steps) { range in
                    found(start + range.lowerBound..<start + range.upperBound)
                }
            }
            start = end + 1
        }
    }

    private func match(
        _ block: UnsafeBufferPointer<UInt8>, _ data: Pointer, _ limits: Pointer, _ steps: MatchingSteps,
        _ found: (Range<Int>) -> Void
    ) throws(Failure) {
        let options = RegularExpression.notEmpty | RegularExpression.isUTF8
        var offset = 0
        while offset < block.count {
            let result = functions.match(code, block.baseAddress, block.count, offset, options, data, limits)
            if result == RegularExpression.noMatch { return }
            guard result >= 0, let ends = functions.ends(data) else { throw steps.failure ?? failure(result) }
            let (start, end) = (ends[0], ends[1])
            // The escape \K allows a match to begin before the start offset or after its own end.
            if start < end && start >= offset && end <= block.count { found(start..<end) }
            offset = max(offset + 1, min(end, block.count))
            while offset < block.count && block[offset] & 0xC0 == 0x80 { offset += 1 }
        }
    }

    private func failure(_ result: Int32) -> Failure {
        if result == RegularExpression.endlessRecursion {
            return Failure(
                .limit, "The regular expression recurses endlessly at the same position.", path: ["query"])
        }
        guard RegularExpression.limitErrors.contains(result) else {
            return Failure(.internal, "PCRE2 failed: \(functions.message(result)).")
        }
        return Failure(
            .limit, "The regular expression can match in too many ways; searching the text would take too long.",
            path: ["query"])
    }
}
