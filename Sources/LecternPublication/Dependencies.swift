// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternMarkup
import LecternModel

/// The libraries that this build uses.
public enum Dependencies {
    /// Those inside, with the versions that they report.
    public static var versions: [(name: String, version: String)] {
        [("expat", XMLDocument.libraryVersion), ("libdeflate", Inflate.libraryVersion), ("zlib", InflateStream.libraryVersion)]
    }

    /// Those that are loaded when they are needed, by the context options that name their files.
    public static var optional: [String] { ["pdfium", "pcre2"] + ImageLibraries.names }
}
