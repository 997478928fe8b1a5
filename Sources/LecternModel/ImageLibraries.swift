// SPDX-License-Identifier: BSD-3-Clause

/// Paths of the libraries that decode images, for hosts that bring their own; a library without one is found through
/// the loader's search path (schema `context-options`).
public struct ImageLibraries: Sendable {
    public var turbojpeg: String?
    public var png: String?
    public var webp: String?
    public var gif: String?
    /// SVG images are decoded only if this is set: librsvg is never searched for.
    public var rsvg: String?

    private static var rows: [(name: String, place: WritableKeyPath<ImageLibraries, String?>)] {
        [("turbojpeg", \.turbojpeg), ("png", \.png), ("webp", \.webp), ("gif", \.gif), ("rsvg", \.rsvg)]
    }

    public static var names: [String] { rows.map(\.name) }

    init() {}

    init(options: JSONReader) throws(Failure) {
        for row in ImageLibraries.rows {
            self[keyPath: row.place] = try options.optionalMember(row.name).map { member throws(Failure) in
                try member.string()
            }
        }
    }
}
