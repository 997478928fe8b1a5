// SPDX-License-Identifier: BSD-3-Clause
package lectern.coroutines

import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.ProducerScope
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.flow
import lectern.Cursor
import lectern.Match
import lectern.Navigator
import lectern.Preferences
import lectern.Publication
import lectern.Store
import lectern.Subscription
import lectern.Topic
import lectern.model.ContentElement
import lectern.model.EventNotes
import lectern.model.EventStore
import lectern.model.Locator
import lectern.model.NoteQuery
import lectern.model.SearchOptions
import lectern.model.StoreScope
import lectern.model.TokenOptions

/**
 * The pages of a cursor from a function, each of which is computed when it is collected.  The cursor is closed at the
 * end, and when the collector stops.
 */
public fun <T> pages(open: () -> Cursor<T>): Flow<T> = flow {
    val cursor = reading(block = open)
    cursor.use {
        while (true) emit(reading { cursor.next() } ?: break)
    }
}

/** The matches of a search, one at a time: [Publication.search]. */
public fun Publication.matchFlow(query: String, options: SearchOptions? = null): Flow<Match> = flow {
    pages { search(query, options) }.collect { page -> page.locators.forEach { emit(Match(it)) } }
}

/** The headings, paragraphs, images and so on, one at a time: [Publication.content]. */
public fun Publication.elementFlow(start: Locator? = null, tokens: TokenOptions? = null): Flow<ContentElement> = flow {
    pages { content(start, tokens) }.collect { page -> page.elements.forEach { emit(it) } }
}

/** The events of a topic, with its current value first; none is lost.  [Navigator.observe] */
public fun <T> Navigator.events(topic: Topic<T>): Flow<T> = observed { observe(topic) { event -> trySend(event) } }

/** The events of a draft: [Preferences.observe]. */
public fun <T> Preferences.events(topic: Topic<T>): Flow<T> = observed { observe(topic) { event -> trySend(event) } }

/** The preferences of a scope, or of all, and each change: [Store.observe]. */
public fun Store.events(scope: StoreScope? = null): Flow<EventStore> =
    observed { observe(scope) { event -> trySend(event) } }

/** The notes that match a query, and each change: [Store.observeNotes]. */
public fun Store.noteEvents(query: NoteQuery? = null): Flow<EventNotes> =
    observed { observeNotes(query) { event -> trySend(event) } }

private fun <T> observed(observe: ProducerScope<T>.() -> Subscription): Flow<T> = callbackFlow {
    val subscription = observe()
    awaitClose { subscription.close() }
}.buffer(Channel.UNLIMITED)
