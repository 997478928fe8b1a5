// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Preferences that are being edited, by the rules of a navigator.
///
/// Every change either succeeds as a whole, or fails and leaves the draft unchanged.
public struct PreferencesDraft: Sendable {
    public let engine: SettingsEngine
    public private(set) var preferences: Preferences
    /// The resource that was shown when the draft was made.
    private var shown: ShownResource?

    public init(_ engine: SettingsEngine, _ preferences: Preferences? = nil) {
        self.init(engine, preferences, on: nil)
    }

    init(_ engine: SettingsEngine, _ preferences: Preferences?, on shown: ShownResource?) {
        self.engine = engine
        self.shown = shown
        self.preferences = preferences ?? Preferences(engine.table)
    }

    /// Starts from stored preferences, without their invalid members; nil starts empty.
    public init(_ engine: SettingsEngine, of json: JSONReader?) throws(Failure) {
        self.init(engine)
        if let json { _ = try merge(json) }
    }

    /// - Parameter json: initial preferences (schema `preferences`); nil for none.
    public init(
        _ engine: SettingsEngine, reading json: JSONReader?, log: Log = { _ in }
    ) throws(Failure) {
        try self.init(engine, reading: json, on: nil, log: log)
    }

    init(
        _ engine: SettingsEngine, reading json: JSONReader?, on shown: ShownResource?, log: Log
    ) throws(Failure) {
        self.init(engine, nil, on: shown)
        if let json { log(try merge(json)) }
    }

    /// The settings that this draft results in.
    public var settings: Settings { engine.settings(preferences).on(shown) }

    // MARK: One setting

    /// Sets a preference; null unsets it.  A control chooses among possible values, so numbers out of range are clamped.
    public mutating func set(_ key: String, _ value: JSON, activate: Bool = true) throws(Failure) {
        let row = try row(key)
        switch engine.table.definitions[row].reading(of: value, as: key) {
        case .value(let value), .outOfRange(_, nearest: let value):
            try change(row, to: value, activate: activate)
        case .unusable(let reason):
            throw failure(.json, reason, key)
        }
    }

    /// Moves to the next value that makes a visible difference.
    ///
    /// - Returns: false at the upper end, without a change.
    @discardableResult
    public mutating func increment(_ key: String, activate: Bool = true) throws(Failure) -> Bool {
        try step(key, .up, activate: activate)
    }

    @discardableResult
    public mutating func decrement(_ key: String, activate: Bool = true) throws(Failure) -> Bool {
        try step(key, .down, activate: activate)
    }

    /// Inverts a switch; an enumeration moves to its next value, or from the last to the first.
    public mutating func toggle(_ key: String, activate: Bool = true) throws(Failure) {
        let row = try row(key)
        let settings = settings
        guard let value = settings.offered(row).toggled(from: settings.displayValue(row)) else {
            throw failure(.unsupported, "The setting \"\(key)\" is neither a switch nor an enumeration.", key)
        }
        try change(row, to: value, activate: activate)
    }

    /// Changes other preferences as needed to make this setting active.
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

    /// Returns the label of any value of a setting, current or not.
    public func label(_ key: String, of value: JSON) throws(Failure) -> String {
        let row = try row(key)
        switch engine.table.definitions[row].reading(of: value, as: key) {
        case .value(let value), .outOfRange(_, nearest: let value): return engine.labels.name(of: value, row)
        case .unusable(let reason): throw failure(.json, reason, key)
        }
    }

    /// Writes one setting, as resulting from the draft (schema `setting`).
    public func write(_ key: String, to json: inout JSONWriter) throws(Failure) {
        settings.write(try row(key), to: &json)
    }

    // MARK: Many settings

    /// Merges other preferences into the draft; null unsets a preference.
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

    private mutating func step(_ key: String, _ direction: StepDirection, activate: Bool) throws(Failure) -> Bool {
        let row = try row(key)
        let settings = settings
        guard let value = settings.offered(row).stepped(from: settings.displayValue(row), direction) else {
            throw failure(.unsupported, "The setting \"\(key)\" has no steps.", key)
        }
        // At the end of the range, only activation can change.
        let activates = activate && needsActivation(row, value)
        if value == engine.table.definitions[row].nearest(settings.value(row)), !activates || settings.isActive(row) {
            return false
        }
        let before = preferences
        try change(row, to: value, activate: activate)
        return preferences != before
    }

    private mutating func change(_ row: Int, to value: JSON, activate: Bool) throws(Failure) {
        var changed = preferences
        changed[row] = value
        if activate, needsActivation(row, value) { try engine.activate(row, in: &changed) }
        preferences = changed
    }

    /// The publisher's value needs no activation.
    private func needsActivation(_ row: Int, _ value: JSON) -> Bool {
        !value.isNull && !(value.isPublisher && engine.table.definitions[row].offersPublisher)
    }
}
