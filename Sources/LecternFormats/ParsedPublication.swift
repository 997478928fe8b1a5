// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The result of a parser: a publication as a value, without access to its files.
public struct ParsedPublication: Sendable {
    public var manifest: Manifest
    /// The media type of the file.
    public var mediaType = MediaType.octetStream
    /// The encryption or obfuscation of resources, by href.
    public var encryptions: [String: Encryption] = [:]
    /// The unique identifier as written in the package document, which is the key of obfuscated fonts (OCF, 4.3).
    public var uniqueIdentifier: String?
    /// Entries whose name differs slightly from the one in the manifest: the paths of entries, by href.
    public var entryPaths: [String: String] = [:]
    /// The path of the package document of an EPUB.
    public var packagePath: String?
    /// The DRM system that has added a licence to the publication, even if nothing is encrypted.
    public var licensing: String?
    /// The media type of a cover that is only available through the route of the cover service.
    public var coverType: String?
    public var positions = PositionsStrategy.archiveEntryLength
    /// Problems that were repaired or ignored.  Paths are relative to the container.
    public var warnings: [Warning] = []
}
