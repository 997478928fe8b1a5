// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.nio.ByteBuffer
import java.nio.channels.SeekableByteChannel

/**
 * Bytes that you serve: a file, a part of one, something that is decrypted while it is read.
 *
 * It is never called by two threads at once.  What it throws becomes the cause of a [LecternException.Io].
 */
public interface Source : AutoCloseable {
    /** The number of bytes. */
    public val size: Long

    /** Puts bytes from [offset] on into [target], as many as are there and have room; none is the end. */
    public fun read(offset: Long, target: ByteBuffer)

    /** Called once, when the library has read for the last time. */
    override fun close() {}

    public companion object {
        /** A channel as a source.  It stays yours: close it after what reads from it, and leave its position alone. */
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
