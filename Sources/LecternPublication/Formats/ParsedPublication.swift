// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a format parser returns: a publication as a value, without any way to its bytes.
package struct ParsedPublication: Sendable {
    package internal(set) var manifest: Manifest
    /// How resources are encrypted or obfuscated, by their href.
    package let encryptions: [String: Encryption]
    /// The identifier that obfuscated fonts were made with, as the package document writes it (OCF, 4.3).
    package let uniqueIdentifier: String?
    /// Where a file is found whose entry has not quite the name that the manifest gives: paths of entries, by href.
    package let entryPaths: [String: String]
    /// What was repaired or left out.  The paths begin inside the container.
    package let warnings: [Warning]
}
