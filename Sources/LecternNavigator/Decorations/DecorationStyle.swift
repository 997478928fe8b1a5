// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// The style of a decoration: its id, its tint, and other members for styles of the host.
public struct DecorationStyle: Sendable {
    public let id: String
    public let tint: Color?
    /// Whether the reader has picked the decoration.
    public let isActive: Bool
    /// All members, in the order and spelling that they came in.  Only a tint is rewritten when it is not hexadecimal.
    public let members: JSONObject

    public init(_ json: JSONReader) throws(Failure) {
        var members = try json.object()
        let id = try json.member("id")
        self.id = try id.string()
        guard !self.id.isEmpty else { throw id.failure("The name of a style is empty.") }
        isActive = try json.presentMember("isActive").map { json throws(Failure) in try json.bool() } ?? false
        tint = try json.presentMember("tint").map(DecorationStyle.color)
        if members["isActive"]?.isNull ?? false { members["isActive"] = nil }
        members["tint"] = tint.map { DecorationStyle.written($0, as: members["tint"]) }
        self.members = members
    }

    private static func color(_ json: JSONReader) throws(Failure) -> Color {
        guard let color = Color(json: json.value) else {
            throw json.failure("This is not a color such as \"#FFFF00\".")
        }
        return color
    }

    private static func written(_ tint: Color, as given: JSON?) -> JSON {
        if case .string(let text)? = given, text.utf8.count == 7 || text.utf8.count == 9 { return .string(text) }
        return .string(tint.hex)
    }

    public func write(to json: inout JSONWriter) { json.object(members) }
}

extension DecorationStyle: Equatable {
    /// Two spellings of a tint are one, and so are an absent `isActive` and false.
    public static func == (a: DecorationStyle, b: DecorationStyle) -> Bool {
        a.id.isExactly(b.id) && a.tint == b.tint && a.isActive == b.isActive && a.config == b.config
    }

    /// Other members, for templates of the host.
    private var config: JSONObject { members.without(["id", "tint", "isActive"]) }
}
