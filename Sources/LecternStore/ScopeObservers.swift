// SPDX-License-Identifier: BSD-3-Clause

import LecternEvents
import LecternModel

/// The observed scopes, and the state that their listeners were last notified of.
struct ScopeObservers: Sendable {
    private var counts: [Scope: Int] = [:]
    private var watchersOfAll = 0
    private var delivered: [Scope: [UInt8]] = [:]
    /// The version of the file at the last comparison.
    private(set) var version: RecordVersion?

    /// The differences since the last notification, and the state to record after the next one.
    struct Difference {
        var version: RecordVersion?
        /// The valid text of a scope; nil if there is none.
        var texts: [(scope: Scope, text: [UInt8]?)] = []
        var warnings: [(scope: Scope?, warning: Warning)] = []
    }

    var isEmpty: Bool { watchersOfAll == 0 && counts.isEmpty }

    func includes(_ scope: Scope) -> Bool { watchersOfAll > 0 || counts[scope] != nil }

    /// - Parameter scope: nil for all scopes.
    mutating func add(_ scope: Scope?) {
        if let scope { counts[scope, default: 0] += 1 } else { watchersOfAll += 1 }
    }

    mutating func remove(_ scope: Scope?) {
        if let scope {
            let left = (counts[scope] ?? 1) - 1
            counts[scope] = left > 0 ? left : nil
            if watchersOfAll == 0, left <= 0 { delivered[scope] = nil }
        } else {
            watchersOfAll -= 1
            if watchersOfAll == 0 { delivered = delivered.filter { counts[$0.key] != nil } }
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
            for scope in counts.keys.sorted() { compare(scope, try reader.value(for: scope)) }
        }
        for scope in unseen.sorted() { difference.texts.append((scope, nil)) }
        return difference
    }

    /// Records a difference and queues its events.
    mutating func notify(_ difference: Difference, _ events: EventQueue) {
        if let version = difference.version { self.version = version }
        for (scope, text) in difference.texts where includes(scope) && text != delivered[scope] {
            delivered[scope] = text
            events.add(scope.text) { Event.json(of: scope, text) }
        }
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

extension Event {
    /// Internally, every scope is a topic; listeners see only one.
    init(_ scope: Scope, _ text: [UInt8]?) { self.init(topic: scope.text, json: Event.json(of: scope, text)) }

    static func json(of scope: Scope, _ text: [UInt8]?) -> ByteBuffer {
        var json = JSONWriter()
        json.beginObject()
        json.key("scope")
        scope.write(to: &json)
        json.key("preferences")
        (text ?? Array("{}".utf8)).withUnsafeBufferPointer { json.verbatim($0) }
        json.endObject()
        return json.finish()
    }
}
