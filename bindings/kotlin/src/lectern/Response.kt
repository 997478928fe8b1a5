// SPDX-License-Identifier: BSD-3-Clause
package lectern

import java.io.InputStream
import lectern.model.WebResponse

/** The response to a request of a web view.  Closing it, or its stream, frees the body. */
public class Response internal constructor(
    described: WebResponse,
    /** The body, which is read on demand. */
    public val body: Resource,
) : AutoCloseable {
    /** The HTTP status: 200, 206, 404, 416 and so on. */
    public val status: Int = described.status.toInt()

    /** The media type, with the charset if there is one. */
    public val type: String = described.type

    /** The length of the body in bytes. */
    public val length: Long = described.length

    /** The headers by name, including `Content-Type` and `Content-Length`. */
    public val headers: Map<String, String> = described.headers

    /** Reads the whole body. */
    public fun read(): ByteArray = use { body.read() }

    /** Reads the body in pieces, so that a recording is never entirely in memory. */
    public fun inputStream(): InputStream = body.inputStream()

    override fun close(): Unit = body.close()

    override fun toString(): String = "Response($status $type, $length bytes)"
}
