// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// FLAC (RFC 9639): the duration, the Vorbis comment and the picture.
enum FLAC {
    private static let mostBlocks = 1000
    private static let largest: UInt64 = 16 << 20

    static func read(_ bytes: inout RecordingBytes, _ start: UInt64, _ recording: inout Recording) throws(Failure) {
        var place = start + 4
        for _ in 0..<mostBlocks {
            let head = try bytes.bytes(4, at: place)
            let (kind, size) = (head.number(1) & 0x7F, head.dropFirst().number(3))
            let isLast = head.number(1) & 0x80 != 0
            switch kind {
            case 0: readStreamInfo(try bytes.bytes(Int(size), at: place + 4), &recording)
            case 4: VorbisComment.read(try bytes.bytes(Int(size), at: place + 4), &recording)
            case 6:
                let count = bytes.wantsPicture ? size : min(size, 1024)
                readPicture(try bytes.bytes(Int(count), at: place + 4), &recording)
            default: break
            }
            place += 4 + size
            if isLast { return }
        }
    }

    /// The sample rate has 20 bits, the number of samples 36.
    static func readStreamInfo(_ block: ArraySlice<UInt8>, _ recording: inout Recording) {
        guard block.count >= 18 else { return }
        let bits = block.dropFirst(10).number()
        recording.setDuration(bits & 0xF_FFFF_FFFF, rate: bits >> 44)
    }

    /// A picture block (8.8).  Vorbis comments contain it in Base64.
    static func readPicture(_ block: ArraySlice<UInt8>, _ recording: inout Recording) {
        let isFront = block.number(4) == 3
        // A media type, a description, and four numbers precede the data and its size.
        var rest = block.dropFirst(4)
        for _ in 0..<2 { rest = rest.dropFirst(4).dropFirst(Int(rest.number(4))) }
        guard isFront || recording.picture == nil, let picture = Recording.Picture(rest.dropFirst(20)) else { return }
        recording.picture = picture
    }
}

/// The comments of Vorbis, Opus and FLAC (Ogg Vorbis I, comment field and header specification).
enum VorbisComment {
    private static let mostFields: UInt64 = 50_000

    /// Reads all complete fields.
    static func read(_ block: ArraySlice<UInt8>, _ recording: inout Recording) {
        var rest = block.dropFirst(4).dropFirst(Int(block.littleEndian(4)))
        let count = min(rest.littleEndian(4), mostFields)
        rest = rest.dropFirst(4)
        for _ in 0..<count where rest.count > 4 {
            let field = rest.dropFirst(4).prefix(Int(rest.littleEndian(4)))
            rest = rest.dropFirst(4 + field.count)
            let name = field.prefix { $0 != UInt8(ascii: "=") }.map(ASCII.lowercased)
            read(name[...], field.dropFirst(name.count + 1), &recording)
        }
    }

    private static func read(
        _ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>, _ recording: inout Recording
    ) {
        if name.starts(with: "chapter".utf8), name.dropFirst(7).first.map(ASCII.isDigit) ?? false {
            recording.tags.addChapter(name.dropFirst(7), String(decoding: value, as: UTF8.self))
        } else if name.elementsEqual("metadata_block_picture".utf8) {
            if let block = Base64.decode(value) { FLAC.readPicture(block[...], &recording) }
        } else if let tag = RecordingTags.Name(named: name) {
            recording.tags.add(tag, String(decoding: value, as: UTF8.self))
        }
    }
}
