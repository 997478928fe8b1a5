// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.io.InputStream
import lectern.model.Link

/** A file of a publication, or the answer of a service.  It remains readable after the publication is closed. */
public class Resource internal constructor(number: Long) : Handle(number, C::lectern_resource_free) {
    /** Href, media type and properties. */
    public val link: Link
        get() = Link.fromJson(pinned { number -> json { out, error -> C.lectern_resource_link(number, out, error) } })

    /** The decompressed length in bytes. */
    public val size: Long
        get() = pinned { number -> output { out, error -> C.lectern_resource_size(number, out, error) } }

    /**
     * Reads [length] bytes at [offset], by default up to the end.  Returns fewer bytes near the end, and none beyond
     * it.  Throws [LecternException.Format] if the data is damaged.
     */
    @JvmOverloads
    public fun read(offset: Long = 0, length: Long = TO_THE_END): ByteArray {
        require(offset >= 0 && length >= TO_THE_END) { "offset and length must not be negative" }
        return pinned { number -> bytes { out, error -> C.lectern_resource_read(number, offset, length, out, error) } }
    }

    /** Reads all bytes and decodes them as UTF-8. */
    public fun readText(): String = String(read(), Charsets.UTF_8)

    /** Reads the bytes in pieces.  Closing the stream closes the resource. */
    public fun inputStream(): InputStream = ResourceStream(this)

    public companion object {
        private const val TO_THE_END = -1L  // UINT64_MAX

        /** Creates a resource from a copy of these bytes, as the answer of a service. */
        @JvmStatic
        public fun of(link: Link, bytes: ByteArray): Resource {
            val encoded = encoded(link)
            val size = bytes.size.toLong()
            return Resource(output { out, error -> C.lectern_resource_new(encoded, bytes, size, out, error) })
        }

        /** Creates a resource with the media type of its link in the manifest. */
        @JvmStatic
        public fun of(href: String, bytes: ByteArray): Resource = of(Link(href), bytes)

        /** Creates a resource that reads from a source. */
        @JvmStatic
        public fun of(link: Link, source: Source): Resource {
            val encoded = encoded(link)
            val stream = Callbacks.stream(source)
            return Resource(output { out, error -> C.lectern_resource_new_stream(encoded, stream, out, error) })
        }

        /** Creates a resource that reads from a source, with the media type of its link in the manifest. */
        @JvmStatic
        public fun of(href: String, source: Source): Resource = of(Link(href), source)
    }
}

private class ResourceStream(private val resource: Resource) : InputStream() {
    private var offset = 0L
    private var piece = ByteArray(0)
    private var at = 0

    override fun read(): Int = if (fill()) piece[at++].toInt() and 0xFF else -1

    override fun read(target: ByteArray, start: Int, length: Int): Int {
        java.util.Objects.checkFromIndexSize(start, length, target.size)
        if (length == 0) return 0
        if (!fill()) return -1
        val count = minOf(length, piece.size - at)
        piece.copyInto(target, start, at, at + count)
        at += count
        return count
    }

    private fun fill(): Boolean {
        if (at < piece.size) return true
        piece = resource.read(offset, PIECE)
        offset += piece.size
        at = 0
        return piece.isNotEmpty()
    }

    override fun close() = resource.close()

    private companion object {
        const val PIECE = 262_144L
    }
}
