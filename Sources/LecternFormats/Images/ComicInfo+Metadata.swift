// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Converts ComicInfo.xml to the metadata of a publication.
extension ComicInfo {
    private static let vocabulary = "https://anansi-project.github.io/docs/comicinfo/documentation#"

    private static let contributors: [(element: String, kind: Contributors.Kind, roles: [String])] = [
        ("Writer", .author, []), ("Translator", .translator, []), ("Editor", .editor, []), ("Letterer", .letterer, []),
        ("Penciller", .penciler, []), ("Colorist", .colorist, []), ("Inker", .inker, []),
        ("CoverArtist", .contributor, ["cov"]),
    ]

    /// - Parameter title: the title of a comic without a title in the document.
    public func metadata(title: LocalizedString) -> Metadata {
        var metadata = Metadata(title: self["Title"].map { LocalizedString($0) } ?? title)
        metadata.identifier = self["GTIN"].map { ISBN.urn($0, scheme: nil) ?? $0 }
        metadata.published = published
        metadata.languages = [self["LanguageISO"].flatMap(LanguageTag.canonical)].compactMap { $0 }
        metadata.subjects = (list("Genre") + list("Tags")).withoutRepetitions.map { Subject(name: LocalizedString($0)) }
        for (element, kind, roles) in ComicInfo.contributors {
            for name in list(element) {
                metadata.contributors.add(Contributor(name: LocalizedString(name), roles: roles), as: kind)
            }
        }
        for (element, kind) in [("Publisher", Contributors.Kind.publisher), ("Imprint", .imprint)] {
            if let name = self[element] {
                metadata.contributors.add(Contributor(name: LocalizedString(name)), as: kind)
            }
        }
        if !series.isEmpty { metadata.belongsTo = [("series", series)] }
        metadata.description = self["Summary"]
        if self["Manga"]?.asciiLowercased == "yesandrighttoleft" { metadata.readingProgression = .rtl }
        for (name, text) in other { metadata.other[ComicInfo.vocabulary + name.lowercased()] = .string(text) }
        return metadata
    }

    private var series: [Contributor] {
        [("Series", "Number"), ("AlternateSeries", "AlternateNumber")].compactMap { name, number in
            self[name].map {
                Contributor(name: LocalizedString($0), position: self[number].flatMap(finiteNumber))
            }
        }
    }

    /// The date.  Missing and invalid parts are replaced by the smallest valid value.
    private var published: String? {
        let parts = [wholeNumber("Year"), wholeNumber("Month"), wholeNumber("Day")]
        var text = ""
        var date: String?
        for (part, digits) in zip(parts, [4, 2, 2]) {
            guard let part, 1...9999 ~= part else { break }
            let number = String(part)
            text += (text.isEmpty ? "" : "-") + String(repeating: "0", count: max(0, digits - number.count)) + number
            guard let longer = DateText.dayOrMoment(text) else { break }
            date = longer
        }
        return date
    }
}
