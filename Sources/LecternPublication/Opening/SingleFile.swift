// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What a file is that is a resource and a publication at once, by its first bytes.
struct SingleFile: Equatable {
    let mediaType: String
    /// What the resource is called behind "publication.".
    let pathExtension: String

    private static let signatures: [(place: Int, bytes: [UInt8], file: SingleFile)] = [
        (0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], png),
        (0, [0xFF, 0xD8, 0xFF], jpeg),
        (0, Array("GIF87a".utf8), gif), (0, Array("GIF89a".utf8), gif),
        (0, Array("II*\0".utf8), tiff), (0, Array("MM\0*".utf8), tiff),
        (4, Array("ftypavif".utf8), avif), (4, Array("ftypavis".utf8), avif),
        (0, [0xFF, 0x0A], jxl), (0, [0, 0, 0, 0x0C] + Array("JXL \r\n".utf8), jxl),
        (0, Array("ID3".utf8), mp3),
        (0, Array("fLaC".utf8), SingleFile(mediaType: "audio/flac", pathExtension: "flac")),
        (0, Array("OggS".utf8), SingleFile(mediaType: "audio/ogg", pathExtension: "ogg")),
        (4, Array("ftypM4A ".utf8), mp4), (4, Array("ftypM4B ".utf8), mp4), (4, Array("ftypM4P ".utf8), mp4),
    ]

    /// Formats in a RIFF or an AIFF file, by the four bytes behind its size.
    private static let forms: [(container: String, form: String, file: SingleFile)] = [
        ("RIFF", "WEBP", SingleFile(mediaType: "image/webp", pathExtension: "webp")),
        ("RIFF", "WAVE", SingleFile(mediaType: "audio/wav", pathExtension: "wav")),
        ("FORM", "AIFF", aiff), ("FORM", "AIFC", aiff),
    ]

    private static let png = SingleFile(mediaType: "image/png", pathExtension: "png")
    private static let jpeg = SingleFile(mediaType: "image/jpeg", pathExtension: "jpg")
    private static let gif = SingleFile(mediaType: "image/gif", pathExtension: "gif")
    private static let tiff = SingleFile(mediaType: "image/tiff", pathExtension: "tiff")
    private static let bmp = SingleFile(mediaType: "image/bmp", pathExtension: "bmp")
    private static let avif = SingleFile(mediaType: "image/avif", pathExtension: "avif")
    private static let jxl = SingleFile(mediaType: "image/jxl", pathExtension: "jxl")
    private static let mp3 = SingleFile(mediaType: "audio/mpeg", pathExtension: "mp3")
    private static let mp4 = SingleFile(mediaType: "audio/mp4", pathExtension: "m4a")
    private static let aiff = SingleFile(mediaType: "audio/aiff", pathExtension: "aiff")

    private init(mediaType: String, pathExtension: String) {
        self.mediaType = mediaType
        self.pathExtension = pathExtension
    }

    /// nil also for what claims to be an archive: whoever asks for a book should hear that it is none.
    ///
    /// - Parameter head: the first bytes.
    init?(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) {
        guard !hints.suggestArchive,
            let found = SingleFile.found(head) ?? SingleFile.hinted(head, hints)
        else { return nil }
        self = found
    }

    var isImage: Bool { MediaType.isBitmap(mediaType) }

    private static func found(_ head: UnsafeRawBufferPointer) -> SingleFile? {
        for signature in signatures where head.dropFirst(signature.place).starts(with: signature.bytes) {
            return signature.file
        }
        for (container, form, file) in forms where head.starts(with: container.utf8) {
            if head.dropFirst(8).starts(with: form.utf8) { return file }
        }
        return isBMP(head) ? bmp : nil
    }

    /// Two letters are few: the size of the header that follows those of the file has to be one that there is.
    private static func isBMP(_ head: UnsafeRawBufferPointer) -> Bool {
        guard head.count >= 18, head.starts(with: "BM".utf8) else { return false }
        let headerSize = head.loadUnaligned(fromByteOffset: 14, as: UInt32.self).littleEndian
        return [12, 40, 52, 56, 64, 108, 124].contains(headerSize)
    }

    /// Recordings whose first bytes could be anything: frames of MPEG audio, MP4 that may hold video, Matroska.
    private static func hinted(_ head: UnsafeRawBufferPointer, _ hints: FormatHints) -> SingleFile? {
        guard let type = hints.recordingType, let first = head.first else { return nil }
        let isFrame = first == 0xFF && head.count > 1 && head[1] & 0xE0 == 0xE0
        let isMP4 = head.dropFirst(4).starts(with: "ftyp".utf8)
        let isMatroska = head.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
        guard isFrame || isMP4 || isMatroska else { return nil }
        let isKnown = LooseFile.recordings[hints.pathExtension] != nil
        return SingleFile(mediaType: type, pathExtension: isKnown ? hints.pathExtension : extensions[type] ?? "bin")
    }

    private static let extensions = ["audio/mpeg": "mp3", "audio/mp4": "m4a", "audio/aac": "aac", "audio/webm": "webm"]
}
