// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// How the positions of a publication are made.
public enum PositionsStrategy: Sendable {
    /// As in an EPUB: one for each piece of a resource in the archive, one for a fixed page.
    case archiveEntryLength
    /// One for each resource, as in a comic.
    case perResource
    /// One for each page of each PDF: how many pages they have, in reading order.
    case pages([Int])
    /// The same, for PDFs in a package, which are not opened before somebody asks for positions.
    case pagesOfDocuments
    /// Those that a publication brings along itself.
    case published([Locator])
    /// None: recordings are measured in time.
    case none
}

extension PositionsStrategy {
    /// What suits the profile of a manifest that was not made by a parser.
    init(_ manifest: Manifest) {
        if manifest.conformsTo(Profile.audiobook.rawValue) {
            self = .none
        } else if manifest.conformsTo(Profile.pdf.rawValue) {
            self = .pagesOfDocuments
        } else if manifest.conformsTo(Profile.divina.rawValue) {
            self = .perResource
        } else {
            self = .archiveEntryLength
        }
    }
}
