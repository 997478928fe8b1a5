// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternPublication

/// Answers the vectors of the kind `format-sniffing`.
enum SniffingRoom {
    static let room: Room = { vector in
        let hints = FormatSniffer.Hints(
            mediaType: vector["mediaType"]?.string, fileExtension: vector["fileExtension"]?.string)
        let path = vector.folder + (vector["fixture"]?.string ?? "")
        switch vector.op {
        case "sniffHints": return examined(FormatSniffer.sniff(hints))
        case "sniffBlob": return examined(try FormatSniffer.sniff(FileSource(path: path), hints: hints))
        case "sniffContainer":
            let container = try openContainer(path: path)
            return examined(try FormatSniffer.sniff(container, hints: hints, refining: format(vector["refining"])))
        default: throw Unanswered.unhandled("there is no operation \(vector.op)")
        }
    }

    private static func openContainer(path: String) throws(Failure) -> any Container {
        if let directory = try? DirectoryContainer(path: path, name: path, limits: Limits()) { return directory }
        return try ZipContainer(FileSource(path: path), name: path, limits: Limits())
    }

    private static func format(_ json: JSON?) -> Format? {
        guard let object = json?.object else { return nil }
        let names = (object["specifications"]?.array ?? []).compactMap(\.string)
        return Format(
            names.compactMap(Format.Specification.init), mediaType: object["mediaType"]?.string,
            fileExtension: object["fileExtension"]?.string)
    }

    private static func examined(_ format: Format?) -> JSON? {
        guard let format else { return nil }
        var json = JSONWriter()
        format.write(to: &json)
        return try? json.finish().withBytes { bytes in try JSONParser.parse(bytes, source: "format") }
    }
}
