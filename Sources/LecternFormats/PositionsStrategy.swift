// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How the positions of a publication are determined.
public enum PositionsStrategy: Sendable {
    /// As in an EPUB: by the size of a resource in the archive, or one for a fixed page.
    case archiveEntryLength
    /// One for each resource, as in a comic.
    case perResource
    /// One for each page of each PDF.  The value is the number of pages in reading order.
    case pages([Int])
    /// One for each page, for PDFs in a package, which are only opened when positions are requested.
    case pagesOfDocuments
    /// The positions that the publication contains.
    case published([Locator])
    /// One for each span of time of a recording.
    case times
}

extension PositionsStrategy {
    /// The strategy for the profile of a manifest that was not created by a parser.
    init(_ manifest: Manifest) {
        let order = manifest.readingOrder
        if manifest.conformsTo(Profile.audiobook.rawValue) || !order.isEmpty && order.allAre(.video) {
            self = .times
        } else if manifest.conformsTo(Profile.pdf.rawValue) {
            self = .pagesOfDocuments
        } else if manifest.conformsTo(Profile.divina.rawValue) {
            self = .perResource
        } else {
            self = .archiveEntryLength
        }
    }
}
