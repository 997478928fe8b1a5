// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Pointer
import lectern.json.Json
import lectern.model.Failure

// Calling the library: failures become exceptions, buffers become Kotlin values.

/** What the callbacks of the call that this thread is in have thrown. */
internal class Inside {
    private var thrown: MutableList<Throwable>? = null

    fun remember(throwable: Throwable) {
        (thrown ?: ArrayList<Throwable>(1).also { thrown = it }).add(throwable)
    }

    /** A call begins; returns what was thrown in the one around it. */
    fun begin(): MutableList<Throwable>? = thrown.also { thrown = null }

    /** It ends; returns what was thrown in it. */
    fun end(outer: MutableList<Throwable>?): List<Throwable>? = thrown.also { thrown = outer }

    companion object {
        private val ofThread = ThreadLocal.withInitial { Inside() }
        val current: Inside get() = ofThread.get()
    }
}

/** Runs a function whose last parameter is `lectern_error **`.  Returns its status, which is not negative. */
internal inline fun call(function: (error: LongArray) -> Int): Int {
    val inside = Inside.current
    val outer = inside.begin()
    val error = LongArray(1)
    val status = function(error)
    val thrown = inside.end(outer)
    if (status < 0) throw failure(status, error[0], thrown)
    thrown?.forEach(::uncaught)
    return status
}

/** Runs a function whose last parameter but one is an output: a handle or a number. */
internal inline fun output(function: (output: LongArray, error: LongArray) -> Int): Long {
    val output = LongArray(1)
    call { error -> function(output, error) }
    return output[0]
}

internal inline fun yes(function: (output: IntArray, error: LongArray) -> Int): Boolean {
    val output = IntArray(1)
    call { error -> function(output, error) }
    return output[0] != 0
}

internal inline fun number(function: (output: IntArray, error: LongArray) -> Int): Int {
    val output = IntArray(1)
    call { error -> function(output, error) }
    return output[0]
}

internal inline fun bytes(function: (buffer: LongArray, error: LongArray) -> Int): ByteArray = take(output(function))

internal inline fun text(function: (buffer: LongArray, error: LongArray) -> Int): String =
    String(bytes(function), Charsets.UTF_8)

internal inline fun json(function: (buffer: LongArray, error: LongArray) -> Int): Any? = Json.parse(bytes(function))

/** Copies a buffer out, and frees it. */
internal fun take(buffer: Long): ByteArray = try {
    val size = Math.toIntExact(C.lectern_buffer_size(buffer))
    if (size == 0) ByteArray(0) else Pointer(C.lectern_buffer_data(buffer)).getByteArray(0, size)
} finally {
    C.lectern_buffer_free(buffer)
}

internal fun failure(status: Int, error: Long, thrown: List<Throwable>?): Throwable {
    val failure = if (error == 0L) {
        LecternException.of(Failure(textAt(C.lectern_status_name(status)), "", "", emptyList()))
    } else {
        try {
            val json = LongArray(1)
            C.lectern_error_json(error, json)
            LecternException.of(Failure.fromJson(Json.parse(take(json[0]))))
        } finally {
            C.lectern_error_free(error)
        }
    }
    // The last one: what was thrown before it did not stop the call.
    val cause = thrown?.lastOrNull() ?: return failure
    // An Error is not about the book: it is thrown unchanged.
    if (cause is Error) return cause
    return failure.apply { initCause(cause) }
}

/** What a callback has thrown that cannot stop the call goes where exceptions of threads go that nothing catches. */
internal fun uncaught(throwable: Throwable) {
    val thread = Thread.currentThread()
    try {
        thread.uncaughtExceptionHandler.uncaughtException(thread, throwable)
    } catch (_: Throwable) {
        // The JVM ignores what such a handler throws, too.
    }
}

// ---------------------------------------------------------------------------------------------- Arguments

/** A text as C takes it. */
internal fun utf8(text: String): ByteArray {
    val bytes = try {
        text.encodeToByteArray(throwOnInvalidSequence = true)
    } catch (exception: CharacterCodingException) {
        throw IllegalArgumentException("half of a surrogate pair", exception)
    }
    // C would see the text end there, and work on something else than was asked for.
    require(0.toByte() !in bytes) { "a text with a NUL" }
    return bytes.copyOf(bytes.size + 1)
}

@JvmName("utf8OrNull")
internal fun utf8(text: String?): ByteArray? = if (text == null) null else utf8(text)

/** A value as JSON. */
internal fun encoded(value: Any): ByteArray = utf8(Json.write(value))

/** The same; null is an argument that is left out. */
@JvmName("encodedOrNull")
internal fun encoded(value: Any?): ByteArray? = if (value == null) null else encoded(value)

internal fun textAt(address: Long): String = Pointer(address).getString(0, "UTF-8")
