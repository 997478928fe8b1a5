// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.util.concurrent.atomic.AtomicLong

/**
 * Triggers a garbage collection when many handles have been opened and not closed.
 *
 * The JVM does not see native resources of a handle, such as an open file.  Unreachable books would exhaust the file
 * descriptors of the process long before the JVM runs out of memory.  The more handles are open, the less frequent are
 * the collections.
 */
internal object Pressure {
    private const val STEP = 128L
    private val open = AtomicLong()
    private val recent = AtomicLong()

    fun add(weight: Long) {
        val open = open.addAndGet(weight)
        val recent = recent.addAndGet(weight)
        if (open < STEP || recent < maxOf(STEP, open / 2)) return
        this.recent.set(0)
        System.gc()
    }

    fun remove(weight: Long) {
        open.addAndGet(-weight)
    }
}
