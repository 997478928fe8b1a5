// SPDX-License-Identifier: BSD-3-Clause

// What the links of a catalogue say about getting a publication (OPDS 2.0, Properties).

package struct Price: Sendable, Equatable {
    /// ISO 4217.
    package var currency: String
    package var value: Double

    package init(currency: String, value: Double) {
        self.currency = currency
        self.value = value
    }

    package init(_ json: JSONReader) throws(Failure) {
        currency = try json.member("currency").string()
        let member = try json.member("value")
        value = try member.number()
        guard value >= 0 else { throw member.failure("A price cannot be negative.") }
    }

    package var json: JSON { ["currency": .string(currency), "value": .double(value)] }
}

/// What is acquired after further steps, such as a license that is exchanged for a publication.
package struct Acquisition: Sendable, Equatable {
    /// A media type.
    package var type: String
    package var children: [Acquisition]

    package init(type: String, children: [Acquisition] = []) {
        self.type = type
        self.children = children
    }

    package init(_ json: JSONReader) throws(Failure) {
        type = try json.member("type").string()
        children = try json.object()["child"].map(Acquisition.list) ?? []
    }

    /// Without invalid elements.
    package static func list(_ json: JSON) -> [Acquisition] {
        (json.array ?? []).compactMap { try? Acquisition(JSONReader($0, source: "acquisition")) }
    }

    package var json: JSON {
        var object = JSONObject()
        object["type"] = .string(type)
        object["child"] = children.isEmpty ? nil : .array(children.map(\.json))
        return .object(object)
    }
}

/// Readers in the queue for a publication.
package struct Holds: Sendable, Equatable {
    package var total: Int?
    package var position: Int?

    package init(_ json: JSONReader) throws(Failure) {
        total = try json.object()["total"]?.count
        position = try json.object()["position"]?.count
    }

    package var json: JSON { JSON(counts: [("total", total), ("position", position)]) }
}

/// How often a library has a publication.
package struct Copies: Sendable, Equatable {
    package var total: Int?
    package var available: Int?

    package init(_ json: JSONReader) throws(Failure) {
        total = try json.object()["total"]?.count
        available = try json.object()["available"]?.count
    }

    package var json: JSON { JSON(counts: [("total", total), ("available", available)]) }
}

/// Whether a publication can be had now.
package struct Availability: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case available, unavailable, reserved, ready }

    package var state: State
    /// ISO 8601.
    package var since: String?
    package var until: String?

    package init(_ json: JSONReader) throws(Failure) {
        state = try json.member("state").choice(State.self)
        since = try json.object()["since"]?.string
        until = try json.object()["until"]?.string
    }

    package var json: JSON {
        var object = JSONObject()
        object["state"] = .string(state.rawValue)
        object["since"] = since.map(JSON.string)
        object["until"] = until.map(JSON.string)
        return .object(object)
    }
}

extension JSON {
    fileprivate init(counts: [(name: String, value: Int?)]) {
        self = .object(
            JSONObject(
                counts.compactMap { name, value in
                    value.map { JSONObject.Member(key: name, value: .integer(Int64($0))) }
                }))
    }
}
