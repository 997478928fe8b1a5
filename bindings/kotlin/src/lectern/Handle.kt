// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.lang.ref.Cleaner
import java.lang.ref.Reference

/**
 * An object of the library that must be closed, preferably with `use`.
 *
 * An unreachable handle is freed some time after garbage collection.  Using a handle after [close] throws
 * [LecternException.Handle]; handles derived from it remain usable.
 */
public abstract class Handle internal constructor(
    /** Unchanged by close(): numbers are never reused, so the library recognizes freed handles. */
    private val number: Long,
    free: ((Long) -> Int)?,
) : AutoCloseable {
    private val ticket = Ticket(number, free)
    private val cleanable = if (free == null) null else cleaner.register(this, ticket)

    /** Whether [close] was called. */
    public val isClosed: Boolean get() = ticket.isSpent

    /** Frees the handle.  Further calls have no effect. */
    override fun close() {
        cleanable?.clean()
    }

    /** The number, whose ownership passes to the library. */
    internal fun giveAway(): Long {
        ticket.isSpent = true
        cleanable?.clean()
        return number
    }

    /** Calls [body] with the number, and keeps the handle from being collected meanwhile. */
    internal inline fun <R> pinned(body: (number: Long) -> R): R = try {
        body(exposed)
    } finally {
        Reference.reachabilityFence(this)
    }

    /** Exposes [number] to [pinned], which is inlined into other classes. */
    @PublishedApi
    internal val exposed: Long get() = number

    override fun toString(): String = "${javaClass.simpleName}(${if (isClosed) "closed" else "open"})"

    /** Has no reference to the handle, so that the handle can be collected. */
    private class Ticket(val number: Long, val free: ((Long) -> Int)?) : Runnable {
        @Volatile var isSpent = false

        override fun run() {
            if (isSpent) return
            isSpent = true
            free?.invoke(number)
        }
    }

    private companion object {
        /** A daemon thread shared by all handles. */
        val cleaner: Cleaner = Cleaner.create()
    }
}

/** Calls [body] with the number of an optional handle, or with 0. */
internal inline fun <R> Handle?.pinned(body: (number: Long) -> R): R = if (this == null) body(0) else pinned(body)
