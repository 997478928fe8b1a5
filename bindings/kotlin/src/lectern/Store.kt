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
import lectern.model.StorePublication
import lectern.model.StoreScope

/** Preferences by what they hold for, in one file or in memory.  Threads may share it, and processes the file. */
public class Store internal constructor(number: Long) : Observable(number, C::lectern_store_free) {
    /** What was wrong with the file and survived. */
    public val warnings: List<Diagnostic>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_store_warnings(number, out, error) } },
            Diagnostic::fromJson,
        )

    /** The scopes that have stored preferences. */
    public val scopes: List<StoreScope>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_store_scopes(number, out, error) } },
            StoreScope::fromJson,
        )

    /** The preferences of a scope; of several scopes, later ones take precedence, key by key. */
    public fun load(vararg scopes: StoreScope): Map<String, Any?> {
        val encoded = encoded(scopes)
        val found = pinned { number -> json { out, error -> C.lectern_store_load(number, encoded, out, error) } }
        return Read.map(found) { it }
    }

    /** Stores preferences for a scope, in place of the previous ones; null removes these. */
    public fun save(scope: StoreScope, preferences: Map<String, Any?>?) {
        val place = encoded(scope)
        val encoded = encoded(preferences)
        pinned { number -> call { error -> C.lectern_store_save(number, place, encoded, error) } }
    }

    /** The same for several scopes: all or none. */
    public fun save(changes: List<StoreChange>) {
        val encoded = encoded(changes)
        pinned { number -> call { error -> C.lectern_store_save_all(number, encoded, error) } }
    }

    /**
     * Listens to the preferences of one scope, or of all with null: the present ones, and then each change.  Those
     * of other processes are noticed by the next call, such as [refresh].
     */
    public fun observe(scope: StoreScope?, listener: Listener<EventStore>): Subscription {
        val encoded = encoded(scope)
        val events = EventListener { _, event -> listener.onEvent(EventStore.fromJson(Json.parse(event))) }
        return subscribe(events) { number, struct, out, error ->
            C.lectern_store_observe(number, encoded, struct, out, error)
        }
    }

    /** Reads what other processes have saved, and notifies the listeners. */
    public fun refresh() {
        pinned { number -> call { error -> C.lectern_store_refresh(number, error) } }
    }

    /** Replaces older keys and values by the current ones.  Returns what changed. */
    public fun migrate(): StoreMigration = StoreMigration.fromJson(
        pinned { number -> json { out, error -> C.lectern_store_migrate(number, out, error) } },
    )

    // ------------------------------------------------------------------------------------------------ Notes

    /** What is known of each publication. */
    public val publications: List<PublicationRecord>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_store_publications(number, out, error) } },
            PublicationRecord::fromJson,
        )

    /** The record of a publication, which is made if there is none. */
    public fun addPublication(identity: PublicationIdentity): StorePublication =
        StorePublication.fromJson(asked(identity, C::lectern_store_add_publication))

    /** Saves and deletes notes, all or none.  Returns the saved ones as they are now. */
    public fun saveNotes(changes: NoteChanges): List<Note> =
        Read.list(asked(changes, C::lectern_store_save_notes), Note::fromJson)

    /** The notes that a query wants. */
    @JvmOverloads
    public fun notes(query: NoteQuery? = null): NotePage = NotePage.fromJson(askedOf(query, C::lectern_store_notes))

    /** What has changed since a revision, with what was deleted. */
    @JvmOverloads
    public fun noteChanges(query: NoteChangesQuery? = null): NoteDelta =
        NoteDelta.fromJson(askedOf(query, C::lectern_store_note_changes))

    /** Merges notes of another device, or of a file. */
    public fun mergeNotes(notes: List<Note>): NoteMerge =
        NoteMerge.fromJson(asked(notes, C::lectern_store_merge_notes))

    /** Listens to the notes that a query wants: all of them first, and then each change. */
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
