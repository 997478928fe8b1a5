// SPDX-License-Identifier: BSD-3-Clause

import LecternEvents
import LecternModel

extension PreferencesDraft {
    public static let topics = [Event.preferences, Event.settings]

    /// Returns the current value of a topic.
    ///
    /// - Parameter old: the draft before a change, to report the difference; nil reports none.
    public func event(_ topic: String, since old: PreferencesDraft? = nil) -> ByteBuffer {
        guard topic == Event.settings else { return Event.text(preferences) }
        let settings = settings
        return Event.text(settings, old.map { SettingsChange(from: $0.settings, to: settings) } ?? .none)
    }
}

extension Event {
    static func text(_ preferences: Preferences) -> ByteBuffer { JSONWriter.text(of: .object(preferences.json)) }

    /// The event of the settings, including the difference from the previous ones.
    static func text(_ settings: Settings, _ change: SettingsChange) -> ByteBuffer {
        var json = JSONWriter(capacity: 16384)
        json.beginObject()
        settings.writeMembers(to: &json)
        change.writeMembers(to: &json)
        json.endObject()
        return json.finish()
    }
}
