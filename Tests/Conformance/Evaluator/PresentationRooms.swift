// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// presentation, epub-layout, layoutOf, reading-progression, reading-progression-effective
let presentationRoom: Room = { vector in
    switch vector.op {
    case "parse": return try presentationValue(vector.type, vector["json"] ?? .null)
    case "serialize": return try presentationValue(vector.type, vector["model"] ?? .null)
    case "construct": return try presentationValue(vector.type, vector.arguments[0])
    case "get" where vector["member"] == "rawValue":
        return try presentationValue(vector.subject.type, vector.subject.value)
    case "get" where vector["member"] == "presentation":
        var metadata = Metadata(title: LocalizedString(""))
        metadata.presentation = vector.subject.value.object?["presentation"]?.object ?? JSONObject()
        return try written { Presentation(metadata).write(to: &$0) }
    case "get" where vector.subject.type == "Properties": return try propertiesRoom(vector)
    case "call" where vector["method"] == "layoutOf":
        let presentation = Presentation(vector.subject.value.object ?? JSONObject())
        let json = vector.arguments[0].object
        var link = Link(href: json?["href"]?.string ?? "")
        link.properties = json?["properties"]?.object ?? JSONObject()
        return JSON.string(presentation.layoutOf(link).rawValue)
    case "effectiveReadingProgression":
        let json = vector["metadata"]?.object
        var metadata = Metadata(title: LocalizedString(""))
        metadata.languages = (json?["language"]?.array ?? []).compactMap(\.string)
        metadata.readingProgression = json?["readingProgression"]?.string.flatMap(ReadingProgression.init(rawValue:))
        return JSON.string(metadata.effectiveReadingProgression.rawValue)
    default: throw Unanswered.unhandled("the operation \(vector.op) \(vector["member"] ?? "")")
    }
}

private func presentationValue(_ type: String, _ json: JSON) throws -> JSON? {
    if json.isNull && type != "Presentation" { return nil }
    switch type {
    case "Presentation": return try written { Presentation(json.object ?? JSONObject()).write(to: &$0) }
    case "Presentation.Fit": return word(json, Presentation.Fit.self)
    case "Presentation.Orientation": return word(json, Presentation.Orientation.self)
    case "Presentation.Overflow": return word(json, Presentation.Overflow.self)
    case "Presentation.Spread": return word(json, Presentation.Spread.self)
    case "Presentation.Page": return word(json, Presentation.Page.self)
    case "EPUBLayout", "EpubLayout": return word(json, Layout.self)
    case "ReadingProgression":
        return json.string.flatMap(ReadingProgression.init(text:)).map { .string($0.rawValue) }
    default: throw Unanswered.unhandled("the type \(type)")
    }
}
