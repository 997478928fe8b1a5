// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The difference between two states of the settings.
struct SettingsChange: Sendable {
    /// The keys of the changed settings, in form order.
    let changed: [String]
    let invalidatesPagination: Bool
    let reflows: Bool

    static let none = SettingsChange(changed: [], invalidatesPagination: false, reflows: false)

    private init(changed: [String], invalidatesPagination: Bool, reflows: Bool) {
        self.changed = changed
        self.invalidatesPagination = invalidatesPagination
        self.reflows = reflows
    }

    init(from old: Settings, to new: Settings) {
        self.init(
            changed: new.table.definitions.indices.filter { new.differs($0, from: old) }
                .map { new.table.definitions[$0].key },
            invalidatesPagination: Settings.invalidatesPagination(from: old, to: new),
            reflows: Settings.reflows(from: old, to: new))
    }

    func writeMembers(to json: inout JSONWriter) {
        json.key("changed")
        json.strings(changed)
        json.member("invalidatesPagination", invalidatesPagination)
        json.member("reflows", reflows)
    }
}

/// The result of submitting preferences (schema `submission`).
public struct Submission: Sendable {
    let change: SettingsChange
    let ignored: [Preferences.Ignored]
    /// The reader's location, which is unaffected.
    let location: Locator?

    public var text: ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        change.writeMembers(to: &json)
        json.key("ignored")
        json.array(ignored) { $0.write(to: &$1) }
        json.key("location")
        json.location(location)
        json.endObject()
        return json.finish()
    }
}

extension JSONWriter {
    /// Writes the reader's location, or null if unknown (schema `location`).
    mutating func location(_ locator: Locator?) {
        if let locator { locator.write(to: &self) } else { null() }
    }
}
