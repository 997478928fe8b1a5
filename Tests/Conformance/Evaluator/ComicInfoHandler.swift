// SPDX-License-Identifier: BSD-3-Clause
import LecternFormats
import LecternModel
import LecternPublication

/// The kind comicinfo.
func comicInfoHandler(_ vector: Vector) throws -> (any Examined)? {
    switch vector.op {
    case "comicinfo": return try comicInfo(vector["xml"])
    case "parse" where vector.type == "ComicInfo.PageType":
        return ComicInfo.PageType(name: vector["json"]?.string ?? "").map { JSON.string($0.rawValue) }
    case "parse" where vector.type == "ComicInfo.Manga": return ComicInfo.manga(vector["json"]?.string ?? "")
    case "construct" where vector.type == "Calendar": return Calendar()
    default: throw Unanswered.unhandled("\(vector.op) of \(vector.type)")
    }
}

private func comicInfo(_ xml: JSON?) throws -> ComicInfo? {
    guard let xml = xml?.string else { throw Unanswered.unhandled("there is no document") }
    return try ComicInfo(xml: ByteBuffer(xml))
}

extension ComicInfo: Examined {
    private static let texts = [
        "title": "Title", "series": "Series", "number": "Number", "alternateSeries": "AlternateSeries",
        "alternateNumber": "AlternateNumber", "summary": "Summary", "publisher": "Publisher", "imprint": "Imprint",
        "languageISO": "LanguageISO", "gtin": "GTIN", "manga": "Manga",
    ]
    private static let numbers = ["year": "Year", "month": "Month", "day": "Day"]
    private static let lists = [
        "writers": "Writer", "pencillers": "Penciller", "inkers": "Inker", "colorists": "Colorist",
        "letterers": "Letterer", "coverArtists": "CoverArtist", "editors": "Editor", "translators": "Translator",
        "genres": "Genre",
    ]

    var json: JSON { .object(JSONObject()) }

    func get(_ member: String) throws -> (any Examined)? {
        if member == "manga" { return self["Manga"].flatMap(Self.manga) }
        if let name = Self.texts[member] { return self[name].map(JSON.string) }
        if let name = Self.numbers[member] { return wholeNumber(name).map { JSON.integer(Int64($0)) } }
        if let name = Self.lists[member] { return JSON.array(list(name).map(JSON.string)) }
        switch member {
        case "pages": return JSON.array(pages.map(Self.json))
        case "otherMetadata":
            return JSON.object(JSONObject(other.map { JSONObject.Member(key: $0.name, value: .string($0.text)) }))
        default: throw Unanswered.unhandled("ComicInfo has no member \(member)")
        }
    }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        switch method {
        case "firstPageWithType":
            let type = arguments[0].string.flatMap(PageType.init(name:))
            return type.flatMap(firstPage).map(Self.json)
        case "toMetadata": return ExaminedMetadata(metadata: metadata(title: LocalizedString("Untitled")))
        case _ where arguments.count == 0: return try get(method)
        default: throw Unanswered.unhandled("ComicInfo has no method \(method)")
        }
    }

    /// The name of an enumeration value in Swift, ignoring case.
    fileprivate static func manga(_ text: String) -> JSON? {
        let names = ["unknown", "no", "yes", "yesAndRightToLeft"]
        return names.first { $0.asciiLowercased == text.asciiLowercased }.map(JSON.string)
    }

    private static func json(_ page: Page) -> JSON {
        let members: [(String, JSON?)] = [
            ("image", .integer(Int64(page.image))), ("type", page.type.map { .string($0.rawValue) }),
            ("doublePage", page.isDoublePage.map(JSON.bool)),
            ("imageSize", page.imageSize.map { .integer(Int64($0)) }), ("key", page.key.map(JSON.string)),
            ("bookmark", page.bookmark.map(JSON.string)),
            ("imageWidth", page.imageWidth.map { .integer(Int64($0)) }),
            ("imageHeight", page.imageHeight.map { .integer(Int64($0)) }),
        ]
        return .object(
            JSONObject(members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
    }
}

/// The components of a date.
private struct Calendar: Examined {
    var json: JSON { .null }

    func call(_ method: String, _ arguments: Arguments) throws -> (any Examined)? {
        let source = arguments["from"]?.object?["on"]?.object?["on"]?.object?["xml"]
        let metadata = try comicInfo(source)?.metadata(title: LocalizedString("Untitled"))
        guard method == "dateComponents", let date = metadata?.published else {
            throw Unanswered.unhandled("there is no date")
        }
        let parts = date.prefix(10).split(separator: "-").map { JSON.integer(Int64($0) ?? 0) }
        let members = zip(["year", "month", "day"], parts).map { JSONObject.Member(key: $0, value: $1) }
        return JSON.object(JSONObject(members))
    }
}
