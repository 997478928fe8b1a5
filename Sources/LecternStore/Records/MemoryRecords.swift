// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Preferences in memory, which last as long as the store; for tests and private reading.
final class MemoryRecords: Records, @unchecked Sendable {
    private var texts: [Scope: [UInt8]] = [:]
    private let notes = MemoryNotes()

    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(StoreError) -> (T, [RecordChange])
    ) throws(Failure) -> T {
        let former = notes.state
        do throws(StoreError) {
            let (result, changes) = try body(Reader(texts: texts, notes: notes))
            for change in changes { texts[change.scope] = change.text }
            return result
        } catch {
            notes.state = former
            switch error {
            case .failure(let failure): throw failure
            case .damaged, .unfit, .full, .refused, .moved: throw Failure(.internal, "A store in memory has no file.")
            }
        }
    }

    func takeWarnings() -> [Warning] { [] }

    private struct Reader: RecordReader {
        let texts: [Scope: [UInt8]]
        let notes: any NoteRows

        var version: RecordVersion { RecordVersion() }

        func value(for scope: Scope) -> StoredValue { texts[scope].map(StoredValue.text) ?? .nothing }

        func forEach(_ body: (Scope?, StoredValue) throws(StoreError) -> Void) throws(StoreError) {
            for scope in texts.keys.sorted() { try body(scope, value(for: scope)) }
        }
    }
}
