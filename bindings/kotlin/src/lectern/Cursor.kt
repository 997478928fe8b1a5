// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.json.Json

/**
 * A position in a sequence of pages, such as the results of a search.  Pages are computed on demand.
 *
 * Iteration returns the pages after the current one.  A cursor may be shared by threads, and remains usable after its
 * publication is closed.
 */
public class Cursor<T> internal constructor(number: Long, private val decode: (Any?) -> T) :
    Handle(number, C::lectern_cursor_free), Iterable<T> {

    /** The page after the last one returned; null at the end. */
    public fun next(): T? = step(C::lectern_cursor_next)

    /** The page before the last one returned; null at the beginning. */
    public fun previous(): T? = step(C::lectern_cursor_previous)

    override fun iterator(): Iterator<T> = object : AbstractIterator<T>() {
        override fun computeNext() {
            val page = this@Cursor.next()
            if (page == null) done() else setNext(page)
        }
    }

    private inline fun step(function: (Long, LongArray, LongArray) -> Int): T? {
        val buffer = pinned { number -> output { out, error -> function(number, out, error) } }
        return if (buffer == 0L) null else decode(Json.parse(take(buffer)))
    }
}
