// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.lang.ref.Cleaner
import java.lang.ref.Reference

/**
 * Something that the library keeps open for you.
 *
 * Close it, best with `use`.  What is forgotten is freed some time after the garbage collector has found it.  A
 * handle that is used after [close] throws [LecternException.Handle]; others that were made from it stay usable.
 */
public abstract class Handle internal constructor(
    /** It stays after close(): the library recognises it as freed, and no number is used twice. */
    private val number: Long,
    free: ((Long) -> Int)?,
) : AutoCloseable {
    private val ticket = Ticket(number, free)
    private val cleanable = if (free == null) null else cleaner.register(this, ticket)

    /** Whether [close] was called. */
    public val isClosed: Boolean get() = ticket.isSpent

    /** Frees the handle.  Doing so again is fine. */
    override fun close() {
        cleanable?.clean()
    }

    /** The number, for the library to take over. */
    internal fun giveAway(): Long {
        ticket.isSpent = true
        cleanable?.clean()
        return number
    }

    /** Does something with the number, and keeps the handle from being collected meanwhile. */
    internal inline fun <R> pinned(body: (number: Long) -> R): R = try {
        body(exposed)
    } finally {
        Reference.reachabilityFence(this)
    }

    /** [number] for [pinned], which is inlined into other classes. */
    @PublishedApi
    internal val exposed: Long get() = number

    override fun toString(): String = "${javaClass.simpleName}(${if (isClosed) "closed" else "open"})"

    /** Knows nothing of the handle, so that this can be collected. */
    private class Ticket(val number: Long, val free: ((Long) -> Int)?) : Runnable {
        @Volatile var isSpent = false

        override fun run() {
            if (isSpent) return
            isSpent = true
            free?.invoke(number)
        }
    }

    private companion object {
        /** One thread, a daemon, for all handles. */
        val cleaner: Cleaner = Cleaner.create()
    }
}

/** The number of a handle that may be left out. */
internal inline fun <R> Handle?.pinned(body: (number: Long) -> R): R = if (this == null) body(0) else pinned(body)
