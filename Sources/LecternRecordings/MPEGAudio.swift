// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// MPEG audio (ISO/IEC 11172-3, 13818-3): the duration is computed from the frame count of the encoder, or estimated from
/// the bitrate of the first frames.
enum MPEGAudio {
    private struct Header {
        let bitrate: UInt64
        let sampleRate: UInt64
        /// Samples in a frame.
        let samples: UInt64
        /// The size of the side information.  In the first frame, the fields of the encoder follow it.
        let sideSize: UInt64
        let size: UInt64
        /// The bits that are the same in all frames of a recording.
        let kind: UInt64

        /// In kilobits per second, by version and layer.
        private static let bitrates: [[UInt64]] = [
            [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
            [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
            [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
            [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
            [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        ]
        private static let sampleRates: [UInt64] = [44_100, 48_000, 32_000]

        init?(_ bits: UInt64) {
            let (version, layer) = (bits >> 19 & 3, 4 - (bits >> 17 & 3))
            let (rate, frequency) = (Int(bits >> 12 & 15), Int(bits >> 10 & 3))
            guard bits >> 21 & 0x7FF == 0x7FF, version != 1, layer < 4, 1...14 ~= rate, frequency < 3 else {
                return nil
            }
            let isFirst = version == 3
            bitrate = Header.bitrates[isFirst ? Int(layer) - 1 : layer == 1 ? 3 : 4][rate] * 1000
            sampleRate = Header.sampleRates[frequency] >> (isFirst ? 0 : version == 2 ? 1 : 2)
            samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152
            let isMono = bits >> 6 & 3 == 3
            sideSize = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
            let slot: UInt64 = layer == 1 ? 4 : 1
            size = (samples / 8 / slot * bitrate / sampleRate + (bits >> 9 & 1)) * slot
            kind = bits & 0xFFFE_0C00
        }
    }

    /// The range in which the first frame is searched, in bytes.
    private static let reach = 64 << 10
    private static let framesForEstimate = 100

    static func read(_ bytes: inout RecordingBytes, _ start: UInt64, _ recording: inout Recording) throws(Failure) {
        guard let (place, first) = try firstFrame(&bytes, from: start) else { return }
        if let frames = try statedFrames(&bytes, first, at: place) {
            recording.setDuration(
                frames.multipliedReportingOverflow(by: first.samples).partialValue, rate: first.sampleRate)
        } else {
            try estimate(&bytes, first, at: place, &recording)
        }
    }

    private static func header(_ bytes: inout RecordingBytes, at place: UInt64) throws(Failure) -> Header? {
        let bits = try bytes.upTo(4, at: place)
        return bits.count == 4 ? Header(bits.number(4)) : nil
    }

    /// Finds the first header that is followed by another header or by the end of the recording.
    private static func firstFrame(
        _ bytes: inout RecordingBytes, from start: UInt64
    ) throws(Failure) -> (UInt64, Header)? {
        let part = Array(try bytes.upTo(reach, at: start))
        for offset in part.indices where part[offset] == 0xFF {
            guard let header = Header(part[offset...].number(4)) else { continue }
            let place = start + UInt64(offset)
            if place + header.size == bytes.size { return (place, header) }
            if try self.header(&bytes, at: place + header.size)?.kind == header.kind { return (place, header) }
        }
        return nil
    }

    /// The frame count in a Xing, Info or VBRI header.
    private static func statedFrames(
        _ bytes: inout RecordingBytes, _ first: Header, at place: UInt64
    ) throws(Failure) -> UInt64? {
        let xing = try bytes.upTo(12, at: place + 4 + first.sideSize)
        if xing.starts(with: "Xing".utf8) || xing.starts(with: "Info".utf8) {
            return xing.dropFirst(4).number(4) & 1 != 0 ? xing.dropFirst(8).number(4) : nil
        }
        let vbri = try bytes.upTo(18, at: place + 4 + 32)
        return vbri.starts(with: "VBRI".utf8) && vbri.count == 18 ? vbri.dropFirst(14).number(4) : nil
    }

    /// Assumes that the bitrate of the first frames is that of the whole recording.
    private static func estimate(
        _ bytes: inout RecordingBytes, _ first: Header, at start: UInt64, _ recording: inout Recording
    ) throws(Failure) {
        var place = start
        var frames: UInt64 = 0
        while frames < framesForEstimate, let header = try header(&bytes, at: place), header.kind == first.kind {
            place += header.size
            frames += 1
        }
        guard frames > 0, place > start else { return }
        let samples = Double(frames * first.samples) / Double(place - start) * Double(bytes.size - start)
        recording.setDuration(UInt64(samples.rounded()), rate: first.sampleRate)
    }
}
