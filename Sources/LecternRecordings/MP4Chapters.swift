// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// The chapters of MP4: a text track that another track refers to as its chapters (QuickTime File Format, Chapter Lists), or
/// the chapter list of Nero.
enum MP4Chapters {
    static func read(_ movie: MP4.Box, _ bytes: inout RecordingBytes, _ recording: inout Recording) throws(Failure) {
        if let track = try chapterTrack(movie, &bytes) { recording.chapters = try texts(of: track, &bytes) }
        guard recording.chapters.isEmpty, let list = try MP4.box("udta/chpl", in: movie.body, &bytes) else { return }
        readList(try MP4.data(list, &bytes), &recording)
    }

    /// Times are in units of 100 ns.
    private static func readList(_ list: ArraySlice<UInt8>, _ recording: inout Recording) {
        // Version and flags.  Version 1 has four more bytes.
        var rest = list.dropFirst(list.first == 0 ? 4 : 8)
        let count = rest.number(1)
        rest = rest.dropFirst()
        for _ in 0..<count where rest.count >= 9 {
            let title = rest.dropFirst(9).prefix(Int(rest.dropFirst(8).number(1)))
            add(Double(rest.number()) / 10_000_000, String(decoding: title, as: UTF8.self), to: &recording.chapters)
            rest = rest.dropFirst(9 + title.count)
        }
    }

    private static func add(_ start: Double, _ title: String, to chapters: inout [Recording.Chapter]) {
        let title = title.collapsed
        chapters.append(Recording.Chapter(start: start, title: title.isEmpty ? nil : title))
    }

    // MARK: Track

    /// Finds the text track that another track refers to as its chapters.
    private static func chapterTrack(
        _ movie: MP4.Box, _ bytes: inout RecordingBytes
    ) throws(Failure) -> MP4.Box? {
        var named: [UInt64] = []
        var tracks: [UInt64: MP4.Box] = [:]
        for track in try MP4.boxes(in: movie.body, &bytes) where track.type == "trak" {
            if let chapters = try MP4.box("tref/chap", in: track.body, &bytes) {
                let ids = try bytes.upTo(64, at: chapters.body.lowerBound)
                    .prefix(Int(min(64, chapters.body.upperBound - chapters.body.lowerBound)))
                named += stride(from: 0, to: ids.count - 3, by: 4).map { ids.dropFirst($0).number(4) }
            }
            guard let header = try MP4.box("tkhd", in: track.body, &bytes) else { continue }
            let isWide = try bytes.bytes(1, at: header.body.lowerBound).first == 1
            tracks[try bytes.bytes(24, at: header.body.lowerBound).dropFirst(isWide ? 20 : 12).number(4)] = track
        }
        for id in named {
            guard let track = tracks[id], let handler = try MP4.box("mdia/hdlr", in: track.body, &bytes) else {
                continue
            }
            let kind = try bytes.bytes(12, at: handler.body.lowerBound).dropFirst(8)
            if ["text", "sbtl"].contains(where: { kind.elementsEqual($0.utf8) }) { return track }
        }
        return nil
    }

    private static func texts(
        of track: MP4.Box, _ bytes: inout RecordingBytes
    ) throws(Failure) -> [Recording.Chapter] {
        guard let header = try MP4.box("mdia/mdhd", in: track.body, &bytes),
            let table = try MP4.box("mdia/minf/stbl", in: track.body, &bytes)
        else { return [] }
        let scale = try MP4.times(header, &bytes).scale
        let samples = try places(table, &bytes)
        var chapters: [Recording.Chapter] = []
        var time: UInt64 = 0
        for (sample, duration) in try zip(samples, durations(table, &bytes)) {
            guard scale > 0 else { break }
            let head = try bytes.upTo(2, at: sample.place).number(2)
            let count = min(head, sample.size - min(2, sample.size))
            add(Double(time) / Double(scale), text(try bytes.upTo(Int(count), at: sample.place + 2)), to: &chapters)
            time = time.addingReportingOverflow(duration).partialValue
        }
        return chapters
    }

    /// UTF-8, or UTF-16 with a byte order mark.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let mark = bytes.number(2)
        guard bytes.count > 1, mark == 0xFEFF || mark == 0xFFFE else { return String(decoding: bytes, as: UTF8.self) }
        let decoded = Array(bytes.dropFirst(2)).withUnsafeBufferPointer {
            TextEncoding.utf16(isBigEndian: mark == 0xFEFF).decoded($0)
        }
        return String(decoding: decoded ?? [], as: UTF8.self)
    }

    // MARK: Samples

    /// Reads the rows of a table.
    private static func rows(
        _ name: String, _ columns: Int, _ table: MP4.Box, _ bytes: inout RecordingBytes, width: Int = 4
    ) throws(Failure) -> [[UInt64]] {
        guard let box = try MP4.box(name, in: table.body, &bytes) else { return [] }
        let body = try MP4.data(box, &bytes).dropFirst(4)
        let step = columns * width
        let count = Int(min(body.number(4), UInt64(max(0, body.count - 4) / step), UInt64(Recording.mostChapters)))
        let start = body.startIndex + 4
        return (0..<count).map { row in
            (0..<columns).map { body[(start + row * step + $0 * width)...].number(width) }
        }
    }

    private static func durations(_ table: MP4.Box, _ bytes: inout RecordingBytes) throws(Failure) -> [UInt64] {
        var durations: [UInt64] = []
        for row in try rows("stts", 2, table, &bytes) {
            let count = min(row[0], UInt64(Recording.mostChapters - durations.count))
            durations += repeatElement(row[1], count: Int(count))
        }
        return durations
    }

    private static func sizes(_ table: MP4.Box, _ bytes: inout RecordingBytes) throws(Failure) -> [UInt64] {
        guard let box = try MP4.box("stsz", in: table.body, &bytes) else { return [] }
        let body = try MP4.data(box, &bytes).dropFirst(4)
        let (shared, count) = (body.number(4), min(body.dropFirst(4).number(4), UInt64(Recording.mostChapters)))
        if shared > 0 { return Array(repeating: shared, count: Int(count)) }
        let sizes = body.dropFirst(8)
        return stride(from: 0, to: min(Int(count), sizes.count / 4) * 4, by: 4).map { sizes.dropFirst($0).number(4) }
    }

    /// The positions of the samples.  `stsc` has the number of samples in each chunk.
    private static func places(
        _ table: MP4.Box, _ bytes: inout RecordingBytes
    ) throws(Failure) -> [(place: UInt64, size: UInt64)] {
        let sizes = try sizes(table, &bytes)
        let runs = try rows("stsc", 3, table, &bytes)
        var chunks = try rows("stco", 1, table, &bytes)
        if chunks.isEmpty { chunks = try rows("co64", 1, table, &bytes, width: 8) }
        var places: [(place: UInt64, size: UInt64)] = []
        var run = 0
        for (index, chunk) in chunks.enumerated() {
            while run + 1 < runs.count, runs[run + 1][0] <= UInt64(index) + 1 { run += 1 }
            var place = chunk[0]
            let count = runs.isEmpty ? 1 : runs[run][1]
            for size in sizes.dropFirst(places.count).prefix(Int(count)) {
                places.append((place, size))
                place = place.addingReportingOverflow(size).partialValue
            }
        }
        return places
    }
}
