// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// properties-json, opds-json, encryption-json: the properties of a link, and the values in them.
let propertiesRoom: Room = { vector in
    switch vector.op {
    case "parse": return try propertyValue(vector.type, vector["json"] ?? .null)
    case "serialize":
        let value = vector["model"] ?? .null
        return vector["type"]?.string == nil ? value : try propertyValue(vector.type, value)
    case "construct": return try propertyValue(vector.type, vector.arguments.whole)
    case "get":
        let name = vector["member"]?.string ?? ""
        if name == "rawValue" { return try propertyValue(vector.subject.type, vector.subject.value) }
        guard vector.subject.type == "Properties" else { throw Unanswered.unhandled("the member \(name)") }
        return try member(of: Properties(vector.subject.value.object ?? JSONObject()), name)
    case "call": return try called(vector.input.object ?? JSONObject())
    default: throw Unanswered.unhandled("the operation \(vector.op)")
    }
}

private func called(_ call: JSONObject) throws -> JSON {
    guard call["method"] == "add" || call["method"] == "adding", let members = call["args"]?.array?.first?.object,
        let properties = call["on"]?.object?["value"]?.object
    else { throw Unanswered.unhandled("the method \(call["method"] ?? .null)") }
    return .object(Properties(properties).adding(members).json)
}

private func propertyValue(_ type: String, _ json: JSON) throws -> JSON? {
    let name = (type.hasPrefix("[") ? "[" : "") + type.drop { $0 == "[" }.dropPrefix("OPDS")
    let reader = JSONReader(json, source: type)
    switch name {
    case "[Acquisition]": return .array(Acquisition.list(json).map(\.json))
    case _ where json.isNull: return nil
    case "Properties": return .object(Properties(try reader.object()).json)
    case "Encryption": return try Encryption(reader).json
    case "Acquisition": return try Acquisition(reader).json
    case "Price": return try Price(reader).json
    case "Holds": return try Holds(reader).json
    case "Copies": return try Copies(reader).json
    case "Availability": return try Availability(reader).json
    case "Availability.State": return word(json, Availability.State.self)
    default: throw Unanswered.unhandled("the type \(type)")
    }
}

private func member(of properties: Properties, _ member: String) throws -> JSON? {
    switch member {
    case "clipped": properties.clipped.map(JSON.bool)
    case "fit": properties.fit.map { .string($0.rawValue) }
    case "orientation": properties.orientation.map { .string($0.rawValue) }
    case "overflow": properties.overflow.map { .string($0.rawValue) }
    case "page": properties.page.map { .string($0.rawValue) }
    case "spread": properties.spread.map { .string($0.rawValue) }
    case "layout": properties.layout.map { .string($0.rawValue) }
    case "contains": .array(properties.contains.map(JSON.string))
    case "encryption": properties.encryption?.json
    case "archive": properties.archive?.json
    case "authenticate": try properties.authenticate.map { try written($0.write) }
    case "numberOfItems": properties.numberOfItems.map { .integer(Int64($0)) }
    case "price": properties.price?.json
    case "indirectAcquisitions": .array(properties.indirectAcquisitions.map(\.json))
    case "holds": properties.holds?.json
    case "copies": properties.copies?.json
    case "availability": properties.availability?.json
    case "otherProperties": .object(properties.json)
    default: throw Unanswered.unhandled("Properties has no member \(member)")
    }
}

/// One of the words of an enumeration.
func word<T: RawRepresentable>(_ json: JSON, _ type: T.Type) -> JSON? where T.RawValue == String {
    json.string.flatMap(T.init(rawValue:)).map { .string($0.rawValue) }
}

extension Substring {
    fileprivate func dropPrefix(_ prefix: String) -> Substring { hasPrefix(prefix) ? dropFirst(prefix.count) : self }
}
