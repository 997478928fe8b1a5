// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternSystem

/// The files of the libraries that decode images, for a host that brings its own; without one, the loader looks where
/// it always does (schema `context-options`).
public struct ImageLibraries: Sendable {
    var turbojpeg: String?
    var png: String?
    var webp: String?
    var gif: String?
    /// Nothing is drawn without it: librsvg is never looked for.
    var rsvg: String?

    private static var rows: [(name: String, place: WritableKeyPath<ImageLibraries, String?>)] {
        [("turbojpeg", \.turbojpeg), ("png", \.png), ("webp", \.webp), ("gif", \.gif), ("rsvg", \.rsvg)]
    }

    static var names: [String] { rows.map(\.name) }

    init() {}

    init(options: JSONReader) throws(Failure) {
        for row in ImageLibraries.rows {
            self[keyPath: row.place] = try options.optionalMember(row.name).map { member throws(Failure) in
                try member.string()
            }
        }
    }
}

extension OptionalLibrary {
    /// A library of the system that decodes images.
    ///
    /// - Parameter format: what it decodes, with its article.
    convenience init(
        option: String, name: String, file: String, format: String,
        functions: @escaping @Sendable (UnsafeMutableRawPointer) throws(MissingSymbol) -> Functions
    ) {
        self.init(
            option: option, name: name,
            missing: "\(format) needs \(name), which was not found: install it (\(file)), or name its file in the "
                + "context option \"\(option)\".",
            candidates: { [file] }, functions: functions)
    }
}
