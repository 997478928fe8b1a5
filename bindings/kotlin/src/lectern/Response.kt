// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.io.InputStream
import lectern.model.WebResponse

/** What a web view gets for a request.  Closing it, or its stream, frees the body. */
public class Response internal constructor(
    described: WebResponse,
    /** The bytes, read when they are asked for. */
    public val body: Resource,
) : AutoCloseable {
    /** Of HTTP: 200, 206, 404, 416 and so on. */
    public val status: Int = described.status.toInt()

    /** The media type, with the charset where there is one. */
    public val type: String = described.type

    /** How many bytes there are to send. */
    public val length: Long = described.length

    /** By name; `Content-Type` and `Content-Length` are among them. */
    public val headers: Map<String, String> = described.headers

    /** All bytes at once. */
    public fun read(): ByteArray = use { body.read() }

    /** The bytes, read in pieces, so that a recording is never in memory as a whole. */
    public fun inputStream(): InputStream = body.inputStream()

    override fun close(): Unit = body.close()

    override fun toString(): String = "Response($status $type, $length bytes)"
}
