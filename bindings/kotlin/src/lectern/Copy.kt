// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Native as Jna
import com.sun.jna.Pointer
import java.nio.ByteBuffer

/**
 * A native copy of bytes for the library.  It is freed when the library releases it, independently of garbage
 * collection.
 */
internal class Copy private constructor(bytes: ByteArray, start: Int, val size: Int) : AutoCloseable {
    val address: Long = Jna.malloc(maxOf(size, 1).toLong())

    /** The size in megabytes. */
    private val weight = size.toLong() shr 20

    init {
        if (address == 0L) throw OutOfMemoryError("cannot allocate $size bytes for a book")
        Pointer(address).write(0, bytes, start, size)
        Pressure.add(weight)
    }

    override fun close() {
        Pressure.remove(weight)
        Jna.free(address)
    }

    companion object {
        /** Copies the remaining bytes of a buffer, without changing its position. */
        fun of(bytes: ByteBuffer): Copy {
            if (bytes.hasArray()) return Copy(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining())
            val array = ByteArray(bytes.remaining()).also { bytes.duplicate().get(it) }
            return Copy(array, 0, array.size)
        }
    }
}
