// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Native as Jna
import com.sun.jna.Pointer
import java.nio.ByteBuffer

/** Bytes copied out of the heap, for the library; freed when it releases them, not when garbage is collected. */
internal class Copy private constructor(bytes: ByteArray, start: Int, val size: Int) : AutoCloseable {
    val address: Long = Jna.malloc(maxOf(size, 1).toLong())

    /** One for each megabyte. */
    private val weight = size.toLong() shr 20

    init {
        if (address == 0L) throw OutOfMemoryError("a book of $size bytes")
        Pointer(address).write(0, bytes, start, size)
        Pressure.add(weight)
    }

    override fun close() {
        Pressure.remove(weight)
        Jna.free(address)
    }

    companion object {
        /** What a buffer that is not direct has left; its position stays. */
        fun of(bytes: ByteBuffer): Copy {
            if (bytes.hasArray()) return Copy(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining())
            val array = ByteArray(bytes.remaining()).also { bytes.duplicate().get(it) }
            return Copy(array, 0, array.size)
        }
    }
}
