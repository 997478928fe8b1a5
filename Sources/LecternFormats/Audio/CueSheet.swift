// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// A cue sheet: the titles and times of the tracks in recordings (CDRWIN, Cue Sheet Commands).
struct CueSheet {
    struct Track {
        /// The name of the file, as written.
        let file: String
        var title: String?
        /// In seconds.
        var start: Double?
    }

    private(set) var title: String?
    private(set) var performer: String?
    private(set) var tracks: [Track] = []

    private static let mostTracks = 10_000
    private static let framesInSecond = 75.0

    init(lines: some Sequence<String>) {
        var file = ""
        for line in lines {
            let (command, rest) = CueSheet.first(of: line)
            let (value, more) = CueSheet.first(of: rest)
            let isInTrack = tracks.last.map { $0.start == nil } ?? false
            switch command.asciiLowercased {
            case "file": file = value
            case "track" where tracks.count < CueSheet.mostTracks: tracks.append(Track(file: file))
            case "title" where isInTrack: tracks[tracks.count - 1].title = value
            case "title" where tracks.isEmpty: title = value
            case "performer" where tracks.isEmpty: performer = value
            case "index" where isInTrack && Int(value) == 1:
                tracks[tracks.count - 1].start = CueSheet.seconds(more)
            default: break
            }
        }
        tracks.removeAll { $0.start == nil || $0.file.isEmpty }
    }

    /// Splits off the first word, which may be in quotation marks.
    private static func first(of line: String) -> (String, String) {
        let bytes = line.trimmed.utf8
        let isQuoted = bytes.first == UInt8(ascii: "\"")
        let body = bytes.dropFirst(isQuoted ? 1 : 0)
        let end = body.firstIndex { isQuoted ? $0 == UInt8(ascii: "\"") : ASCII.isSpace($0) } ?? body.endIndex
        return (String(Substring(body[..<end])).trimmed, String(Substring(body[end...].dropFirst())).trimmed)
    }

    /// Minutes, seconds, and frames.
    private static func seconds(_ text: String) -> Double? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":")).map { UInt32(String(Substring($0))) }
        guard parts.count == 3, let minutes = parts[0], let seconds = parts[1], let frames = parts[2] else {
            return nil
        }
        return Double(minutes) * 60 + Double(seconds) + Double(frames) / framesInSecond
    }
}
