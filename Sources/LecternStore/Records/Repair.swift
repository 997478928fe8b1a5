// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Repairs of a file, each in its own transaction.  If a repair loses a record, a copy of the file is kept beside it.
struct Repair {
    let file: FilePath
    let database: Database
    /// The state of the file when the need for a repair was found.
    let form: FileSchema.Form

    /// Takes out the records that do not fit their checksums.
    ///
    /// - Returns: a warning; nil if another process has done it already.
    func takeOutDamage() throws(StoreError) -> Warning? {
        try run { inspection throws(StoreError) in
            guard !inspection.isSound else { return }
            // Without its index a damaged row can be deleted.
            try database.run("DROP INDEX preferences_key")
            let delete = try Statement("DELETE FROM preferences WHERE rowid = ?1", in: database)
            for row in inspection.damaged { try delete.run(row) }
            try database.run(FileSchema.index)
            try inspection.seal.write(to: database)
        }
    }

    /// Upgrades a file of version 1, which has no checksums.
    func upgrade() throws(StoreError) -> Warning? {
        try run { inspection throws(StoreError) in
            try database.run("ALTER TABLE preferences RENAME TO former")
            for sql in FileSchema.records { try database.run(sql) }
            let keep = try Statement(
                """
                INSERT INTO preferences (scope, kind, id, checksum, json)
                SELECT scope, kind, id, ?2, json FROM former WHERE rowid = ?1
                """, in: database)
            for (row, checksum) in inspection.sound { try keep.run(row, checksum) }
            try database.run("DROP TABLE former")
            try FileSchema.finish(inspection.seal, database)
        }
    }

    private func run(_ body: (Inspection) throws(StoreError) -> Void) throws(StoreError) -> Warning? {
        let aside = DamagedFileQuarantine(file: file, busyTimeout: 0)
        var copy: String?
        do throws(StoreError) {
            return try database.transaction(writing: true) { () throws(StoreError) in
                guard try FileSchema.Form(database) == form else { throw StoreError.moved }
                let inspection = try Inspection(RecordTable(database: database, hasChecksums: form.hasChecksums))
                if !inspection.isSound {
                    do throws(Failure) {
                        copy = try aside.copy(database, reason: inspection.reason)
                    } catch {
                        throw StoreError.failure(error)
                    }
                }
                try body(inspection)
                return copy.map { warning(inspection, $0) }
            }
        } catch {
            // Nothing was lost, so no copy is needed.
            if let copy { aside.discard(copy) }
            throw error
        }
    }

    private func warning(_ inspection: Inspection, _ copy: String) -> Warning {
        let (n, left) = (inspection.damaged.count, inspection.sound.count)
        return Warning(
            .major,
            "The file was damaged: \(inspection.reason).  "
                + (n == 0 ? "" : n == 1 ? "It was taken out.  " : "They were taken out.  ")
                + "\(left) records are sound and stay; the file as it was is kept as \"\(file.name + copy)\".",
            path: file.place)
    }
}
