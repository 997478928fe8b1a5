// SPDX-License-Identifier: BSD-3-Clause
import LecternModel
import LecternNavigator
import LecternNotes
import LecternThreads

/// A group of decorations that displays the notes of a store.
public final class DrawnNotes: Sendable {
    private let navigator: Navigator
    private let group: String
    /// Decorations by note id, in stacking order.
    private let decorations = Lock<[(id: String, decoration: Decoration)]>([])

    public init(_ navigator: Navigator, group: String) {
        self.navigator = navigator
        self.group = group
    }

    /// Handles an event of the notes (schema `event-notes`).
    public func receive(_ event: ByteBuffer) {
        let parsed = try? event.withBytes { bytes throws(Failure) in
            try JSONParser.parse(bytes, source: "notes", maxValues: NoteLimits.maxValues)
        }
        guard let json = parsed else { return }
        let saved = (json.object?["saved"]?.array ?? []).compactMap { try? Note(JSONReader($0, source: "note")) }
        let removed = (json.object?["removed"]?.array ?? []).compactMap(\.string)
        let isReset = json.object?["reset"]?.bool == true
        let present = decorations.withLock { list in
            let gone = Set((removed + saved.map(\.id)).map(ExactText.init))
            var places: [ExactText: Int] = [:]
            for (index, one) in list.enumerated() { places[ExactText(one.id)] = index }
            var next: [(id: String, decoration: Decoration)?] = isReset ? [] : list
            if !isReset { for id in gone { if let place = places[id] { next[place] = nil } } }
            for note in saved {
                guard let decoration = note.decoration else { continue }
                // A changed note keeps its position.
                if !isReset, let place = places[ExactText(note.id)] {
                    next[place] = (note.id, decoration)
                } else {
                    next.append((note.id, decoration))
                }
            }
            list = next.compactMap { $0 }
            return list.map(\.decoration)
        }
        try? navigator.apply(DecorationList(present), in: group) { _ in }
    }
}

extension Note {
    /// The tints of named colors, as in Thorium.
    private static let tints = [
        "pink": "#EB9694", "orange": "#FAD0C3", "yellow": "#FEF3BD", "green": "#C1EAC5", "blue": "#BED3F3",
        "purple": "#D4C4FB",
    ]
    private static let grey = "#C8C8C8"

    /// nil for notes that are not drawn, or have no place.
    var decoration: Decoration? {
        guard kind == .highlight || kind == .note, var locator = locator else { return nil }
        if locator["type"] == nil {
            locator["type"] = .string(MediaType.guess(path: String(Href.path(href ?? ""))) ?? MediaType.html)
        }
        let color = color ?? "yellow"
        var style = JSONObject()
        style["id"] = .string(self.style.map { $0 == "solid" ? "highlight" : $0 } ?? "highlight")
        style["tint"] = .string(color.hasPrefix("#") ? color : Note.tints[color] ?? Note.grey)
        var json = JSONObject()
        json["id"] = .string(id)
        json["locator"] = .object(locator)
        json["style"] = .object(style)
        json["interactions"] = ["activate"]
        return try? Decoration(JSONReader(.object(json), source: "decoration"))
    }
}
