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

    public func write(speaking language: String, to json: inout JSONWriter) throws(Failure) {
        guard LanguageTag.canonical(language) != nil else {
            throw Failure(.argument, "\"\(language)\" is not a language tag.")
        }
        write(voices.indices(speaking: language), to: &json)
    }

    public func write(sortedBy options: VoiceOrderOptions?, to json: inout JSONWriter) {
        write(voices.indicesInOrder(preferredRegions: options?.preferredRegions ?? []), to: &json)
    }

    private func write(_ indices: [Int], to json: inout JSONWriter) {
        json.beginArray()
        for index in indices { json.value(self.json[index]) }
        json.endArray()
    }
}

/// Options for sorting voices (schema `voice-order`).
public struct VoiceOrderOptions: Sendable {
    public let preferredRegions: [String]

    /// {"preferredRegions": ["GB", "IE"]}
    public init(_ reader: JSONReader) throws(Failure) {
        try reader.rejectUnknownMembers(["preferredRegions"])
        var regions: [String] = []
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
            regions.append(region)
        }
        preferredRegions = regions
    }
}
