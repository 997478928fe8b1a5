// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.util.concurrent.atomic.AtomicLong

/**
 * Has the garbage collected when much was opened that is not closed.
 *
 * The JVM cannot see what the library holds for a handle, such as an open file.  Books that are forgotten would use
 * up all files of the process long before the JVM runs out of memory.  The more is open, the less often it is asked.
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
