// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Problems of the entries of a ZIP archive that its central directory shows.
enum ZipFinding: FindingKind {
    case encrypted, otherMethod, outside, damaged, overlapping, duplicate, unusable, indirect, backslash
    case codePage437, otherEncoding, unmarkedUTF8, unicodePath

    var severity: Warning.Severity {
        switch self {
        case .encrypted, .otherMethod, .outside, .damaged, .overlapping: .major
        case .duplicate, .codePage437, .otherEncoding: .moderate
        case .unusable, .indirect, .backslash, .unmarkedUTF8, .unicodePath: .minor
        }
    }

    var text: String {
        switch self {
        case .encrypted: "The ZIP archive has encrypted entries"
        case .otherMethod: "The ZIP archive has entries with a compression method other than DEFLATE"
        case .outside: "The ZIP archive has entries that lie outside of the file"
        case .damaged: "The ZIP archive has entries with damaged sizes"
        case .overlapping: "The ZIP archive has entries that overlap"
        case .duplicate: "The ZIP archive has entries with the same name; only the first one is used"
        case .unusable: "The ZIP archive has entries with invalid names, which are ignored"
        case .indirect: "The ZIP archive has names with a leading slash, empty segments or \".\", which are ignored"
        case .backslash: "The ZIP archive has names with backslashes, which are treated as slashes"
        case .codePage437: "The ZIP archive has names that are not valid UTF-8; they are read as code page 437"
        case .otherEncoding: "The ZIP archive has names that are not valid UTF-8; their encoding is guessed"
        case .unmarkedUTF8: "The ZIP archive has names in UTF-8 that are not marked as such"
        case .unicodePath: "The ZIP archive has names that are only correct in an extra field"
        }
    }
}
