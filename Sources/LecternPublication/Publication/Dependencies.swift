// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup

/// The libraries that are linked into this build.
public enum Dependencies {
    /// Their names, and the versions that they report.
    public static var versions: [(name: String, version: String)] {
        [
            ("expat", XMLDocument.libraryVersion), ("libdeflate", Inflate.libraryVersion),
            ("zlib", InflateStream.libraryVersion),
        ]
    }
}
