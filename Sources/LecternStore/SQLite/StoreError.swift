// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// An error of an operation on a file of preferences.
enum StoreError: Error {
    /// The file is no longer at its path, or has been replaced, so it must be reopened.
    case moved
    /// The file is damaged; with SQLite's message.
    case damaged(String)
    /// A record does not match its checksum, cannot be found, or is missing.
    case unfit
    /// There is not enough space for the data.
    case full
    /// SQLite rejects an operation that is always valid with Lectern's tables; with SQLite's message.
    case refused(String)
    case failure(Failure)
}

extension StoreError {
    /// Whether another process has locked the file.
    var isBusy: Bool {
        if case .failure(let failure) = self { failure.status == .busy } else { false }
    }

    /// The relevant result codes of SQLite.
    enum Code {
        static let ok: Int32 = 0
        static let error: Int32 = 1
        static let row: Int32 = 100
        static let done: Int32 = 101
        static let full: Int32 = 13
        static let cannotOpen: Int32 = 14
        static let tooBig: Int32 = 18
        static let moved: Int32 = 8 | 4 << 8

        static let busy: Int32 = 5
        static let shortRead: Int32 = 10 | 2 << 8
        static let corrupt: Int32 = 11
        static let schema: Int32 = 17
        static let constraint: Int32 = 19
        static let mismatch: Int32 = 20
        static let notADatabase: Int32 = 26
    }

    /// Statuses by primary result code, which is the lower byte; the extended code is irrelevant here.
    private static let statuses: [Int32: (Status, String)] = [
        3: (.io, "Permission was denied"),
        5: (.busy, "Another process is using the file and did not finish in time"),
        6: (.busy, "Another process is using the file"),
        7: (.limit, "There is not enough memory"),
        8: (.io, "The file cannot be written"),
        10: (.io, "The file cannot be read or written"),
        14: (.io, "The file or its journal cannot be opened"),
        15: (.busy, "The file cannot be locked"),
        18: (.limit, "The file has a value that is too large"),
        22: (.limit, "The file is too large for this system"),
        23: (.io, "Permission was denied"),
    ]

    /// - Parameter words: the message of SQLite or the operating system.
    init(code: Int32, words: String, path: [String]) {
        switch code & 0xFF {
        case _ where code == Code.moved:
            self = .moved
        case Code.full:
            self = .full
        case Code.corrupt, Code.notADatabase:
            self = .damaged(words)
        case Code.error, Code.schema, Code.constraint, Code.mismatch:
            self = .refused(words)
        case let primary:
            let (status, sentence) = StoreError.statuses[primary] ?? (.internal, "SQLite reported an error")
            self = .failure(Failure(status, "\(sentence) (\(words)).", path: path))
        }
    }
}
