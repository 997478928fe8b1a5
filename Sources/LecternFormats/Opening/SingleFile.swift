// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// Files that are a publication with a single resource: images and recordings.
enum SingleFile {
    static func recognizes(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> Bool { format(head, hints) != nil }

    static func open(
        _ source: any ByteSource, _ candidate: Candidate, _ opening: OpenContext
    ) throws(Failure) -> OpenedFormat {
        let hints = FormatHints(name: candidate.name, opening.options)
        let head = try FileSignature.head(of: source)
        guard let format = head.withBytes({ format($0, hints) }), let type = format.mediaType else {
            throw Failure(.io, "The file changed while it was being opened.")
        }
        let path = "publication." + (format.fileExtension ?? "bin")
        let container = try SingleFileContainer(source, name: candidate.name, path: path)
        let publication =
            MediaType.isBitmap(type)
            ? ImageFormat.single(path: path, type: type, name: candidate.name)
            : try AudioFormat.single(container, path: path, type: type, opening)
        return OpenedFormat(container: container, publication: publication)
    }

    /// The format by the first bytes.
    private static func format(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> Format? {
        guard let found = FormatTable.format(beginning: head) else { return hinted(head, hints) }
        let isRecording = found.mediaType?.utf8.starts(with: "audio/".utf8) ?? false
        return isRecording || MediaType.isBitmap(found.mediaType) ? found : nil
    }

    /// Recordings whose first bytes are ambiguous: MPEG frames, MP4 that may contain video, Matroska.
    private static func hinted(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> Format? {
        let isFrame = head.count > 1 && head[0] == 0xFF && head[1] & 0xE0 == 0xE0
        let isMP4 = head.dropFirst(4).starts(with: "ftyp".utf8)
        let isMatroska = head.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
        return isFrame || isMP4 || isMatroska ? hints.recording : nil
    }
}
