// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The lists of the navigation document (EPUB 3.3, 7.4): pages and landmarks are places in the publication.  That an
/// entry of a table of contents should be one too is left to those who check books: a reader can follow it.
enum NavigationValidation {
    static func review(_ navigation: Navigation, _ package: PackageDocument, _ log: inout WarningLog) {
        if leadsOut(navigation.pageList) { log.add(.minor, "The page list leads out of the publication.", [package.path]) }
        if leadsOut(navigation.landmarks) { log.add(.minor, "A landmark is not in the publication.", [package.path]) }
    }

    private static func leadsOut(_ links: [Link]) -> Bool {
        for index in links.indices where Href.isWeb(links[index].href) || leadsOut(links[index].children) { return true }
        return false
    }
}
