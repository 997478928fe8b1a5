// SPDX-License-Identifier: BSD-3-Clause

import LecternEvents
import LecternModel
import LecternNavigator
import LecternThreads

/// The reader's stored preferences, by scope.
///
/// One caller at a time; no callback of the host runs under the lock.
public final class Store: Observable {
    struct State: Sendable {
        let records: any Records
        var observers = ScopeObservers()
        var noteObservers = NoteObservers()
        /// The scope of each listener; nil for all scopes.
        var observed: [ObjectIdentifier: Scope?] = [:]
        var warnings = WarningLog()
        /// The scopes for which a warning was issued.
        var warned: Set<Scope?> = []

        /// Returns new warnings; each scope is reported once.
        mutating func new(_ found: [(scope: Scope?, warning: Warning)]) -> [Warning] {
            found.filter { warned.insert($0.scope).inserted }.map(\.warning)
        }
    }

    /// The changes and results of a call.
    struct Work {
        /// Changes made by other processes since the last comparison.
        let others: ScopeObservers.Difference
        var changes: [RecordChange] = []
        var warnings: [(scope: Scope?, warning: Warning)] = []
        /// Changes of notes for their listeners.
        var noteChanges: [NoteObservers.Change] = []
        /// Warnings that are issued every time.
        var notes: [Warning] = []
    }

    /// The topic of all events of a store.
    private static let topic = "store"

    let state: Lock<State>
    let events = EventQueue()
    private let log: Log
    /// The name of the file, as the host gave it.
    let place: [String]

    /// - Parameters:
    ///   - path: nil keeps the preferences in memory.
    ///   - sqlite: the path of SQLite's library; nil for that of the system.
    public init(path: String?, options: JSONReader?, sqlite: String?, log: @escaping Log) throws(Failure) {
        let options = try StoreOptions(options)
        self.log = log
        if let path {
            place = [path]
            let records = try FileRecords(path, options, sqlite: try SQLite.load(sqlite))
            state = Lock(State(records: records))
            // Opens the file.
            try refresh()
        } else {
            place = []
            state = Lock(State(records: MemoryRecords()))
        }
    }

    /// Warnings about damage that was repaired.
    public var warnings: [Warning] { state.withLock { $0.warnings.all } }

    // MARK: Loading and saving

    /// Returns the merged preferences of these scopes; later scopes take precedence.
    public func load(_ scopes: JSONReader) throws(Failure) -> JSONObject {
        // If a scope is listed twice, its last position is used.
        let scopes = try scopes.oneOrMore { one throws(Failure) in try Scope(one) }.reversed().withoutRepetitions
        return try run(writing: false) { reader, work throws(StoreError) in
            var objects: [JSONObject] = []
            var left = StoreLimits.maxTotal
            for scope in scopes.reversed() {
                let kept = try reader.value(for: scope)
                let (text, warning) = usable(kept, of: scope, self.place)
                if let warning { work.warnings.append((scope, warning)) }
                guard let text else { continue }
                left -= text.count
                guard left >= 0 else {
                    throw StoreError.failure(
                        Failure(
                            .limit, "The preferences take more than \(StoreLimits.maxTotal) bytes.", path: self.place))
                }
                do throws(Failure) { objects.append(try StoredText.read(text)) } catch {
                    throw StoreError.failure(error)
                }
            }
            var merged = JSONObject()
            merged.merge(objects)
            return merged
        }
    }

    /// Replaces the preferences of a scope; nil removes them.
    public func save(_ scope: JSONReader, _ preferences: JSONReader?) throws(Failure) {
        try save([RecordChange(scope: Scope(scope), text: preferences.map(StoredText.write))])
    }

    /// Saves the preferences of several scopes (schema `store-changes`), all or none.
    public func save(all changes: JSONReader) throws(Failure) {
        var read: [RecordChange] = []
        for change in try changes.elements() {
            try change.rejectUnknownMembers(["scope", "preferences"])
            let preferences = try change.member("preferences")
            read.append(
                RecordChange(
                    scope: try Scope(change.member("scope")),
                    text: preferences.value.isNull ? nil : try StoredText.write(preferences)))
        }
        try save(read)
    }

    private func save(_ changes: [RecordChange]) throws(Failure) {
        // If a scope is listed twice, the last change wins.
        var last: [Scope: Int] = [:]
        for (index, change) in changes.enumerated() { last[change.scope] = index }
        let changes = changes.enumerated().filter { last[$1.scope] == $0 }.map(\.element)
        try run(writing: true) { reader, work throws(StoreError) in
            for change in changes where change.scope.name == .profile && change.text != nil {
                try Profiles(reader).require(change.scope.id, self.place + [change.scope.text])
            }
            try self.add(changes, reader, &work)
        }
    }

    /// Adds the changes that change something.
    func add(_ changes: [RecordChange], _ reader: any RecordReader, _ work: inout Work) throws(StoreError) {
        for var change in changes {
            let kept = try reader.value(for: change.scope)
            guard kept != (change.text.map(StoredValue.text) ?? .nothing) else { continue }
            change.preservesFormer = usable(kept, of: change.scope, place).warning != nil
            if change.preservesFormer { work.notes.append(preserved(change.scope)) }
            work.changes.append(change)
        }
    }

    private func preserved(_ scope: Scope) -> Warning {
        Warning(
            .minor,
            "The previous value was not valid preferences; it was moved to the table \"unreadable\" of the file.",
            path: place + [scope.text])
    }

    /// Returns all stored scopes, in order.
    public func scopes() throws(Failure) -> [Scope] {
        try run(writing: false) { reader, work throws(StoreError) in
            var scopes: [Scope] = []
            try reader.forEach { scope, _ in
                guard let scope else {
                    work.warnings.append((nil, self.stray))
                    return
                }
                if scope.part == .preferences { scopes.append(scope) }
            }
            return scopes
        }
    }

    private var stray: Warning {
        Warning(
            .minor, "There are preferences for scopes that this version of Lectern does not know; they are kept.",
            path: place)
    }

    /// Replaces older keys and values with current ones.
    public func migrate() throws(Failure) -> Migration {
        try run(writing: true) { reader, work throws(StoreError) in
            var migration = Migration()
            try reader.forEach { scope, kept throws(StoreError) in
                guard let scope else {
                    migration.add(self.stray, [])
                    return
                }
                guard scope.part == .preferences else { return }
                let (text, warning) = usable(kept, of: scope, self.place)
                if let warning { migration.add(warning, []) }
                guard let text else { return }
                do throws(Failure) {
                    if let new = try migration.add(scope, text, place: self.place) {
                        work.changes.append(RecordChange(scope: scope, text: new))
                    }
                } catch {
                    throw StoreError.failure(error)
                }
            }
            return migration
        }
    }

    // MARK: Listening

    /// Reads the changes of other processes, and notifies listeners.
    public func refresh() throws(Failure) { try run(writing: false) { _, _ in } }

    /// Adds a listener, which first receives the current preferences, then each change.
    ///
    /// - Parameter scope: nil for all scopes.
    public func observe(_ scope: JSONReader?, _ handler: @escaping Observer.Handler) throws(Failure) -> Observer {
        let scope = try scope.map { scope throws(Failure) in try Scope(scope) }
        let observer = try run(writing: false) { reader, work throws(StoreError) in
            var present = ScopeObservers.Difference()
            func add(_ scope: Scope, _ kept: StoredValue) {
                let (text, warning) = usable(kept, of: scope, self.place)
                if let warning { work.warnings.append((scope, warning)) }
                present.texts.append((scope, text))
            }
            if let scope {
                for record in scope.records { add(record, try reader.value(for: record)) }
            } else {
                try reader.forEach { scope, kept in if let scope { add(scope, kept) } }
            }
            return present
        } then: { state, present in
            state.observers.add(scope)
            // This loses no changes: other listeners of the scope have already been notified.
            state.observers.notify(present, self.events)
            let scopes = present.texts.map(\.scope.preferences).withoutRepetitions
            let observer = Observer(topic: scope?.text, present: scopes.map(state.observers.event)) { topic, json in
                // The observers of all scopes receive the events of notes as well.
                if !NoteObservers.owns(topic) { handler(Store.topic, json) }
            }
            state.observed.updateValue(scope, forKey: ObjectIdentifier(observer))
            self.events.add(observer)
            return observer
        }
        events.begin(observer)
        return observer
    }

    public func remove(_ observer: Observer) {
        state.withLock { state in
            if let scope = state.observed.removeValue(forKey: ObjectIdentifier(observer)) {
                state.observers.remove(scope)
            }
            state.noteObservers.remove(observer)
        }
        events.remove(observer)
    }

    // MARK: -

    func run<T: Sendable>(
        writing: Bool, _ body: (any RecordReader, inout Work) throws(StoreError) -> T
    ) throws(Failure) -> T {
        try run(writing: writing, body) { _, result in result }
    }

    /// Runs `body` in a transaction and, if it succeeds, `then` under the same lock.  Afterwards, with the lock
    /// released, notifies listeners and the logger.
    func run<T: Sendable, U: Sendable>(
        writing: Bool, _ body: (any RecordReader, inout Work) throws(StoreError) -> T, then: (inout State, T) -> U
    ) throws(Failure) -> U {
        var warnings: [Warning] = []
        let result = state.withLock { state -> Result<U, Failure> in
            let records = state.records
            let result = Result { () throws(Failure) -> (T, Work) in
                try records.transaction(writing: writing) { reader throws(StoreError) in
                    var work = Work(others: try state.observers.difference(in: reader, place: self.place))
                    let result = try body(reader, &work)
                    work.noteChanges = try state.noteObservers.changes(in: reader.notes)
                    return ((result, work), work.changes)
                }
            }
            warnings = records.takeWarnings()
            let answer = result.map { value, work in
                state.noteObservers.notify(work.noteChanges, self.events)
                warnings += state.new(work.others.warnings + work.warnings) + work.notes
                state.observers.notify(work.others, self.events)
                state.observers.notify(
                    ScopeObservers.Difference(texts: work.changes.map { ($0.scope, $0.text) }), self.events)
                return then(&state, value)
            }
            for warning in warnings { state.warnings.add(warning.severity, warning.message, warning.path) }
            return answer
        }
        log(warnings)
        events.deliver()
        return try result.get()
    }
}
