// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// presentation, epub-layout, layoutOf, reading-progression, reading-progression-effective
let presentationRoom: Room = { vector in
    switch vector.op {
    case "parse": return try presentationValue(vector.type, vector["json"] ?? .null)
    case "serialize": return try presentationValue(vector.type, vector["model"] ?? .null)
    case "construct": return try presentationValue(vector.type, vector.arguments.whole)
    case "get" where vector["member"] == "rawValue":
        return try presentationValue(vector.subject.type, vector.subject.value)
    case "get" where vector.subject.type == "Properties": return try propertiesRoom(vector)
    case "call" where vector["method"] == "layoutOf":
        let presentation = Presentation(vector.subject.value.object ?? JSONObject())
        let json = vector.arguments[0].object
        var link = Link(href: json?["href"]?.string ?? "")
        link.properties = json?["properties"]?.object ?? JSONObject()
        return JSON.string(presentation.layoutOf(link).rawValue)
    default: return try modelRoom(vector)
    }
}

private func presentationValue(_ type: String, _ json: JSON) throws -> JSON? {
    if json.isNull && type != "Presentation" { return nil }
    switch type {
    case "Presentation": return try written { Presentation(json.object ?? JSONObject()).write(to: &$0) }
    case "Presentation.Fit", "Fit": return word(json, Presentation.Fit.self)
    case "Presentation.Orientation", "Orientation": return word(json, Presentation.Orientation.self)
    case "Presentation.Overflow", "Overflow": return word(json, Presentation.Overflow.self)
    case "Presentation.Spread", "Spread": return word(json, Presentation.Spread.self)
    case "Presentation.Page", "Page": return word(json, Presentation.Page.self)
    case "EPUBLayout", "EpubLayout", "Layout": return word(json, Layout.self)
    case "ReadingProgression":
        return json.string.flatMap(ReadingProgression.init(text:)).map { .string($0.rawValue) }
    default: throw Unanswered.unhandled("the type \(type)")
    }
}
