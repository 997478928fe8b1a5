// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The style of a decoration: its id, its tint, and members for styles of the host.
public struct DecorationStyle: Sendable {
    public let id: String
    public let tint: Color?
    /// Whether the decoration is selected.
    public let isActive: Bool
    /// In a recording, the volume while its time lasts, as a factor.
    public let volume: Double?
    /// The address of a sound that is played at its time in a recording.
    public let sound: String?
    /// All members, in their original order and spelling.  Only a tint that is not hexadecimal is rewritten.
    public let members: JSONObject

    public init(_ json: JSONReader) throws(Failure) {
        var members = try json.object()
        let id = try json.member("id")
        self.id = try id.string()
        guard !self.id.isEmpty else { throw id.failure("The name of a style must not be empty.") }
        isActive = try json.optionalMember("isActive").map { json throws(Failure) in try json.bool() } ?? false
        tint = try json.optionalMember("tint").map(DecorationStyle.color)
        volume = try json.optionalMember("volume").map { json throws(Failure) in try json.number(in: 0...10) }
        sound = try json.optionalMember("sound").map(DecorationStyle.address)
        if members["isActive"]?.isNull ?? false { members["isActive"] = nil }
        if let tint, !DecorationStyle.isHexadecimal(members["tint"]) { members["tint"] = .string(tint.hex) }
        if tint == nil, members["tint"] != nil { members["tint"] = nil }
        self.members = members
    }

    private static func color(_ json: JSONReader) throws(Failure) -> Color {
        guard let color = Color(json: json.value) else {
            throw json.failure("Expected a color such as \"#FFFF00\".")
        }
        return color
    }

    /// The page loads nothing from the network.
    private static func address(_ json: JSONReader) throws(Failure) -> String {
        let text = try json.nonEmptyString()
        guard !Href.isAbsolute(text) || text.asciiLowercased.hasPrefix("data:"), !text.hasPrefix("//") else {
            throw json.failure("Expected an address below that of the page, or a data: URL.")
        }
        return text
    }

    /// Whether the tint is #RRGGBB or #RRGGBBAA.
    private static func isHexadecimal(_ tint: JSON?) -> Bool {
        tint?.string.map { $0.utf8.count == 7 || $0.utf8.count == 9 } ?? false
    }

    public func write(to json: inout JSONWriter) { json.object(members) }
}

extension DecorationStyle: Equatable {
    /// Spellings of the same tint are equal, and so are an absent and a false `isActive`.
    public static func == (a: DecorationStyle, b: DecorationStyle) -> Bool {
        a.members == b.members
            || a.id.isExactly(b.id) && a.tint == b.tint && a.isActive == b.isActive && a.config == b.config
    }

    /// The other members, for templates of the host.
    private var config: JSONObject { members.without(["id", "tint", "isActive"]) }
}
