// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The hints of the host and of the file name at the format.  They are only used if the content is not conclusive.
final class FormatHints {
    private let hints: () -> FormatSniffer.Hints
    /// Evaluated on demand, because most content does not need hints.
    private lazy var format = FormatSniffer.sniff(hints())

    init(name: String, _ options: OpenOptions) {
        hints = {
            FormatSniffer.Hints(mediaType: options.mediaType, fileExtension: InformalFile.pathExtension(of: name))
        }
    }

    init(_ hints: FormatSniffer.Hints) { self.hints = { hints } }

    func suggest(_ specification: Format.Specification) -> Bool { format?.conforms(to: specification) ?? false }

    /// Whether the hints suggest an archive.
    var suggestArchive: Bool { [.zip, .rar, .sevenZip, .tar].contains(where: suggest) }

    /// The format, if the hints suggest a recording.
    var recording: Format? { format?.mediaType?.utf8.starts(with: "audio/".utf8) ?? false ? format : nil }

    /// The name without its extension: "book" for "book.epub".
    static func stem(of name: String) -> String {
        let pathExtension = InformalFile.pathExtension(of: name)
        let stem = pathExtension.isEmpty ? name : String(name.dropLast(pathExtension.count + 1))
        return stem.trimmed.isEmpty ? "Untitled" : stem.trimmed
    }
}
