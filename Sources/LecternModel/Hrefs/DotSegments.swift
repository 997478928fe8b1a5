// SPDX-License-Identifier: BSD-3-Clause

/// Removes `.` and `..` from paths (RFC 3986, section 5.2.4).
enum DotSegments {
    private static let slash = UInt8(ascii: "/")
    private static let here: [UInt8] = [UInt8(ascii: ".")]
    private static let parent: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: ".")]

    /// - Parameters:
    ///   - keepsClimbing: whether leading `..` segments of a relative path are kept, because its base is not known
    ///     yet.  They are always removed after a leading slash.
    ///   - keepsEmpty: whether empty segments are kept, as in `a//b`.
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
        // Avoids `joined(separator:)`: instantiating its generic metadata costs 200,000 instructions.
        for (index, segment) in kept.enumerated() {
            if index > 0 { result.append(slash) }
            result.append(contentsOf: segment)
        }
        return result
    }
}
