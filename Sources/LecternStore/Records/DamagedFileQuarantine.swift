// SPDX-License-Identifier: BSD-3-Clause

import CSQLite
import LecternModel
import LecternSystem

/// Renames a damaged file, so that a new one can be created.
///
/// Two processes may detect the same damage at the same time, and others may be using the file.  All of them work
/// under SQLite's lock on the file, so it is moved under SQLite's exclusive lock, and only if it is still at its
/// path.  Other connections notice that their file has moved before they read or write.
struct DamagedFileQuarantine {
    let file: FilePath

    /// Files that SQLite may keep next to a database; they are moved with it, under the same name.
    private static let companions = ["-journal", "-wal", "-shm"]

    /// - Parameter reason: a description of the damage.
    /// - Returns: a warning; nil if another process has already moved the file.
    func callAsFunction(_ database: Database, reason: String) throws(Failure) -> Warning? {
        database.rollBack()
        do throws(StoreError) {
            try database.waiting { () throws(StoreError) in try database.lock(.exclusive) }
        } catch {
            throw error.isBusy
                ? Failure(.busy, "The file is damaged (\(reason)), and another process is using it.", path: file.place)
                : Failure(.io, "The file is damaged (\(reason)) and cannot be written.", path: file.place)
        }
        // Closing the connection also unlocks; this is for connections that stay open after a failure.
        defer { database.unlock() }
        guard (try? database.hasMoved()) == false else { return nil }
        do throws(StoreError) { try database.requireStore() } catch {
            if case .failure(let failure) = error { throw failure }
            throw stays(reason, .device)
        }
        let name = try move(reason)
        return Warning(
            .major, "The file was damaged (\(reason)) and quarantined as \"\(name)\"; a new one was created.",
            path: file.place)
    }

    // MARK: Names

    /// Moves the file and its companions; returns the new name.
    private func move(_ reason: String) throws(Failure) -> String {
        let suffix = try reserve(reason)
        // The file itself is moved last: if this process is killed in between, the damage is detected again.
        for companion in DamagedFileQuarantine.companions {
            try? FileSystem.move(file.path + companion, to: file.path + suffix + companion)
        }
        do throws(SystemError) {
            try FileSystem.move(file.path, to: file.path + suffix)
        } catch {
            for companion in DamagedFileQuarantine.companions {
                try? FileSystem.move(file.path + suffix + companion, to: file.path + companion)
            }
            FileSystem.remove(file.path + suffix)
            throw stays(reason, error)
        }
        return file.name + suffix
    }

    /// Copies the file, which is locked against writers; returns the suffix of the copy's name.
    func copy(_ database: Database, reason: String) throws(Failure) -> String {
        let suffix = try reserve(reason)
        do throws(SystemError) {
            try write(database, to: file.path + suffix)
        } catch {
            FileSystem.remove(file.path + suffix)
            throw stays(reason, error)
        }
        return suffix
    }

    func discard(_ suffix: String) { FileSystem.remove(file.path + suffix) }

    private func write(_ database: Database, to path: String) throws(SystemError) {
        guard let handle = database.file, let methods = handle.pointee.methods, let size = try? database.size() else {
            throw .device
        }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var done: Int64 = 0
        try OpenFile.overwrite(path: path) { () throws(SystemError) in
            let wanted = Int(min(size - done, Int64(chunk.count)))
            guard wanted > 0 else { return nil }
            let code = chunk.withUnsafeMutableBytes { bytes in
                methods.pointee.read(handle, bytes.baseAddress, Int32(truncatingIfNeeded: wanted), done)
            }
            guard code == StoreError.Code.ok else { throw .device }
            done += Int64(wanted)
            return Array(chunk[..<wanted])
        }
    }

    /// Reserves the first free name; returns its suffix.
    private func reserve(_ reason: String) throws(Failure) -> String {
        for number in 1...StoreLimits.maxSetAside {
            let suffix = ".damaged-\(number)"
            if try reserve(file.path + suffix, reason) { return suffix }
        }
        throw Failure(
            .limit, "The file is damaged (\(reason)), and \(StoreLimits.maxSetAside) files are already quarantined.",
            path: file.place)
    }

    /// Creates an empty file for the damaged one to replace; renaming without it could overwrite another file.
    ///
    /// - Returns: false if the name or one of its companions is taken.
    private func reserve(_ path: String, _ reason: String) throws(Failure) -> Bool {
        for companion in DamagedFileQuarantine.companions where FileSystem.exists(path + companion) { return false }
        do throws(SystemError) {
            try OpenFile.create(path: path)
            return true
        } catch {
            guard error.isTaken else { throw stays(reason, error) }
            return false
        }
    }

    private func stays(_ reason: String, _ error: SystemError) -> Failure {
        Failure(
            .io, "The file is damaged (\(reason)) and cannot be quarantined: \(error.text).", path: file.place)
    }
}
