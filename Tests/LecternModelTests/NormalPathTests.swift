// SPDX-License-Identifier: BSD-3-Clause
import Testing

import LecternModel

@Suite struct NormalPathTests {
    /// A path that is reported as normal must equal its normalized form, or links are not found.
    @Test(arguments: [
        "a", "a/b.c", "a%20b/%C3%A9", "a%2Fb", "%", "%2", "%20%2g", "%41", "%e9", "a//b", "/a", "./a", "a/../b", "a/.",
        "..",
        "a%2E", ".a", "a/.b", "a/%2E%2E/b", "a:b", "a?b", "a#b", "é", "a b", "", "%3A", "a%3Ab", "%25", "a/%20", "a/",
        "%00",
    ])
    func normalIsWhatNormalisingLeaves(_ href: String) {
        if Href.isNormalPath(href) { #expect(Href.normalized(href) == href) }
    }

    @Test(arguments: ["a/b.c", "a%20b/%C3%A9", "%25", "a/"])
    func nearlyAllAreSeenToBeNormal(_ href: String) { #expect(Href.isNormalPath(href)) }
}
