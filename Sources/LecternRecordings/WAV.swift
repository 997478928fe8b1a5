// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Waveform audio in RIFF (Multimedia Programming Interface and Data Specifications 1.0), with its texts.
enum WAV {
    private static let texts: [String: RecordingTags.Name] = [
        "INAM": .title, "IPRD": .album, "IART": .artist, "ICRD": .date, "IGNR": .genre, "ITRK": .track, "IPRT": .track,
        "ILNG": .language, "ICMT": .description,
    ]
    private static let mostChunks = 1000
    private static let longestText: UInt64 = 64 << 10

    static func read(_ bytes: inout RecordingBytes, _ start: UInt64, _ recording: inout Recording) throws(Failure) {
        var rate: UInt64 = 0
        try forEachChunk(&bytes, start + 12..<bytes.size) { (bytes, name, data) throws(Failure) in
            switch name {
            case "fmt ": rate = try bytes.bytes(12, at: data.lowerBound).dropFirst(8).littleEndian(4)
            // The size is too large if the writer did not finish.
            case "data": recording.setDuration(min(data.upperBound, bytes.size) - data.lowerBound, rate: rate)
            case "LIST" where try bytes.upTo(4, at: data.lowerBound).elementsEqual("INFO".utf8):
                try readTexts(&bytes, data.lowerBound + 4..<max(data.lowerBound + 4, data.upperBound), &recording)
            case "id3 ", "ID3 ": _ = try ID3.read(&bytes, at: data.lowerBound, &recording)
            default: break
            }
        }
    }

    private static func readTexts(
        _ bytes: inout RecordingBytes, _ list: Range<UInt64>, _ recording: inout Recording
    ) throws(Failure) {
        try forEachChunk(&bytes, list) { (bytes, name, data) throws(Failure) in
            guard let tag = texts[name], data.upperBound - data.lowerBound <= longestText else { return }
            let text = try bytes.bytes(Int(data.upperBound - data.lowerBound), at: data.lowerBound)
            recording.tags.add(tag, String(decoding: text.prefix { $0 != 0 }, as: UTF8.self))
        }
    }

    private static func forEachChunk(
        _ bytes: inout RecordingBytes, _ range: Range<UInt64>,
        _ body: (inout RecordingBytes, String, Range<UInt64>) throws(Failure) -> Void
    ) throws(Failure) {
        var place = range.lowerBound
        for _ in 0..<mostChunks {
            let head = try bytes.upTo(8, at: place)
            guard head.count == 8, place + 8 <= range.upperBound else { return }
            let data = place + 8..<place + 8 + head.dropFirst(4).littleEndian(4)
            try body(&bytes, String(decoding: head.prefix(4), as: UTF8.self), data)
            // Chunks begin at even offsets.
            place = data.upperBound + data.upperBound % 2
        }
    }
}
