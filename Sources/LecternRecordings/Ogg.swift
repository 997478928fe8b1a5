// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Vorbis, Opus, Speex and FLAC in Ogg (RFC 3533, RFC 7845).
enum Ogg {
    /// A codec, by the beginning of its first packet.
    private struct Codec {
        let start: [UInt8]
        /// The position of the sample rate in the first packet; nil for 48 kHz.
        let rate: Range<Int>?
        /// The number of bytes before the comments in the second packet.
        let prefix: Int
    }

    private static let codecs = [
        Codec(start: Array("OpusHead".utf8), rate: nil, prefix: 8),
        Codec(start: [1] + Array("vorbis".utf8), rate: 12..<16, prefix: 7),
        Codec(start: Array("Speex   ".utf8), rate: 36..<40, prefix: 0),
        Codec(start: [0x7F] + Array("FLAC".utf8), rate: nil, prefix: 4),
    ]

    private struct Page {
        let serial: UInt64
        /// The number of samples up to the end of the page, or -1.
        let granule: UInt64
        let lengths: [UInt8]
        let data: UInt64
        let end: UInt64
    }

    /// Comments with a picture have some megabytes.
    private static let largestPacket = 16 << 20
    private static let mostPages = 4096
    /// The last page is searched in this many bytes at the end.  A page has less than 64 KB.
    private static let tail: UInt64 = 66 << 10

    static func read(_ bytes: inout RecordingBytes, _ start: UInt64, _ recording: inout Recording) throws(Failure) {
        guard let first = try page(&bytes, at: start) else { return }
        let head = Array(try bytes.bytes(Int(first.end - first.data), at: first.data))
        guard let codec = codecs.first(where: { head.starts(with: $0.start) }) else { return }
        var rate = codec.rate.map { head.dropFirst($0.lowerBound).littleEndian(4) } ?? 48_000
        var skipped: UInt64 = 0
        if codec.start.starts(with: "OpusHead".utf8) { skipped = head.dropFirst(10).littleEndian(2) }
        // The stream info block of FLAC begins at offset 17.
        if codec.start.first == 0x7F { rate = head.dropFirst(17 + 10).number() >> 44 }
        let comments = try secondPacket(&bytes, behind: first)
        VorbisComment.read(comments.dropFirst(codec.prefix)[...], &recording)
        guard let end = try lastGranule(&bytes, first.serial), end > skipped else { return }
        recording.setDuration(end - skipped, rate: rate)
    }

    private static func page(_ bytes: inout RecordingBytes, at place: UInt64) throws(Failure) -> Page? {
        let head = Array(try bytes.upTo(27, at: place))
        guard head.count == 27, head.starts(with: "OggS".utf8) else { return nil }
        let lengths = Array(try bytes.bytes(Int(head[26]), at: place + 27))
        let data = place + 27 + UInt64(lengths.count)
        return Page(
            serial: head.dropFirst(14).littleEndian(4), granule: head.dropFirst(6).littleEndian(8), lengths: lengths,
            data: data, end: data + lengths.reduce(0) { $0 + UInt64($1) })
    }

    /// Reads the packet with the comments.  It may span several pages, with pages of other streams in between.
    private static func secondPacket(_ bytes: inout RecordingBytes, behind first: Page) throws(Failure) -> [UInt8] {
        var packet: [UInt8] = []
        var place = first.end
        for _ in 0..<mostPages {
            guard let page = try page(&bytes, at: place) else { break }
            place = page.end
            guard page.serial == first.serial else { continue }
            let isWhole = page.lengths.firstIndex { $0 < 255 }
            let count = page.lengths.prefix((isWhole ?? page.lengths.count - 1) + 1).reduce(0) { $0 + Int($1) }
            guard packet.count + count <= largestPacket else { break }
            packet += try bytes.bytes(count, at: page.data)
            if isWhole != nil { break }
        }
        return packet
    }

    /// The number of samples at the end of the last page of the stream.
    private static func lastGranule(_ bytes: inout RecordingBytes, _ serial: UInt64) throws(Failure) -> UInt64? {
        let start = bytes.size - min(bytes.size, tail)
        let part = Array(try bytes.upTo(Int(tail), at: start))
        var last: UInt64?
        for offset in part.indices where part[offset] == UInt8(ascii: "O") && part[offset...].starts(with: "OggS".utf8)
        {
            let head = part[offset...].dropFirst(6)
            let granule = head.littleEndian(8)
            if head.count >= 12, head.dropFirst(8).littleEndian(4) == serial, granule <= UInt64(Int64.max) {
                last = granule
            }
        }
        return last
    }
}
