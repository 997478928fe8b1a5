// SPDX-License-Identifier: BSD-3-Clause
import LecternEncodings
import LecternModel

/// ID3, versions 2.2 to 2.4 (id3.org), with its chapters (ID3v2 Chapter Frame Addendum), and version 1.
enum ID3 {
    private static let frames: [String: RecordingTags.Name] = [
        "TIT2": .title, "TT2": .title, "TALB": .album, "TAL": .album, "TIT3": .subtitle, "TT3": .subtitle,
        "TPE1": .artist, "TP1": .artist, "TPE2": .albumArtist, "TP2": .albumArtist, "TCOM": .composer, "TCM": .composer,
        "TPUB": .publisher, "TPB": .publisher, "TDRC": .date, "TDRL": .date, "TYER": .date, "TYE": .date,
        "TCON": .genre, "TCO": .genre, "TLAN": .language, "TLA": .language, "TRCK": .track, "TRK": .track,
        "TPOS": .disc, "TPA": .disc, "MVNM": .series, "MVIN": .seriesPart, "TDES": .description,
    ]

    private struct Tag {
        let version: UInt8
        /// Whether a byte 00 has been inserted after every byte FF.
        var isUnsynchronised = false
        let end: UInt64
    }

    private struct Frame {
        let name: String
        let data: Range<UInt64>
        let flags: UInt64
    }

    /// The maximum size of a frame.  Only pictures are larger.
    private static let largest: UInt64 = 1 << 20
    private static let largestPicture: UInt64 = 16 << 20
    private static let mostFrames = 20_000

    /// Reads a tag.
    ///
    /// - Returns: the offset behind it; `start` if there is none.
    static func read(
        _ bytes: inout RecordingBytes, at start: UInt64, _ recording: inout Recording
    ) throws(Failure) -> UInt64 {
        let head = Array(try bytes.upTo(10, at: start))
        guard head.count == 10, head.starts(with: "ID3".utf8), 2...4 ~= head[3] else { return start }
        let end = start + 10 + synchsafe(head[6...])
        var tag = Tag(version: head[3], isUnsynchronised: head[5] & 0x80 != 0, end: end)
        do throws(Failure) {
            if tag.isUnsynchronised && tag.version < 4 {
                let size = Int(min(end - start - 10, largestPicture))
                var plain = try RecordingBytes(resynchronised(bytes.upTo(size, at: start + 10)), like: bytes)
                tag = Tag(version: tag.version, end: plain.size)
                try readFrames(&plain, from: 0, tag, hasExtension: head[5] & 0x40 != 0, &recording)
            } else {
                try readFrames(&bytes, from: start + 10, tag, hasExtension: head[5] & 0x40 != 0, &recording)
            }
        } catch {
            // What follows a damaged tag can still be read.
            if error.isOfSource { throw error }
        }
        return end + (tag.version == 4 && head[5] & 0x10 != 0 ? 10 : 0)
    }

    private static func readFrames(
        _ bytes: inout RecordingBytes, from start: UInt64, _ tag: Tag, hasExtension: Bool, _ recording: inout Recording
    ) throws(Failure) {
        var place = start
        if hasExtension && tag.version > 2 {
            let size = try bytes.bytes(4, at: place)
            place += tag.version == 4 ? synchsafe(size) : size.number() + 4
        }
        for _ in 0..<mostFrames {
            guard let frame = try frame(&bytes, at: place, tag) else { return }
            try read(frame, tag, &bytes, &recording)
            place = frame.data.upperBound
        }
    }

    /// Returns nil at the padding or the end of the tag.
    private static func frame(_ bytes: inout RecordingBytes, at place: UInt64, _ tag: Tag) throws(Failure) -> Frame? {
        let (letters, size, flags) = tag.version == 2 ? (3, 3, 0) : (4, 4, 2)
        let head = try bytes.upTo(letters + size + flags, at: place)
        let name = head.prefix(letters)
        guard head.count == letters + size + flags, isName(name) else { return nil }
        let start = place + UInt64(head.count)
        let digits = head.dropFirst(letters).prefix(size)
        guard start <= tag.end else { return nil }
        let length = try self.size(digits, start, tag, &bytes)
        guard length <= tag.end - start else { return nil }
        return Frame(
            name: String(decoding: name, as: UTF8.self), data: start..<start + length,
            flags: head.suffix(flags).number())
    }

    /// Some programs write plain sizes in version 2.4.  The size that is followed by another frame is used.
    private static func size(
        _ digits: ArraySlice<UInt8>, _ start: UInt64, _ tag: Tag, _ bytes: inout RecordingBytes
    ) throws(Failure) -> UInt64 {
        guard tag.version == 4 else { return digits.number() }
        let (right, plain) = (synchsafe(digits), digits.number())
        if right == plain { return right }
        if digits.contains(where: { $0 & 0x80 != 0 }) { return plain }
        for size in [right, plain] where size <= tag.end - start {
            let next = try bytes.upTo(4, at: start + size)
            if start + size == tag.end || next.allSatisfy({ $0 == 0 }) || isName(next) { return size }
        }
        return right
    }

    private static func isName(_ name: ArraySlice<UInt8>) -> Bool {
        !name.isEmpty
            && name.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || ASCII.isDigit($0) }
    }

    private static func synchsafe(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.prefix(4).reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
    }

    private static func resynchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        for byte in bytes where byte != 0 || plain.last != 0xFF || plain.isEmpty { plain.append(byte) }
        return plain
    }

    // MARK: Frames

    private static func read(
        _ frame: Frame, _ tag: Tag, _ bytes: inout RecordingBytes, _ recording: inout Recording
    ) throws(Failure) {
        let isPicture = frame.name == "APIC" || frame.name == "PIC"
        let isChapter = frame.name == "CHAP"
        guard isPicture || isChapter || frames[frame.name] != nil || ["TXXX", "TXX"].contains(frame.name),
            let data = try data(of: frame, tag, isPicture: isPicture, &bytes)
        else { return }
        if isPicture {
            readPicture(data, version: tag.version, &recording)
        } else if isChapter {
            try readChapter(data, tag, like: bytes, &recording)
        } else if let name = frames[frame.name] {
            for text in texts(data.dropFirst(), encoding: data.first ?? 0) { recording.tags.add(name, text) }
        } else {
            let texts = texts(data.dropFirst(), encoding: data.first ?? 0)
            guard let name = texts.first.flatMap({ RecordingTags.Name(named: Array($0.utf8)) }) else { return }
            for text in texts.dropFirst() { recording.tags.add(name, text) }
        }
    }

    /// The data of a frame; nil if it is compressed, encrypted or too large.
    private static func data(
        of frame: Frame, _ tag: Tag, isPicture: Bool, _ bytes: inout RecordingBytes
    ) throws(Failure) -> ArraySlice<UInt8>? {
        let isLong = isPicture && bytes.wantsPicture
        var count = frame.data.upperBound - frame.data.lowerBound
        // The type of a picture is determined by its first bytes.
        if isPicture && !isLong { count = min(count, 1024) }
        guard count <= (isLong ? largestPicture : largest) else { return nil }
        let (unreadable, group, length): (UInt64, UInt64, UInt64) =
            tag.version == 4 ? (0x0C, 0x40, 0x01) : (0xC0, 0x20, 0)
        guard frame.flags & unreadable == 0 else { return nil }
        let data = try bytes.bytes(Int(count), at: frame.data.lowerBound)
            .dropFirst((frame.flags & group != 0 ? 1 : 0) + (frame.flags & length != 0 ? 4 : 0))
        let isUnsynchronised = tag.version == 4 && (tag.isUnsynchronised || frame.flags & 0x02 != 0)
        return isUnsynchronised ? resynchronised(data)[...] : data
    }

    private static func readPicture(_ data: ArraySlice<UInt8>, version: UInt8, _ recording: inout Recording) {
        guard let encoding = data.first else { return }
        // A media type (three letters in 2.2), a picture type, and a description precede the image.
        var rest = data.dropFirst()
        rest = version == 2 ? rest.dropFirst(3) : afterEnd(of: rest, isWide: false)
        let isFront = rest.first == 3
        rest = afterEnd(of: rest.dropFirst(), isWide: encoding == 1 || encoding == 2)
        guard isFront || recording.picture == nil, let picture = Recording.Picture(rest) else { return }
        recording.picture = picture
    }

    private static func readChapter(
        _ data: ArraySlice<UInt8>, _ tag: Tag, like bytes: RecordingBytes, _ recording: inout Recording
    ) throws(Failure) {
        let rest = afterEnd(of: data, isWide: false)
        guard rest.count >= 16, recording.chapters.count < Recording.mostChapters else { return }
        var chapter = Recording.Chapter(start: Double(rest.number(4)) / 1000)
        var inner = try RecordingBytes(Array(rest.dropFirst(16)), like: bytes)
        let whole = Tag(version: tag.version, end: inner.size)
        var place: UInt64 = 0
        while chapter.title == nil, let frame = try frame(&inner, at: place, whole) {
            place = frame.data.upperBound
            guard frames[frame.name] == .title, let data = try self.data(of: frame, whole, isPicture: false, &inner)
            else { continue }
            chapter.title = texts(data.dropFirst(), encoding: data.first ?? 0).first?.collapsed
        }
        recording.chapters.append(chapter)
    }

    // MARK: Text

    /// The bytes after the null character that ends a text.
    private static func afterEnd(of bytes: ArraySlice<UInt8>, isWide: Bool) -> ArraySlice<UInt8> {
        var place = bytes.startIndex
        let step = isWide ? 2 : 1
        while bytes.endIndex - place >= step {
            let isEnd = bytes[place..<place + step].allSatisfy { $0 == 0 }
            place += step
            if isEnd { break }
        }
        return bytes[place...]
    }

    /// The texts of a frame, which are separated by a null character.
    private static func texts(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> [String] {
        let decoded: [UInt8]
        switch encoding {
        case 1, 2: decoded = wide(bytes, isBigEndian: encoding == 2)
        case 3: decoded = Array(bytes)
        default: decoded = narrow(Array(bytes))
        }
        return decoded.split(separator: 0).map { part in
            let isMarked = part.starts(with: [0xEF, 0xBB, 0xBF])
            return String(decoding: isMarked ? part.dropFirst(3) : part, as: UTF8.self).trimmed
        }.filter { !$0.isEmpty }
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        let mark = bytes.number(2)
        let isBigEndian = mark == 0xFEFF || isBigEndian && mark != 0xFFFE
        let text = Array(mark == 0xFEFF || mark == 0xFFFE ? bytes.dropFirst(2) : bytes)
        return text.withUnsafeBufferPointer { TextEncoding.utf16(isBigEndian: isBigEndian).decoded($0) } ?? text
    }

    /// ISO 8859-1 according to the standard, but many programs write UTF-8 or the encoding of their system.
    private static func narrow(_ bytes: [UInt8]) -> [UInt8] {
        bytes.withUnsafeBufferPointer { bytes in
            let encoding = TextGuess.encoding(of: bytes) ?? TextEncoding(label: "latin1")
            return encoding?.decoded(bytes) ?? Array(bytes)
        }
    }

    // MARK: Version 1

    /// The 128 bytes at the end of a recording.
    static func readOld(_ bytes: inout RecordingBytes, _ recording: inout Recording) throws(Failure) {
        guard bytes.size > 128, case let tag = try bytes.bytes(128, at: bytes.size - 128), tag.starts(with: "TAG".utf8)
        else { return }
        let fields: [(name: RecordingTags.Name, range: Range<Int>)] = [
            (.title, 3..<33), (.artist, 33..<63), (.album, 63..<93), (.date, 93..<97),
        ]
        for (name, range) in fields {
            let field = tag.dropFirst(range.lowerBound).prefix(range.count)
            for text in texts(field.prefix { $0 != 0 }, encoding: 0) { recording.tags.add(name, text) }
        }
        let track = tag.dropFirst(125)
        if track.number(1) == 0, let number = track.dropFirst().first, number != 0 {
            recording.tags.add(.track, "\(number)")
        }
    }
}
