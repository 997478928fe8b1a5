// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Changes to a file as a whole, each in a transaction of its own.  Where they lose a record, the file as it was is kept
/// beside it.
struct Repair {
    let file: FilePath
    let database: Database
    /// What the file was when it was found to need this.
    let form: FileSchema.Form

    /// Takes out the records that do not fit their checksums.
    ///
    /// - Returns: what to tell; nil when somebody else was faster.
    func takeOutDamage() throws(Trouble) -> Warning? {
        try run { inspection throws(Trouble) in
            guard !inspection.isSound else { return }
            // Without its index a damaged row can be deleted.
            try database.run("DROP INDEX preferences_key")
            let delete = try Statement("DELETE FROM preferences WHERE rowid = ?1", in: database)
            for row in inspection.damaged { try delete.run(row) }
            try database.run(FileSchema.index)
            try inspection.seal.write(to: database)
        }
    }

    /// Makes a file of version 1 one with checksums.
    func upgrade() throws(Trouble) -> Warning? {
        try run { inspection throws(Trouble) in
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

    private func run(_ body: (Inspection) throws(Trouble) -> Void) throws(Trouble) -> Warning? {
        let aside = SettingAside(file: file, busyTimeout: 0)
        var copy: String?
        do throws(Trouble) {
            return try database.transaction(writing: true) { () throws(Trouble) in
                guard try FileSchema.Form(database) == form else { throw Trouble.moved }
                let inspection = try Inspection(RecordTable(database: database, hasChecksums: form.hasChecksums))
                if !inspection.isSound {
                    do throws(Failure) {
                        copy = try aside.copy(database, reason: inspection.reason)
                    } catch {
                        throw Trouble.failure(error)
                    }
                }
                try body(inspection)
                return copy.map { warning(inspection, $0) }
            }
        } catch {
            // Nothing was lost, and each attempt would leave another one.
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
