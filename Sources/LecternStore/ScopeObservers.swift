// SPDX-License-Identifier: BSD-3-Clause

import LecternEvents
import LecternModel

/// The observed scopes, and the state that their listeners were last notified of.
struct ScopeObservers: Sendable {
    private var counts: [Scope: Int] = [:]
    private var watchersOfAll = 0
    /// The texts of both records of each scope.
    private var delivered: [Scope: [UInt8]] = [:]
    /// The version of the file at the last comparison.
    private(set) var version: RecordVersion?

    /// The differences since the last notification, and the state to record after the next one.
    struct Difference {
        var version: RecordVersion?
        /// The valid text of a record; nil if there is none.
        var texts: [(scope: Scope, text: [UInt8]?)] = []
        var warnings: [(scope: Scope?, warning: Warning)] = []
    }

    var isEmpty: Bool { watchersOfAll == 0 && counts.isEmpty }

    func includes(_ scope: Scope) -> Bool { watchersOfAll > 0 || counts[scope.preferences] != nil }

    /// - Parameter scope: nil for all scopes.
    mutating func add(_ scope: Scope?) {
        if let scope { counts[scope, default: 0] += 1 } else { watchersOfAll += 1 }
    }

    mutating func remove(_ scope: Scope?) {
        if let scope {
            let left = (counts[scope] ?? 1) - 1
            counts[scope] = left > 0 ? left : nil
            if watchersOfAll == 0, left <= 0 { for record in scope.records { delivered[record] = nil } }
        } else {
            watchersOfAll -= 1
            if watchersOfAll == 0 { delivered = delivered.filter { counts[$0.key.preferences] != nil } }
        }
    }

    /// Returns the changes made by other processes.
    func difference(in reader: any RecordReader, place: [String]) throws(StoreError) -> Difference {
        var difference = Difference(version: reader.version)
        guard !isEmpty, reader.version != version else { return difference }
        var unseen = Set(delivered.keys)
        func compare(_ scope: Scope, _ kept: StoredValue) {
            let (text, warning) = usable(kept, of: scope, place)
            if let warning { difference.warnings.append((scope, warning)) }
            unseen.remove(scope)
            if text != delivered[scope] { difference.texts.append((scope, text)) }
        }
        if watchersOfAll > 0 {
            try reader.forEach { scope, kept in if let scope { compare(scope, kept) } }
        } else {
            for record in counts.keys.sorted().flatMap(\.records) { compare(record, try reader.value(for: record)) }
        }
        for scope in unseen.sorted() { difference.texts.append((scope, nil)) }
        return difference
    }

    /// Records a difference and queues its events, one for each scope.
    mutating func notify(_ difference: Difference, _ events: EventQueue) {
        if let version = difference.version { self.version = version }
        var changed: [Scope] = []
        for (record, text) in difference.texts where includes(record) && text != delivered[record] {
            delivered[record] = text
            changed.append(record.preferences)
        }
        for scope in changed.withoutRepetitions { events.add(scope.text) { json(of: scope) } }
    }

    /// Returns the event of the current state of a scope.
    func event(of scope: Scope) -> Event { Event(topic: scope.text, json: json(of: scope)) }

    private func json(of scope: Scope) -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.key("scope")
        scope.write(to: &json)
        json.member(ScopeFacts.key(of: scope), ifPresent: ScopeFacts.value(delivered[scope.facts], of: scope))
        json.key("preferences")
        (delivered[scope] ?? Array("{}".utf8)).withUnsafeBufferPointer { json.verbatim($0) }
        json.endObject()
        return json.finish()
    }
}

/// Returns the text of a record, or a warning if it is invalid.
func usable(_ kept: StoredValue, of scope: Scope, _ place: [String]) -> (text: [UInt8]?, warning: Warning?) {
    switch kept {
    case .nothing: return (nil, nil)
    case .unusable: return (nil, unusableWarning("The value is not text, or it is too long.", scope, place))
    case .text(let text):
        do throws(Failure) {
            _ = try StoredText.read(text)
            return (text, nil)
        } catch {
            return (nil, unusableWarning(error.message, scope, place))
        }
    }
}

private func unusableWarning(_ reason: String, _ scope: Scope, _ place: [String]) -> Warning {
    Warning(
        .moderate, "The stored preferences are invalid and not used: \(reason)",
        path: place + [scope.text])
}
