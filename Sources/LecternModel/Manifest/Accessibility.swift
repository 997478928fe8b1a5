// SPDX-License-Identifier: BSD-3-Clause

/// How accessible a publication is (RWPM, Accessibility Object).
public struct Accessibility: Sendable, Equatable {
    public struct Certification: Sendable, Equatable {
        public var certifiedBy: String?
        public var credential: String?
        public var report: String?
        public var other = JSONObject()

        public init() {}
    }

    /// URIs of conformance profiles.
    public var conformsTo: [String] = []
    public var exemptions: [String] = []
    public var accessModes: [String] = []
    /// Sets of modes that are sufficient together, each one of auditory, tactile, textual and visual.
    public var accessModesSufficient: [[String]] = []
    public var features: [String] = []
    public var hazards: [String] = []
    public var certification = Certification()
    public var summary: String?
    public var other = JSONObject()

    public init() {}

    public static let primaryAccessModes: Set<String> = ["auditory", "tactile", "textual", "visual"]

    var isEmpty: Bool { self == Accessibility() }

    public func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("conformsTo", ifNotEmpty: conformsTo)
        writeExemptions(to: &json)
        json.member("accessMode", ifNotEmpty: accessModes)
        if !accessModesSufficient.isEmpty {
            json.key("accessModeSufficient")
            json.beginArray()
            for modes in accessModesSufficient { json.strings(modes) }
            json.endArray()
        }
        json.member("feature", ifNotEmpty: features)
        json.member("hazard", ifNotEmpty: hazards)
        certification.writeMember(to: &json)
        json.member("summary", ifPresent: summary)
        json.members(of: other)
        json.endObject()
    }

    /// The specification allows one exemption; toolkits read and write several.
    private func writeExemptions(to json: inout JSONWriter) {
        if exemptions.count > 1 {
            json.member("exemption", ifNotEmpty: exemptions)
        } else {
            json.member("exemption", ifPresent: exemptions.first)
        }
    }
}

extension Accessibility.Certification {
    fileprivate func writeMember(to json: inout JSONWriter) {
        guard self != Self() else { return }
        json.key("certification")
        json.beginObject()
        json.member("certifiedBy", ifPresent: certifiedBy)
        json.member("credential", ifPresent: credential)
        json.member("report", ifPresent: report)
        json.members(of: other)
        json.endObject()
    }
}

// MARK: Reading

extension Accessibility {
    public init?(_ json: JSON, _ reader: inout ManifestReader) {
        guard let object = reader.object(json) else { return nil }
        for member in object.members {
            reader.enter(member.key)
            read(member, &reader)
            reader.leave()
        }
    }

    private mutating func read(_ member: JSONObject.Member, _ reader: inout ManifestReader) {
        let json = member.value
        switch member.key {
        case "conformsTo": conformsTo = reader.strings(json)
        case "exemption": exemptions = reader.strings(json)
        case "accessMode": accessModes = reader.strings(json)
        case "accessModeSufficient": accessModesSufficient = Accessibility.modesSufficient(json, &reader)
        case "feature": features = reader.strings(json)
        case "hazard": hazards = reader.strings(json)
        case "certification": certification = Certification(json, &reader)
        case "summary": summary = reader.string(json)
        default: other.append(member)
        }
    }

    /// Reads single modes and lists of modes, without unknown modes and empty lists.
    private static func modesSufficient(_ json: JSON, _ reader: inout ManifestReader) -> [[String]] {
        let lists = reader.elements(json) { reader, json in
            let modes = reader.strings(json)
            let known = modes.filter(primaryAccessModes.contains)
            if known.count < modes.count { reader.warn(.minor, "Some access modes are unknown; they are ignored.") }
            return known
        }
        return lists.withoutRepetitions.filter { !$0.isEmpty }
    }
}

extension Accessibility.Certification {
    init(_ json: JSON, _ reader: inout ManifestReader) {
        for member in reader.object(json)?.members ?? [] {
            reader.enter(member.key)
            switch member.key {
            case "certifiedBy": certifiedBy = reader.string(member.value)
            case "credential": credential = reader.string(member.value)
            case "report": report = reader.string(member.value)
            default: other.append(member)
            }
            reader.leave()
        }
    }
}
