// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Preferences that are gone with the store: for tests, and for readers who leave no traces.
final class MemoryRecords: Records, @unchecked Sendable {
    private var texts: [Scope: [UInt8]] = [:]

    func transaction<T>(
        writing: Bool, _ body: (any RecordReader) throws(Trouble) -> (T, [RecordChange])
    ) throws(Failure) -> T {
        do throws(Trouble) {
            let (result, changes) = try body(Reader(texts: texts))
            for change in changes { texts[change.scope] = change.text }
            return result
        } catch {
            switch error {
            case .failure(let failure): throw failure
            case .damaged, .unfit, .full, .refused, .moved: throw Failure(.internal, "There is no file that could be damaged.")
            }
        }
    }

    func takeWarnings() -> [Warning] { [] }

    private struct Reader: RecordReader {
        let texts: [Scope: [UInt8]]

        var version: RecordVersion { RecordVersion() }

        func kept(for scope: Scope) -> Kept { texts[scope].map(Kept.text) ?? .nothing }

        func forEach(_ body: (Scope?, Kept) throws(Trouble) -> Void) throws(Trouble) {
            for scope in texts.keys.sorted() { try body(scope, kept(for: scope)) }
        }
    }
}
