// SPDX-License-Identifier: BSD-3-Clause

import LecternModel

/// Repairs a file in one transaction.  If a record is lost, a copy of the file is kept next to it.
struct Repair {
    let file: FilePath
    let database: Database
    /// The schema when the damage was detected.
    let form: FileSchema.Form

    /// Deletes the records and notes that do not match their checksums.
    ///
    /// - Returns: a warning; nil if another process has already repaired the file.
    func takeOutDamage() throws(StoreError) -> Warning? {
        try run { inspection, notes throws(StoreError) in
            // Even if all notes are intact, an index may have returned the wrong one.
            if let notes { try notes.repair(database) }
            guard !inspection.isSound else { return }
            // A damaged row can only be deleted without its index.
            try database.run("DROP INDEX preferences_key")
            let delete = try Statement("DELETE FROM preferences WHERE rowid = ?1", in: database)
            for row in inspection.damaged { try delete.run(row) }
            try database.run(FileSchema.index)
            try inspection.seal.write(to: database)
        }
    }

    /// Upgrades a file of version 1, which has no checksums.
    func upgrade() throws(StoreError) -> Warning? {
        try run { inspection, _ throws(StoreError) in
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

    private func run(
        _ body: (Inspection, NoteInspection?) throws(StoreError) -> Void
    ) throws(StoreError) -> Warning? {
        let aside = DamagedFileQuarantine(file: file)
        var copy: String?
        do throws(StoreError) {
            return try database.transaction(writing: true) { () throws(StoreError) in
                guard try FileSchema.Form(database) == form else { throw StoreError.moved }
                let inspection = try Inspection(RecordTable(database: database, hasChecksums: form.hasChecksums))
                let notes = form.hasNotes ? try NoteInspection(database) : nil
                let damage = Damage(inspection, notes)
                if !damage.isNone {
                    do throws(Failure) {
                        copy = try aside.copy(database, reason: damage.reason)
                    } catch {
                        throw StoreError.failure(error)
                    }
                }
                try body(inspection, notes)
                return copy.map { warning(damage, $0) }
            }
        } catch {
            // No data was lost, so no copy is needed.
            if let copy { aside.discard(copy) }
            throw error
        }
    }

    /// The damage to records, notes, or both.
    private struct Damage {
        let isNone: Bool
        let reason: String
        let lost: Int
        let left: Int64

        init(_ records: Inspection, _ notes: NoteInspection?) {
            let areNotesSound = notes?.isSound ?? true
            isNone = records.isSound && areNotesSound
            var reasons: [String] = records.isSound && !areNotesSound ? [] : [records.reason]
            if let notes, !areNotesSound { reasons.append(notes.reason) }
            reason = reasons.joined(separator: ", and ")
            lost = records.damaged.count + (notes?.damaged.count ?? 0)
            left = Int64(records.sound.count) + (notes?.records ?? 0)
        }
    }

    private func warning(_ damage: Damage, _ copy: String) -> Warning {
        let n = damage.lost
        return Warning(
            .major,
            "The file was damaged: \(damage.reason). "
                + (n == 0 ? "" : n == 1 ? "The damaged record was removed. " : "The damaged records were removed. ")
                + "The intact records (\(damage.left)) were kept, and the damaged file as \"\(file.name + copy)\".",
            path: file.place)
    }
}
