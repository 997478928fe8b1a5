// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.io.IOException
import java.io.InputStream
import java.net.HttpURLConnection
import java.net.URI
import java.nio.ByteBuffer

/**
 * A file on a server: its parts are requested when they are read, and kept in memory, the most recently used ones.
 *
 * A server without ranges sends the whole file, once.  If the file changes on the server, reads throw an IOException: a
 * part of another file would be worse.  The network is that of [HttpURLConnection]; the library itself uses none.
 *
 * @param headers of each request, such as Authorization
 * @param timeout the milliseconds to wait for a connection, and for each part of an answer
 * @param cacheSize the most bytes to keep of a file that is read in parts
 */
public class RemoteFile @JvmOverloads constructor(
    private val uri: URI,
    private val headers: Map<String, String> = emptyMap(),
    private val timeout: Int = 30_000,
    cacheSize: Int = 1 shl 25,
) : Source {
    private val most = maxOf(1, cacheSize / BLOCK)
    private val blocks = object : LinkedHashMap<Int, ByteArray>(16, 0.75f, true) {
        override fun removeEldestEntry(eldest: Map.Entry<Int, ByteArray>): Boolean = size > most
    }

    /** The whole file, from a server without ranges. */
    private var whole: ByteArray? = null
    private var validator: String? = null

    /** The media type that the server states. */
    public var type: String? = null
        private set

    override var size: Long = 0
        private set

    init {
        require(uri.scheme?.lowercase() in setOf("http", "https")) { "not an address of HTTP: $uri" }
        request(0, BLOCK.toLong()) { answer, status ->
            type = answer.contentType?.substringBefore(';')?.trim()?.ifEmpty { null }
            validator = validatorOf(answer)
            if (status == PARTIAL) {
                size = sizeOf(answer, 0) ?: throw IOException("The answer of $uri has another range.")
                blocks[0] = complete(answer.inputStream, minOf(BLOCK.toLong(), size).toInt())
            } else {
                // Nothing of an empty file can be sent (RFC 9110, 15.5.17).
                val all = if (status == OUTSIDE) ByteArray(0) else answer.inputStream.use(InputStream::readAllBytes)
                whole = all
                size = all.size.toLong()
            }
        }
    }

    override fun read(offset: Long, target: ByteBuffer) {
        val end = minOf(offset + target.remaining(), size)
        if (offset >= end) return
        whole?.let {
            target.put(it, offset.toInt(), (end - offset).toInt())
            return
        }
        val numbers = (offset / BLOCK).toInt()..((end - 1) / BLOCK).toInt()
        val found = blocksOf(numbers)
        for (number in numbers) {
            val start = number.toLong() * BLOCK
            val (from, to) = maxOf(offset, start) - start to minOf(end, start + BLOCK) - start
            target.put(found.getValue(number), from.toInt(), (to - from).toInt())
        }
    }

    private fun blocksOf(numbers: IntRange): Map<Int, ByteArray> {
        val found = HashMap<Int, ByteArray>()
        numbers.forEach { number -> blocks[number]?.let { found[number] = it } }
        var first = numbers.first
        while (first <= numbers.last) {
            var end = first
            while (end <= numbers.last && end !in found) end++
            if (end > first) fetch(first, end, found)
            first = end + 1
        }
        return found
    }

    /** Requests blocks that follow each other, from [first] up to and without [end]. */
    private fun fetch(first: Int, end: Int, found: MutableMap<Int, ByteArray>) {
        val start = first.toLong() * BLOCK
        val stop = minOf(end.toLong() * BLOCK, size)
        request(start, stop) { answer, status ->
            if (status != PARTIAL || validatorOf(answer) != validator || sizeOf(answer, start) != size) {
                throw IOException("$uri has changed on the server.")
            }
            val body = complete(answer.inputStream, (stop - start).toInt())
            for (number in first until end) {
                val at = (number - first) * BLOCK
                val block = body.copyOfRange(at, minOf(at + BLOCK, body.size))
                found[number] = block
                blocks[number] = block
            }
        }
    }

    private inline fun request(start: Long, end: Long, use: (answer: HttpURLConnection, status: Int) -> Unit) {
        val connection = uri.toURL().openConnection() as HttpURLConnection
        connection.connectTimeout = timeout
        connection.readTimeout = timeout
        headers.forEach(connection::setRequestProperty)
        connection.setRequestProperty("Range", "bytes=$start-${end - 1}")
        connection.setRequestProperty("Accept-Encoding", "identity")
        validator?.takeIf { it.startsWith('"') }?.let { connection.setRequestProperty("If-Range", it) }
        val status = connection.responseCode
        if (status !in KNOWN) {
            connection.errorStream?.close()
            throw IOException("$uri is answered with $status.")
        }
        try {
            use(connection, status)
        } catch (exception: IOException) {
            connection.disconnect()
            throw exception
        }
    }

    private fun complete(stream: InputStream, length: Int): ByteArray {
        val body = stream.use { it.readNBytes(length) }
        if (body.size < length) throw IOException("The answer of $uri has ${body.size} bytes instead of $length.")
        return body
    }

    internal companion object {
        /** The unit of the cache, and the least that is requested. */
        private const val BLOCK = 1 shl 16
        private const val PARTIAL = 206
        private const val OUTSIDE = 416
        private val KNOWN = setOf(200, PARTIAL, OUTSIDE)
        private val RANGE = Regex("""bytes (\d+)-\d+/(\d+)""")

        /** What shows that a file has changed: a strong ETag, or else the time of the last change. */
        private fun validatorOf(answer: HttpURLConnection): String? =
            answer.getHeaderField("ETag")?.takeIf { !it.startsWith("W/") } ?: answer.getHeaderField("Last-Modified")

        /** The size of the file, from the answer to a range; null for another range. */
        private fun sizeOf(answer: HttpURLConnection, start: Long): Long? {
            val (first, size) = RANGE.matchEntire(answer.getHeaderField("Content-Range").orEmpty())?.destructured
                ?: return null
            return if (first.toLongOrNull() == start) size.toLongOrNull() else null
        }

        /** The name of the file in an address. */
        fun nameIn(uri: URI): String = uri.path.orEmpty().substringAfterLast('/').ifEmpty { uri.host.orEmpty() }
    }
}
