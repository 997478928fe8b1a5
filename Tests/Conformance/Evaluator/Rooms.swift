// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Answers the vectors of some kinds.  nil: the code under test says that there is nothing.
typealias Room = @Sendable (Vector) throws -> (any Examined)?

/// Who answers which kind: the one table of the evaluator.
let rooms: [String: Room] = [
    "accessibility-json": modelRoom,
    "audio-locator": locatorServiceRoom,
    "collection-json": modelRoom,
    "comicinfo": comicInfoRoom,
    "content-iterator": contentIteratorRoom,
    "contributor-json": modelRoom,
    "css.fromSettings": StylesheetRooms.fromSettings,
    "css.htmlDir": StylesheetRooms.direction,
    "css.injection": StylesheetRooms.injection,
    "css.inline": StylesheetRooms.inline,
    "css.rsProperties": StylesheetRooms.readingSystem,
    "css.userProperties": StylesheetRooms.userProperties,
    "date": dateRoom,
    "deobfuscation": EPUBRooms.deobfuscation,
    "dom-range-json": locatorRoom,
    "encryption-json": propertiesRoom,
    "epub-layout": presentationRoom,
    "epub-opf": EPUBRooms.version,
    "epub-positions": positionsRoom,
    "epub-vocabulary": EPUBRooms.vocabulary,
    "epub.invalidation": SettingsRooms.invalidation,
    "epub.settings": SettingsRooms.progression,
    "fixed-positions": positionsRoom,
    "format-sniffing": SniffingRoom.room,
    "fxl.positionCount": SpreadRooms.positionCount,
    "fxl.spreadContains": SpreadRooms.contains,
    "fxl.spreadIndex": SpreadRooms.index,
    "guided-navigation-json": guidedNavigationRoom,
    "href": HrefRoom.room,
    "href-normalise": HrefRoom.normalisation,
    "layoutOf": presentationRoom,
    "link-json": modelRoom,
    "link-list-helpers": modelRoom,
    "localized-string": modelRoom,
    "locator-audio": locatorRoom,
    "locator-html": locatorRoom,
    "locator-json": locatorRoom,
    "locator-service": locatorServiceRoom,
    "manifest-helpers": modelRoom,
    "manifest-json": modelRoom,
    "media-type": MediaTypeRoom.room,
    "metadata-json": modelRoom,
    "metadata.effectiveReadingProgression": SettingsRooms.effectiveProgression,
    "opds-json": propertiesRoom,
    "pdf-positions": positionsRoom,
    "positions-service": positionsRoom,
    "presentation": presentationRoom,
    "presentation.enum": SettingsRooms.presentation,
    "presentation.layoutOf": SettingsRooms.layoutOf,
    "presentation.parse": SettingsRooms.presentation,
    "presentation.serialize": SettingsRooms.presentation,
    "properties-json": propertiesRoom,
    "reading-progression": presentationRoom,
    "reading-progression-effective": presentationRoom,
    "search": searchRoom,
    "seed.css.inlineOldTs": SeedStylesheetRooms.prototype,
    "seed.css.userProperties": SeedStylesheetRooms.userProperties,
    "smil-clock": EPUBRooms.clockValue,
    "subject-json": modelRoom,
    "tdm-json": modelRoom,
    "text-quote-anchor": quoteRoom,
    "text-quote-anchor-html": quoteHTMLRoom,
    "tts.filterByLanguage": SpreadRooms.filter,
    "tts.sort": SpreadRooms.sort,
    "uri-template": HrefRoom.templates,
    "url": URLRoom.room,
]

func answer(_ vector: Vector) throws -> JSON {
    guard let room = rooms[vector.kind] else { throw Unanswered.unhandled("no room for this kind") }
    var vector = vector
    for name in ["json", "model"] {
        guard let value = vector[name], let answered = try settled(value, vector) else { continue }
        vector.input = vector.input.with(name, answered)
    }
    do {
        do {
            return try follow(vector["then"], from: try room(vector))
        } catch Unanswered.unhandled(let why) {
            guard let answer = try askedOfParsed(vector, room) else { throw Unanswered.unhandled(why) }
            return answer
        }
    } catch let failure as Failure {
        throw Unanswered.refused(failure.message)
    }
}

/// What a room has no answer of its own for is asked of the values that it parses.  nil: it is no such question.
private func askedOfParsed(_ vector: Vector, _ room: Room) throws -> JSON? {
    let (type, value) = vector.subject
    switch vector.op {
    case "get", "call", "index":
        guard let subject = try parsed(value, type, for: vector, room) else { return .null }
        let answer = switch vector.op {
        case "get": try subject.get(vector["member"]?.string ?? "")
        case "call": try subject.call(vector["method"]?.string ?? "", vector.arguments)
        default: try subject.index(vector.arguments[0])
        }
        return try follow(vector["then"], from: answer)
    case "construct":
        let labels = vector.arguments["json"] ?? vector.arguments.whole
        return try follow(vector["then"], from: try parsed(labels, vector.type, for: vector, room))
    case "equals":
        let sides = try ["a", "b"].map { side in
            try parsed(vector[side] ?? .null, vector.type, for: vector, room)?.json ?? .null
        }
        return .bool(sides[0] == sides[1])
    default: return nil
    }
}

private func parsed(_ json: JSON, _ type: String, for vector: Vector, _ room: Room) throws -> (any Examined)? {
    let input = asked(["op": "parse", "type": .string(type), "json": json])
    return try room(Vector(id: vector.id, kind: vector.kind, input: input, folder: vector.folder))
}

/// A value in which questions stand for their answers.  nil: there are none in it.
private func settled(_ json: JSON, _ vector: Vector) throws -> JSON? {
    switch json {
    case .array(let list):
        let elements = try list.map { try settled($0, vector) }
        return elements.allSatisfy { $0 == nil } ? nil : .array(zip(list, elements).map { $1 ?? $0 })
    case .object(let object):
        if object["op"]?.string != nil {
            if object["type"] == "NSNull" { return .null }
            return try answer(Vector(id: vector.id, kind: vector.kind, input: json, folder: vector.folder))
        }
        let values = try object.members.map { try settled($0.value, vector) }
        if values.allSatisfy({ $0 == nil }) { return nil }
        return .object(JSONObject(zip(object.members, values).map { .init(key: $0.key, value: $1 ?? $0.value) }))
    default: return nil
    }
}

extension JSON {
    /// An object with another value for one of its members.
    fileprivate func with(_ name: String, _ value: JSON) -> JSON {
        var object = self.object ?? JSONObject()
        object[name] = value
        return .object(object)
    }
}
