// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// MP4 and QuickTime (ISO/IEC 14496-12): the duration and the tags.
enum MP4 {
    struct Box {
        /// Four characters of ISO 8859-1.
        let type: String
        let body: Range<UInt64>
    }

    private static let mostBoxes = 10_000
    static let largest: UInt64 = 8 << 20

    static func read(_ bytes: inout RecordingBytes, _ start: UInt64, _ recording: inout Recording) throws(Failure) {
        guard let movie = try box("moov", in: start..<bytes.size, &bytes) else { return }
        if let header = try box("mvhd", in: movie.body, &bytes) {
            let (duration, scale) = try times(header, &bytes)
            recording.setDuration(duration, rate: scale)
        }
        if recording.duration == nil, let fragments = try box("mvex/mehd", in: movie.body, &bytes),
            let header = try box("mvhd", in: movie.body, &bytes)
        {
            let body = try bytes.bytes(8, at: fragments.body.lowerBound)
            let wide = try bytes.upTo(12, at: fragments.body.lowerBound).dropFirst(4)
            let count = body.first == 1 ? wide.number(8) : wide.number(4)
            recording.setDuration(count, rate: try times(header, &bytes).scale)
        }
        try MP4Tags.read(movie, &bytes, &recording)
        try MP4Chapters.read(movie, &bytes, &recording)
    }

    /// The duration of `mvhd` and `mdhd`, 0 if unknown, and the number of units per second.
    static func times(
        _ header: Box, _ bytes: inout RecordingBytes
    ) throws(Failure) -> (duration: UInt64, scale: UInt64) {
        let isWide = try bytes.bytes(1, at: header.body.lowerBound).first == 1
        let body = try bytes.bytes(isWide ? 32 : 20, at: header.body.lowerBound)
        let scale = body.dropFirst(isWide ? 20 : 12)
        let duration = scale.dropFirst(4).number(isWide ? 8 : 4)
        return (duration == (isWide ? .max : 0xFFFF_FFFF) ? 0 : duration, scale.number(4))
    }

    // MARK: Boxes

    /// - Parameter last: stops after the first box of this type.
    static func boxes(
        in range: Range<UInt64>, upTo last: String? = nil, _ bytes: inout RecordingBytes
    ) throws(Failure) -> [Box] {
        var boxes: [Box] = []
        var place = range.lowerBound
        while place + 8 <= range.upperBound, boxes.count < mostBoxes {
            let head = try bytes.upTo(16, at: place)
            guard head.count >= 8 else { break }
            var (start, size) = (place + 8, head.number(4))
            if size == 1, head.count == 16 { (start, size) = (place + 16, head.dropFirst(8).number()) }
            // The last box may have no size.
            let (end, overflow) = place.addingReportingOverflow(size)
            let limit = size == 0 || overflow ? range.upperBound : min(end, range.upperBound)
            guard start <= limit else { break }
            let type = String(String.UnicodeScalarView(head.dropFirst(4).prefix(4).map { Unicode.Scalar($0) }))
            boxes.append(Box(type: type, body: start..<limit))
            if type == last { break }
            place = limit
        }
        return boxes
    }

    /// Finds a box by its path, such as "trak/mdia".
    static func box(_ path: String, in range: Range<UInt64>, _ bytes: inout RecordingBytes) throws(Failure) -> Box? {
        var range = range
        var found: Box?
        for type in path.utf8.split(separator: UInt8(ascii: "/")) {
            let name = String(Substring(type))
            found = try boxes(in: range, upTo: name, &bytes).last.flatMap { $0.type == name ? $0 : nil }
            guard let found else { return nil }
            range = found.body
        }
        return found
    }

    /// The contents of a box.
    static func data(_ box: Box, _ bytes: inout RecordingBytes) throws(Failure) -> ArraySlice<UInt8> {
        let count = box.body.upperBound - box.body.lowerBound
        guard count <= largest else { throw Failure(.limit, "A box of the recording is larger than 8 MB.") }
        return try bytes.bytes(Int(count), at: box.body.lowerBound)
    }
}

/// The tags that iTunes has introduced.
private enum MP4Tags {
    private static let names: [String: RecordingTags.Name] = [
        "©nam": .title, "©alb": .album, "©ART": .artist, "aART": .albumArtist, "©wrt": .composer, "©nrt": .narrator,
        "©pub": .publisher, "©day": .date, "©gen": .genre, "desc": .description, "ldes": .description,
        "©mvn": .series, "©st3": .subtitle, "trkn": .track, "disk": .disc, "©mvi": .seriesPart,
    ]

    static func read(_ movie: MP4.Box, _ bytes: inout RecordingBytes, _ recording: inout Recording) throws(Failure) {
        guard let meta = try MP4.box("udta/meta", in: movie.body, &bytes) else { return }
        // Version and flags come first in MP4, but not in QuickTime.
        let isPlain = try bytes.upTo(8, at: meta.body.lowerBound).dropFirst(4).elementsEqual("hdlr".utf8)
        let body = min(meta.body.lowerBound + (isPlain ? 0 : 4), meta.body.upperBound)..<meta.body.upperBound
        guard let list = try MP4.box("ilst", in: body, &bytes) else { return }
        for item in try MP4.boxes(in: list.body, &bytes) {
            let inner = try MP4.boxes(in: item.body, &bytes)
            let name = item.type == "----" ? try freeName(inner, &bytes) : names[item.type]
            for data in inner where data.type == "data" {
                if item.type == "covr" {
                    try readPicture(data, &bytes, &recording)
                } else if let name {
                    try read(data, name, &bytes, &recording)
                }
            }
        }
    }

    private static func freeName(
        _ inner: [MP4.Box], _ bytes: inout RecordingBytes
    ) throws(Failure) -> RecordingTags.Name? {
        guard let name = inner.first(where: { $0.type == "name" }) else { return nil }
        return RecordingTags.Name(named: try MP4.data(name, &bytes).dropFirst(4))
    }

    /// The value follows its type, which is 1 for UTF-8, and a locale.
    private static func read(
        _ data: MP4.Box, _ name: RecordingTags.Name, _ bytes: inout RecordingBytes, _ recording: inout Recording
    ) throws(Failure) {
        let body = try MP4.data(data, &bytes)
        let value = body.dropFirst(8)
        switch body.number(4) & 0xFF_FFFF {
        case 1: recording.tags.add(name, String(decoding: value, as: UTF8.self))
        // Track and disc numbers follow two empty bytes.
        case 0 where value.count >= 4: recording.tags.add(name, "\(value.dropFirst(2).number(2))")
        case 21 where value.count <= 8: recording.tags.add(name, "\(value.number())")
        default: break
        }
    }

    private static func readPicture(
        _ data: MP4.Box, _ bytes: inout RecordingBytes, _ recording: inout Recording
    ) throws(Failure) {
        guard recording.picture == nil else { return }
        let body = bytes.wantsPicture ? try MP4.data(data, &bytes) : try bytes.upTo(64, at: data.body.lowerBound)
        recording.picture = Recording.Picture(body.dropFirst(8))
    }
}
