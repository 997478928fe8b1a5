// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternFormats
import LecternModel
import TestArchives

import LecternPublication

/// Opens an archive in memory with these files, in any format.
func openArchive(
    _ name: String, _ files: [(path: String, text: String)], mediaType: String? = nil
) throws(Failure) -> Publication {
    var zip = ZipBuilder()
    for file in files { zip.add(file.path, file.text) }
    return try openBytes(name, zip.build(), mediaType: mediaType)
}

/// An archive with these files, each with one letter.
func openArchive(_ name: String, _ paths: [String]) throws(Failure) -> Publication {
    try openArchive(name, paths.map { ($0, "x") })
}

func openBytes(_ name: String, _ bytes: [UInt8], mediaType: String? = nil) throws(Failure) -> Publication {
    var options = OpenOptions()
    options.name = name
    options.mediaType = mediaType
    let source = MemorySource(bytes.withUnsafeBytes { ByteBuffer(copying: $0) })
    return try Publication.open(source, OpenContext(options: options))
}

extension Publication {
    var readingOrder: [String] { manifest.readingOrder.map(\.href) }
    var title: String { manifest.metadata.title.text }
    var messages: [String] { warnings.map(\.message) }

    func read(_ href: String) throws(Failure) -> String { try get(href).read(offset: 0, length: .max).text }
}
