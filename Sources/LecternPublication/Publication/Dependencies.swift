// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// The libraries that this build uses.
public enum Dependencies {
    /// The linked libraries, with the versions that they report.
    public static var versions: [(name: String, version: String)] {
        [
            ("expat", XMLDocument.libraryVersion), ("libdeflate", Inflate.libraryVersion),
            ("zlib", InflateStream.libraryVersion),
        ]
    }

    /// The libraries that are loaded on demand, as the names of their context options.
    public static var optional: [String] { ["pdfium", "pcre2"] + ImageLibraries.names }
}
