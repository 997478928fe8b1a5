// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The matches in one part of the reading order, which are converted to pages of locators.
protocol MatchPages {
    var count: Int { get }
    /// The range of matches on each page.
    var pages: [Range<Int>] { get }
    /// The title of a page.
    func title(ofPage number: Int) -> String?
    /// Writes the locators of a page.
    mutating func write(_ number: Int, _ work: Work, to json: inout JSONWriter) throws(Failure)
}

/// Divides the matches of a resource into pages of locators.
///
/// Pages have a maximum size in bytes, but contain at least one match.
struct MatchPager {
    private static let pageSize = 8 << 20
    /// The approximate size of a locator without the match and the repeated parts.
    private static let locatorSize = 1024

    private var full: [Range<Int>] = []
    private var first = 0
    private var size = 0
    private(set) var count = 0

    /// The range of matches on each page.
    var pages: [Range<Int>] { full + [first..<count] }

    /// - Parameter repeated: the number of bytes of the href and the title, which can be very long.
    mutating func add(_ match: Range<Int>, repeated: Int) {
        let added = MatchPager.locatorSize + repeated + match.count
        if count > first, size + added > MatchPager.pageSize {
            full.append(first..<count)
            first = count
            size = 0
        }
        size += added
        count += 1
    }
}
