// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The voices of the host's speech engine, with any further members that the host supplies (schema `voices`).
public struct VoiceList: Sendable {
    private let voices: [Voice]
    /// The original JSON.
    private let json: [JSON]

    public init(_ reader: JSONReader) throws(Failure) {
        let elements = try reader.elements()
        var voices: [Voice] = []
        for element in elements { voices.append(try Voice.parse(element)) }
        self.voices = voices
        json = elements.map(\.value)
    }

    /// Writes the voices that the options select, in their order.
    public func write(_ options: VoiceOptions, to json: inout JSONWriter) {
        let wanted = options.language.map(WantedLanguage.init)
        json.beginArray()
        for index in options.sort ? voices.indicesInOrder(options.preferredRegions) : Array(voices.indices)
        where wanted?.isSpoken(by: voices[index]) ?? true {
            json.value(self.json[index])
        }
        json.endArray()
    }
}

/// Which voices to offer to a reader, and in which order (schema `voice-options`).
public struct VoiceOptions: Sendable {
    public private(set) var language: String?
    public private(set) var preferredRegions: [String] = []
    public private(set) var sort = true

    public init() {}

    /// {"language": "en", "preferredRegions": ["GB", "IE"]}
    public init(_ reader: JSONReader) throws(Failure) {
        try reader.rejectUnknownMembers(["language", "preferredRegions", "sort"])
        if let member = try reader.optionalMember("language") {
            let tag = try member.string()
            guard LanguageTag.canonical(tag) != nil else { throw member.failure("\"\(tag)\" is not a language tag.") }
            language = tag
        }
        for element in try reader.optionalMember("preferredRegions")?.elements() ?? [] {
            let region = try element.string()
            // Two letters, or three digits for a larger area.
            let isRegion =
                region.utf8.count == 2
                ? region.utf8.allSatisfy(ASCII.isLetter)
                : region.utf8.count == 3 && region.utf8.allSatisfy(ASCII.isDigit)
            guard isRegion else {
                throw element.failure("Expected a region such as \"GB\".")
            }
            preferredRegions.append(region)
        }
        sort = try reader.optionalMember("sort").map { member throws(Failure) in try member.bool() } ?? true
    }
}
