// SPDX-License-Identifier: BSD-3-Clause

/// `.` and `..` in paths (RFC 3986, section 5.2.4).
enum DotSegments {
    private static let slash = UInt8(ascii: "/")
    private static let here: [UInt8] = [UInt8(ascii: ".")]
    private static let parent: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: ".")]

    /// - Parameters:
    ///   - keepsClimbing: whether a `..` that leads out of a relative path stays, for a base that is not known yet.
    ///     Behind a leading slash it never does.
    ///   - keepsEmpty: whether empty segments stay, as in `a//b`.
    static func removed(from path: some Collection<UInt8>, keepsClimbing: Bool, keepsEmpty: Bool) -> [UInt8] {
        let isRooted = path.first == slash
        let segments = path.dropFirst(isRooted ? 1 : 0).split(separator: slash, omittingEmptySubsequences: false)
        var kept: [ArraySlice<UInt8>] = []
        kept.reserveCapacity(segments.count)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment.elementsEqual(here) {
                if isLast { kept.append([]) }
            } else if segment.elementsEqual(parent) {
                if let last = kept.last, last != parent[...] {
                    kept.removeLast()
                } else if keepsClimbing && !isRooted {
                    kept.append(parent[...])
                }
                if isLast { kept.append([]) }
            } else if !segment.isEmpty || isLast || keepsEmpty {
                kept.append(ArraySlice(segment))
            }
        }
        var result: [UInt8] = isRooted ? [slash] : []
        result.reserveCapacity(path.count)
        // Not joined(separator:), whose types take a fifth of a million instructions to make.
        for (index, segment) in kept.enumerated() {
            if index > 0 { result.append(slash) }
            result.append(contentsOf: segment)
        }
        return result
    }
}
