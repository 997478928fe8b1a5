// SPDX-License-Identifier: BSD-3-Clause

/// The libraries that this build uses, with the versions that they report.
package enum Dependencies {
    package static var versions: [(name: String, version: String)] {
        [("expat", XMLDocument.libraryVersion), ("libdeflate", Inflate.libraryVersion), ("zlib", InflateStream.libraryVersion)]
    }
}
