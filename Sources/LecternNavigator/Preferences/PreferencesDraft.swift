// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Preferences being edited, with the rules of a navigator.
///
/// Every change either happens as a whole or fails and leaves the draft as it was.
public struct PreferencesDraft: Sendable {
    public let engine: SettingsEngine
    public private(set) var preferences: Preferences

    public init(_ engine: SettingsEngine, _ preferences: Preferences? = nil) {
        self.engine = engine
        self.preferences = preferences ?? Preferences(engine.table)
    }

    /// Starts from stored preferences, whose unusable parts are left out; from none when nil.
    public init(_ engine: SettingsEngine, of json: JSONReader?) throws(Failure) {
        self.init(engine)
        if let json { _ = try merge(json) }
    }

    /// - Parameter json: nil for none (schema `preferences`).
    public init(
        _ engine: SettingsEngine, reading json: JSONReader?, log: Log = { _ in }
    ) throws(Failure) {
        self.init(engine)
        if let json { log(try merge(json)) }
    }

    /// The settings that this draft would lead to.
    public var settings: Settings { engine.settings(preferences) }

    // MARK: One setting

    /// Sets a preference, null unsets it.  Numbers out of range move to its end.
    public mutating func set(_ key: String, _ value: JSON, activate: Bool = true) throws(Failure) {
        let row = try row(key)
        switch engine.table.definitions[row].reading(of: value, as: key) {
        case .value(let value), .clamped(let value):
            try change(row, to: value, activate: activate)
        case .unusable(let reason):
            throw failure(.json, reason, key)
        }
    }

    /// To the next value that makes a visible difference.
    ///
    /// - Returns: false at the upper end, where nothing changes.
    @discardableResult
    public mutating func increment(_ key: String, activate: Bool = true) throws(Failure) -> Bool {
        try step(key, .up, activate: activate)
    }

    @discardableResult
    public mutating func decrement(_ key: String, activate: Bool = true) throws(Failure) -> Bool {
        try step(key, .down, activate: activate)
    }

    /// Inverts a switch; an enumeration moves on to its next value, and from the last one to the first.
    public mutating func toggle(_ key: String, activate: Bool = true) throws(Failure) {
        let row = try row(key)
        guard let value = engine.table.definitions[row].toggled(from: shown(row)) else {
            throw failure(.unsupported, "The setting \"\(key)\" is neither a switch nor an enumeration.", key)
        }
        try change(row, to: value, activate: activate)
    }

    /// Changes other preferences as needed for this setting to act.
    public mutating func activate(_ key: String) throws(Failure) {
        try engine.activate(try row(key), in: &preferences)
    }

    public func isActive(_ key: String) throws(Failure) -> Bool { settings.isActive(try row(key)) }

    /// Unsets one preference, or all.
    public mutating func clear(_ key: String?) throws(Failure) {
        if let key {
            if preferences.removeKept(key), engine.table.anyRow(key) == nil { return }
            preferences[try row(key)] = .null
        } else {
            preferences = Preferences(engine.table)
        }
    }

    /// How a value of a setting reads, whether it is the present one or not.
    public func label(_ key: String, of value: JSON) throws(Failure) -> String {
        let row = try row(key)
        switch engine.table.definitions[row].reading(of: value, as: key) {
        case .value(let value), .clamped(let value): return engine.labels.name(of: value, row)
        case .unusable(let reason): throw failure(.json, reason, key)
        }
    }

    /// One setting of those that the draft would lead to (schema `setting`).
    public func write(_ key: String, to json: inout JSONWriter) throws(Failure) {
        settings.write(try row(key), to: &json)
    }

    // MARK: Many settings

    /// Merges other preferences into the draft; null unsets.
    public mutating func merge(_ other: JSONReader) throws(Failure) -> [Warning] { try preferences.merge(other) }

    public func filtered(_ keys: JSONReader, keep: Bool) throws(Failure) -> Preferences {
        try preferences.filtered(keys, keep: keep)
    }

    // MARK: -

    private func row(_ key: String) throws(Failure) -> Int {
        guard let row = engine.table.anyRow(key) else {
            throw failure(.notFound, "No setting has this key.", key)
        }
        return row
    }

    private func failure(_ status: Status, _ message: String, _ key: String) -> Failure {
        Failure(status, message, path: ["preferences", JSONPointer.text([key])])
    }

    private func shown(_ row: Int) -> JSON { settings.displayValue(row) }

    private mutating func step(_ key: String, _ direction: StepDirection, activate: Bool) throws(Failure) -> Bool {
        let row = try row(key)
        let settings = settings
        guard let value = engine.table.definitions[row].stepped(from: shown(row), direction) else {
            throw failure(.unsupported, "The setting \"\(key)\" has no steps.", key)
        }
        // At the end of the range, only the activation is left.
        let activates = activate && needsActivation(row, value)
        if value == settings[row: row].value, !activates || settings.isActive(row) { return false }
        try change(row, to: value, activate: activate)
        return true
    }

    private mutating func change(_ row: Int, to value: JSON, activate: Bool) throws(Failure) {
        var changed = preferences
        changed[row] = value
        if activate, needsActivation(row, value) { try engine.activate(row, in: &changed) }
        preferences = changed
    }

    /// The value of the publisher needs no activation.
    private func needsActivation(_ row: Int, _ value: JSON) -> Bool {
        !value.isNull && !(value.isPublisher && engine.table.definitions[row].offersPublisher)
    }
}
