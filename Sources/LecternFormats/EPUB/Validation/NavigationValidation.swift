// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Validates the lists of the navigation document (EPUB 3.3, 7.4): page list and landmarks must refer to the publication.
/// The table of contents must as well, but this is left to validators, because a reader can follow such entries.
enum NavigationValidation {
    static func review(_ navigation: Navigation, _ package: PackageDocument, _ log: inout WarningLog) {
        if leadsOut(navigation.pageList) {
            log.add(.minor, "The page list refers to a file outside of the publication.", [package.path])
        }
        if leadsOut(navigation.landmarks) {
            log.add(.minor, "A landmark refers to a file outside of the publication.", [package.path])
        }
    }

    private static func leadsOut(_ links: [Link]) -> Bool {
        for index in links.indices where Href.isWeb(links[index].href) || leadsOut(links[index].children) {
            return true
        }
        return false
    }
}
