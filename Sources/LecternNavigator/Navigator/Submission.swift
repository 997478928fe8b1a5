// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The step from some settings to the next.
struct SettingsChange: Sendable {
    /// The keys of those whose value is another one now, in the order of a form.
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
            changed: new.table.definitions.map(\.key).filter { old[$0] != new[$0] },
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

/// What became of preferences that were submitted (schema `submission`).
package struct Submission: Sendable {
    let change: SettingsChange
    let ignored: [Preferences.Ignored]
    /// Where the reader is all the while.
    let location: Locator?

    package var text: ByteBuffer {
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
    /// Where the reader is; null when nobody knows (schema `location`).
    mutating func location(_ locator: Locator?) {
        if let locator { locator.write(to: &self) } else { null() }
    }
}
