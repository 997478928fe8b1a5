// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// What the library says to the page (schema `event-web`).
public enum PageMessage {
    /// The page is to begin again: it has missed too much.
    public static let reload = message("reload") { _ in }

    /// Turns to a place.
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

    static func activable(_ groups: [String]) -> ByteBuffer {
        message("activable") { json in
            json.key("groups")
            json.strings(groups)
        }
    }

    /// The page renders these resources again.
    static func decorations(of group: String, in hrefs: [String]) -> ByteBuffer {
        message("decorations") { json in
            json.member("group", group)
            json.key("hrefs")
            json.strings(hrefs)
        }
    }

    /// The members follow the type.
    public static func message(_ type: String, _ write: (inout JSONWriter) -> Void) -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.member("type", type)
        write(&json)
        json.endObject()
        return json.finish()
    }
}
