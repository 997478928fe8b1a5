// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the host and the name of a file say about its format.  They only help where the content is silent.
final class FormatHints {
    private let hints: () -> FormatSniffer.Hints
    /// Most content speaks for itself, and then nobody looks it up.
    private lazy var format = FormatSniffer.sniff(hints())

    init(name: String, _ options: OpenOptions) {
        hints = { FormatSniffer.Hints(mediaType: options.mediaType, fileExtension: InformalFile.pathExtension(of: name)) }
    }

    init(_ hints: FormatSniffer.Hints) { self.hints = { hints } }

    func suggest(_ specification: Format.Specification) -> Bool { format?.conforms(to: specification) ?? false }

    /// Whether this is said to be an archive.
    var suggestArchive: Bool { [.zip, .rar, .sevenZip].contains(where: suggest) }

    /// What is said to be a recording.
    var recording: Format? { format?.mediaType?.utf8.starts(with: "audio/".utf8) ?? false ? format : nil }

    /// "book" of "book.epub": what a file is called, without what it is.
    static func stem(of name: String) -> String {
        let pathExtension = InformalFile.pathExtension(of: name)
        let stem = pathExtension.isEmpty ? name : String(name.dropLast(pathExtension.count + 1))
        return stem.trimmed.isEmpty ? "Untitled" : stem.trimmed
    }
}
