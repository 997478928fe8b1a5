// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.json.Json
import lectern.model.Diagnostic
import lectern.model.EventNotes
import lectern.model.EventStore
import lectern.model.Note
import lectern.model.NoteChanges
import lectern.model.NoteChangesQuery
import lectern.model.NoteDelta
import lectern.model.NoteMerge
import lectern.model.NotePage
import lectern.model.NoteQuery
import lectern.model.PublicationIdentity
import lectern.model.PublicationRecord
import lectern.model.Read
import lectern.model.StoreChange
import lectern.model.StoreMigration
import lectern.model.StoreProfileChanges
import lectern.model.StoreProfiles
import lectern.model.StorePublication
import lectern.model.StoreScope

/** Preferences by scope, in a file or in memory.  A store may be shared by threads, and its file by processes. */
public class Store internal constructor(number: Long) : Observable(number, C::lectern_store_free) {
    /** Problems of the file that were repaired or tolerated. */
    public val warnings: List<Diagnostic>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_store_warnings(number, out, error) } },
            Diagnostic::fromJson,
        )

    /** The scopes with stored preferences. */
    public val scopes: List<StoreScope>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_store_scopes(number, out, error) } },
            StoreScope::fromJson,
        )

    /** The preferences of a scope.  If there are several, later scopes take precedence, key by key. */
    public fun load(vararg scopes: StoreScope): Map<String, Any?> {
        val encoded = encoded(scopes)
        val found = pinned { number -> json { out, error -> C.lectern_store_load(number, encoded, out, error) } }
        return Read.map(found) { it }
    }

    /** Replaces the preferences of a scope; null removes them. */
    public fun save(scope: StoreScope, preferences: Map<String, Any?>?) {
        val place = encoded(scope)
        val encoded = encoded(preferences)
        pinned { number -> call { error -> C.lectern_store_save(number, place, encoded, error) } }
    }

    /** Replaces the preferences of several scopes, atomically. */
    public fun save(changes: List<StoreChange>) {
        val encoded = encoded(changes)
        pinned { number -> call { error -> C.lectern_store_save_all(number, encoded, error) } }
    }

    /** The profiles, and the one chosen for the last of these scopes that has a choice; without scopes: globally. */
    public fun profiles(vararg scopes: StoreScope): StoreProfiles =
        StoreProfiles.fromJson(askedOf(scopes.takeIf { it.isNotEmpty() }, C::lectern_store_profiles))

    /** Makes, renames, copies, removes and chooses profiles, atomically. */
    public fun saveProfiles(changes: StoreProfileChanges) {
        val encoded = encoded(changes)
        pinned { number -> call { error -> C.lectern_store_save_profiles(number, encoded, error) } }
    }

    /**
     * Observes the preferences of one scope, or of all if it is null: first the current ones, then each change.  The
     * next call, such as [refresh], notices changes by other processes.
     */
    public fun observe(scope: StoreScope?, listener: Listener<EventStore>): Subscription {
        val encoded = encoded(scope)
        val events = EventListener { _, event -> listener.onEvent(EventStore.fromJson(Json.parse(event))) }
        return subscribe(events) { number, struct, out, error ->
            C.lectern_store_observe(number, encoded, struct, out, error)
        }
    }

    /** Reads the changes saved by other processes, and notifies the listeners. */
    public fun refresh() {
        pinned { number -> call { error -> C.lectern_store_refresh(number, error) } }
    }

    /** Replaces obsolete keys and values by the current ones.  Returns the changes. */
    public fun migrate(): StoreMigration = StoreMigration.fromJson(
        pinned { number -> json { out, error -> C.lectern_store_migrate(number, out, error) } },
    )

    // ------------------------------------------------------------------------------------------------ Notes

    /** The stored records of all publications. */
    public val publications: List<PublicationRecord>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_store_publications(number, out, error) } },
            PublicationRecord::fromJson,
        )

    /** The record of a publication, which is created if necessary. */
    public fun addPublication(identity: PublicationIdentity): StorePublication =
        StorePublication.fromJson(asked(identity, C::lectern_store_add_publication))

    /** Saves and deletes notes, atomically.  Returns the saved notes in their current state. */
    public fun saveNotes(changes: NoteChanges): List<Note> =
        Read.list(asked(changes, C::lectern_store_save_notes), Note::fromJson)

    /** The notes that match a query. */
    @JvmOverloads
    public fun notes(query: NoteQuery? = null): NotePage = NotePage.fromJson(askedOf(query, C::lectern_store_notes))

    /** The changes since a revision, including deletions. */
    @JvmOverloads
    public fun noteChanges(query: NoteChangesQuery? = null): NoteDelta =
        NoteDelta.fromJson(askedOf(query, C::lectern_store_note_changes))

    /** Merges notes from another device or a file. */
    public fun mergeNotes(notes: List<Note>): NoteMerge =
        NoteMerge.fromJson(asked(notes, C::lectern_store_merge_notes))

    /** Observes the notes that match a query: first all of them, then each change. */
    public fun observeNotes(query: NoteQuery?, listener: Listener<EventNotes>): Subscription {
        val encoded = encoded(query)
        val events = EventListener { _, event -> listener.onEvent(EventNotes.fromJson(Json.parse(event))) }
        return subscribe(events) { number, struct, out, error ->
            C.lectern_store_observe_notes(number, encoded, struct, out, error)
        }
    }

    private inline fun asked(what: Any, function: (Long, ByteArray, LongArray, LongArray) -> Int): Any? {
        val encoded = encoded(what)
        return pinned { number -> json { out, error -> function(number, encoded, out, error) } }
    }

    private inline fun askedOf(what: Any?, function: (Long, ByteArray?, LongArray, LongArray) -> Int): Any? {
        val encoded = encoded(what)
        return pinned { number -> json { out, error -> function(number, encoded, out, error) } }
    }
}
