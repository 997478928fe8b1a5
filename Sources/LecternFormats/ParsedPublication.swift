// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a format parser returns: a publication as a value, without any way to its bytes.
public struct ParsedPublication: Sendable {
    public var manifest: Manifest
    /// What kind of file it came from.
    public var mediaType = MediaType.octetStream
    /// How resources are encrypted or obfuscated, by their href.
    public var encryptions: [String: Encryption] = [:]
    /// The identifier that obfuscated fonts were made with, as the package document writes it (OCF, 4.3).
    public var uniqueIdentifier: String?
    /// Where a file is found whose entry has not quite the name that the manifest gives: paths of entries, by href.
    public var entryPaths: [String: String] = [:]
    /// The system of content protection that has left a licence, whatever is encrypted.
    public var licensing: String?
    /// Of a cover that no link leads to, but the route of the service.
    public var coverType: String?
    public var positions = PositionsStrategy.archiveEntryLength
    /// What was repaired or left out.  The paths begin inside the container.
    public var warnings: [Warning] = []
}
