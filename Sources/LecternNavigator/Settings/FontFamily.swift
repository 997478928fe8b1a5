// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A font family that the host offers.
public struct FontFamily: Sendable, Equatable {
    public struct File: Sendable, Equatable {
        public let href: String
        public let weight: UInt64?
        public let style: Style?
    }

    public enum Style: String, Sendable, CaseIterable {
        case normal
        case italic
        case oblique
    }

    /// The families that every web view has (CSS Fonts 4, 2.1.3).
    static let generic = ["serif", "sans-serif", "monospace"]
    static let genericLabels: [ExactText: String] = [
        ExactText("serif"): "Serif", ExactText("sans-serif"): "Sans serif", ExactText("monospace"): "Monospace",
    ]

    public let family: String
    /// Fallback families, in order of preference.
    public let alternates: [String]
    public let files: [File]

    public static func parse(_ reader: JSONReader) throws(Failure) -> FontFamily {
        try reader.rejectUnknownMembers(["family", "alternates", "files"])
        let family = try reader.member("family").nonEmptyString()
        guard .string(family) != JSON.publisher else {
            throw try reader.member("family").failure(
                "The name \"\(family)\" is reserved for the fonts of the publisher.")
        }
        var alternates: [String] = []
        for element in try reader.optionalMember("alternates")?.elements() ?? [] {
            alternates.append(try element.nonEmptyString())
        }
        var files: [File] = []
        for element in try reader.optionalMember("files")?.elements() ?? [] {
            try element.rejectUnknownMembers(["href", "weight", "style"])
            files.append(
                File(
                    href: try element.member("href").nonEmptyString(),
                    weight: try element.optionalMember("weight")?.unsignedInteger(in: 1...1000),
                    style: try element.optionalMember("style")?.choice(Style.self)))
        }
        return FontFamily(family: family, alternates: alternates, files: files)
    }
}
