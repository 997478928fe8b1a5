// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.nio.ByteBuffer
import java.nio.channels.SeekableByteChannel

/**
 * Bytes that the host provides: a file, a part of a file, or data that is decrypted while it is read.
 *
 * It is never called concurrently.  An exception becomes the cause of a [LecternException.Io].
 */
public interface Source : AutoCloseable {
    /** The number of bytes. */
    public val size: Long

    /** Copies bytes from [offset] into [target], as many as are available and fit; none at the end. */
    public fun read(offset: Long, target: ByteBuffer)

    /** Called once, after the last read. */
    override fun close() {}

    public companion object {
        /** A channel as a source.  Do not move its position, and close it after everything that reads from it. */
        @JvmStatic
        public fun of(channel: SeekableByteChannel): Source = ChannelSource(channel)
    }
}

private class ChannelSource(private val channel: SeekableByteChannel) : Source {
    override val size: Long get() = channel.size()

    override fun read(offset: Long, target: ByteBuffer) {
        channel.position(offset)
        while (target.hasRemaining() && channel.read(target) > 0) Unit
    }
}
