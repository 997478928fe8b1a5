// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// Messages to the page (schema `event-web`).
public enum PageMessage {
    /// Asks the page to reload, because its queue overflowed.
    public static let reload = message("reload") { _ in }

    /// Asks the page to go to a location.
    static func go(_ locator: Locator, animated: Bool?) -> ByteBuffer {
        message("go") { json in
            json.key("locator")
            locator.write(to: &json)
            if let animated { json.member("animated", animated) }
        }
    }

    static func settings(_ settings: PageSettings, _ change: SettingsChange) -> ByteBuffer {
        message("settings") { json in
            settings.writeMembers(to: &json)
            change.writeMembers(to: &json)
        }
    }

    static func spreads(_ write: (inout JSONWriter) -> Void) -> ByteBuffer {
        message("spreads") { json in
            json.key("spreads")
            write(&json)
        }
    }

    /// Asks the page to render the decorations of these resources again.
    static func decorations(of group: String, in hrefs: [String]) -> ByteBuffer {
        message("decorations") { json in
            json.member("group", group)
            json.key("hrefs")
            json.strings(hrefs)
        }
    }

    /// Creates a message; `write` adds the members after `type`.
    public static func message(_ type: String, _ write: (inout JSONWriter) -> Void) -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.member("type", type)
        write(&json)
        json.endObject()
        return json.finish()
    }
}
