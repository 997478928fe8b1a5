// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a search found in one part of the reading order, from which pages of locators are made.
protocol MatchPages {
    var count: Int { get }
    /// Which of the matches are on each page.
    var pages: [Range<Int>] { get }
    func page(_ number: Int, _ work: Work) throws(Failure) -> LocatorCollection
}

/// Divides the matches of a resource into pages of locators.
///
/// So many bytes of locators make a page, unless there is one match only.
struct MatchPager {
    private static let pageSize = 8 << 20
    /// What a locator takes, about, besides the match and what all of its resource repeat.
    private static let locatorSize = 1024

    private var full: [Range<Int>] = []
    private var first = 0
    private var size = 0
    private(set) var count = 0

    /// Which of the matches are on each page.
    var pages: [Range<Int>] { full + [first..<count] }

    /// - Parameter repeated: the bytes of the href and of the title, which a publication may make very long.
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
