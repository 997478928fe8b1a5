// SPDX-License-Identifier: BSD-3-Clause

/// How accessible a publication is (RWPM, Accessibility Object).
package struct Accessibility: Sendable, Equatable {
    package struct Certification: Sendable, Equatable {
        package var certifiedBy: String?
        package var credential: String?
        package var report: String?
        package var other = JSONObject()

        package init() {}
    }

    /// URIs of profiles.
    package var conformsTo: [String] = []
    package var exemptions: [String] = []
    package var accessModes: [String] = []
    /// Lists of modes that suffice together, each of auditory, tactile, textual and visual.
    package var accessModesSufficient: [[String]] = []
    package var features: [String] = []
    package var hazards: [String] = []
    package var certification = Certification()
    package var summary: String?
    package var other = JSONObject()

    package init() {}

    package static let primaryAccessModes: Set<String> = ["auditory", "tactile", "textual", "visual"]

    var isEmpty: Bool { self == Accessibility() }

    package func write(to json: inout JSONWriter) {
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

    /// The specification has room for one; toolkits read and write several.
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
    package init?(_ json: JSON, _ reader: inout ManifestReader) {
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

    /// Single modes and lists of modes; what is left of a list without unknown modes, if there is something left.
    private static func modesSufficient(_ json: JSON, _ reader: inout ManifestReader) -> [[String]] {
        let lists = reader.elements(json) { reader, json in
            let modes = reader.strings(json)
            let known = modes.filter(primaryAccessModes.contains)
            if known.count < modes.count { reader.warn(.minor, "Not all of the access modes are known.") }
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
