// SPDX-License-Identifier: BSD-3-Clause
import LecternModel

/// The decorations of a resource whose text was not found, or was found several times without a best match.
struct UnplacedDecorations: Sendable {
    private var found: [(fit: String, group: String, id: String)] = []

    private static let names = ["lost": "notFound", "ambiguous": "ambiguous"]

    mutating func add(group: String, _ id: String, _ locator: Locator) {
        guard let fit = locator.other["fit"]?.string, let name = UnplacedDecorations.names[fit] else { return }
        found.append((name, group, id))
    }

    /// Returns the event (schema `event-unplaced`), or nil if there are no such decorations.
    func event(in href: String) -> ByteBuffer? {
        guard !found.isEmpty else { return nil }
        var json = JSONWriter()
        json.beginObject()
        json.member("href", href)
        for name in ["notFound", "ambiguous"] {
            json.key(named: name)
            json.array(found.filter { $0.fit == name }) { one, json in
                json.beginObject()
                json.member("group", one.group)
                json.member("id", one.id)
                json.endObject()
            }
        }
        json.endObject()
        return json.finish()
    }
}
