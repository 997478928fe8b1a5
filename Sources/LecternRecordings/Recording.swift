// SPDX-License-Identifier: BSD-3-Clause
import LecternContainers
import LecternModel

/// The duration, tags, chapters and picture of a recording.
///
/// Only the headers of the file are read.  No sound is decoded.
public struct Recording: Sendable {
    /// In seconds.  Estimated for MPEG audio without a frame count.
    public var duration: Double?
    public var tags = RecordingTags()
    /// Sorted by time.
    public var chapters: [Chapter] = []
    public var picture: Picture?

    public struct Chapter: Sendable, Equatable {
        /// In seconds.
        public var start: Double
        public var title: String?
    }

    public struct Picture: Sendable {
        public var mediaType: String
        public var bytes: ByteBuffer

        /// A picture whose bytes are not known.
        init(mediaType: String) {
            self.mediaType = mediaType
            bytes = ByteBuffer("")
        }

        /// - Returns: nil if the format is not supported.
        init?(_ data: ArraySlice<UInt8>) {
            let types: [(start: [UInt8], type: String)] = [
                ([0xFF, 0xD8, 0xFF], "image/jpeg"), ([0x89, 0x50, 0x4E, 0x47], "image/png"),
                ([0x47, 0x49, 0x46, 0x38], "image/gif"), ([0x52, 0x49, 0x46, 0x46], "image/webp"),
                ([0x42, 0x4D], "image/bmp"),
            ]
            guard let found = types.first(where: { data.starts(with: $0.start) }) else { return nil }
            mediaType = found.type
            bytes = data.withUnsafeBytes { ByteBuffer(copying: $0) }
        }
    }

    /// The formats with their signatures.  An ID3 tag may precede them.
    private static let formats: [(start: String, place: Int, read: Reader)] = [
        ("fLaC", 0, FLAC.read), ("OggS", 0, Ogg.read), ("ftyp", 4, MP4.read), ("WAVE", 8, WAV.read),
    ]
    typealias Reader = @Sendable (inout RecordingBytes, UInt64, inout Recording) throws(Failure) -> Void

    /// Reads a recording.  Damaged parts and unknown formats leave members empty.
    public init(_ bytes: inout RecordingBytes) throws(Failure) {
        do throws(Failure) {
            let start = try ID3.read(&bytes, at: 0, &self)
            let head = try bytes.upTo(12, at: start)
            let format = Recording.formats.first { head.dropFirst($0.place).starts(with: $0.start.utf8) }
            if let format {
                try format.read(&bytes, start, &self)
            } else {
                try MPEGAudio.read(&bytes, start, &self)
            }
            if tags.isEmpty { try ID3.readOld(&bytes, &self) }
        } catch {
            if error.isOfSource { throw error }
        }
        if chapters.isEmpty { chapters = tags.chapters }
        chapters.removeAll { !(0...Recording.longest ~= $0.start) }
        chapters.sort { $0.start < $1.start }
    }

    /// The number of chapters that are read.
    static let mostChapters = 10_000

    /// In seconds, about twelve days.  A damaged file may state more.
    static let longest = 1e6

    /// Sets the duration of `count` units, of which there are `rate` in a second.
    mutating func setDuration(_ count: UInt64, rate: UInt64) {
        guard rate > 0, count > 0 else { return }
        let seconds = (Double(count) / Double(rate) * 1000).rounded() / 1000
        if seconds <= Recording.longest { duration = seconds }
    }
}
