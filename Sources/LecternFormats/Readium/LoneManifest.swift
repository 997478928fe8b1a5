// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// A standalone manifest, with its resources next to it or on a server.
enum LoneManifest {
    /// Whether a file begins like a JSON object.
    static func recognizes(_ head: UnsafeRawBufferPointer) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        var rest = (head.starts(with: mark) ? head[mark.count...] : head[...]).drop(while: ASCII.isSpace)
        guard rest.popFirst() == UInt8(ascii: "{") else { return false }
        let next = rest.drop(while: ASCII.isSpace).first
        return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        let size = try source.size()
        try ReadiumFormat.checkSize(size, path: "manifest")
        let text = try source.buffer(at: 0, count: size)
        let json = try ReadiumFormat.json(text, path: "manifest", opening.limits)
        var publication = try ReadiumFormat.parse(json, files: nil, name: candidate.name, limits: opening.limits)
        publication.mediaType =
            json.value.object.flatMap(ManifestOutline.init)?.manifestType ?? MediaType.webpubManifest
        let container = try NamedFilesContainer(
            folder: candidate.folder, name: candidate.name, naming: publication.manifest, limits: opening.limits)
        var log = WarningLog()
        try publication.measureRecordings(in: container, opening.limits, opening.kept, &log)
        publication.warnings += log.all
        return OpenedFormat(container: container, publication: publication)
    }
}
