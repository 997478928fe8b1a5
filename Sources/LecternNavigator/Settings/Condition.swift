// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// A condition for a setting to be active, as data for the host to display.
public enum Condition: Sendable, Equatable {
    /// Another setting is resolved to one of these values.
    case setting(String, is: [JSON])
    /// One of these conditions holds; each is a `setting`.
    case any([Condition])
    case layout(Layout)
    case script([Script])
    /// The publication and the view have this feature.
    case feature(Feature)
    /// A value is set; without one, the publication decides.
    case set
    /// A value is set, or implied by this value of another setting.
    case setOrImplied(by: String, is: JSON)

    /// Whether the condition depends on anything but the setting's own value, and so affects `isActive`.
    var isAboutOthers: Bool {
        switch self {
        case .setting, .any, .layout, .script, .feature: true
        case .set, .setOrImplied: false
        }
    }

    /// The settings that the condition depends on, each with the values that satisfy it.
    var wanted: [(key: String, values: [JSON])] {
        switch self {
        case .setting(let key, is: let values): [(key, values)]
        case .any(let conditions): conditions.flatMap(\.wanted)
        case .layout, .script, .feature, .set, .setOrImplied: []
        }
    }

    var isAboutScript: Bool {
        if case .script = self { return true }
        return false
    }

    var isAboutLayout: Bool {
        if case .layout = self { return true }
        return false
    }

    /// {"setting": key, "is": value}, {"anyOf": […]}, {"layout": …}, {"script": […]}, {"feature": …} or {"set": true}
    public func write(to json: inout JSONWriter) {
        json.beginObject()
        switch self {
        case .setting(let key, is: let values):
            json.member("setting", key)
            json.member("is", values.count == 1 ? values[0] : .array(values))
        case .any(let conditions):
            json.key("anyOf")
            json.array(conditions) { $0.write(to: &$1) }
        case .layout(let layout):
            json.member("layout", layout.rawValue)
        case .script(let scripts):
            json.key("script")
            json.beginArray()
            for script in scripts { json.string(script.rawValue) }
            json.endArray()
        case .feature(let feature):
            json.member("feature", feature.rawValue)
        case .set, .setOrImplied:
            json.member("set", true)
        }
        json.endObject()
    }

    /// The JSON as a string, for the path of a failure.
    var text: String {
        var json = JSONWriter()
        write(to: &json)
        return json.finish().text
    }

    /// Reads the JSON that `write` produces.
    static func parse(_ reader: JSONReader) throws(Failure) -> Condition {
        try reader.rejectUnknownMembers(["setting", "is", "anyOf", "layout", "script", "feature", "set"])
        guard let kind = try reader.members().first(where: { $0.key != "is" })?.key else {
            throw reader.failure(
                "A condition needs \"setting\", \"anyOf\", \"layout\", \"script\", \"feature\" or \"set\".")
        }
        try reader.rejectUnknownMembers(kind == "setting" ? ["setting", "is"] : [kind])
        let member = try reader.member(kind)
        switch kind {
        case "setting":
            let value = try reader.member("is").value
            let values = value.array ?? [value]
            guard !values.isEmpty else { throw try reader.member("is").failure("The array must not be empty.") }
            return .setting(try member.string(), is: values)
        case "anyOf":
            var conditions: [Condition] = []
            for element in try member.elements() {
                // Alternatives do not nest, so that a form can list them.
                try element.rejectUnknownMembers(["setting", "is"])
                conditions.append(try parse(element))
            }
            guard !conditions.isEmpty else { throw member.failure("The array must not be empty.") }
            return .any(conditions)
        case "layout":
            let layout = try member.choice(Layout.self)
            // `scrolled` is not a layout of settings, which use `overflow` for scrolling.
            guard layout != .scrolled else { throw member.failure("Expected \"fixed\" or \"reflowable\".") }
            return .layout(layout)
        case "script":
            var scripts: [Script] = []
            for element in try member.elements() { scripts.append(try element.choice(Script.self)) }
            guard !scripts.isEmpty else { throw member.failure("The array must not be empty.") }
            return .script(scripts)
        case "feature": return .feature(try member.choice(Feature.self))
        default:
            guard try member.bool() else { throw member.failure("Expected true.") }
            return .set
        }
    }
}
