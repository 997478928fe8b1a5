// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Pointer
import java.util.concurrent.CancellationException
import lectern.json.Json
import lectern.model.Failure

// Calls the library, and converts failures to exceptions and buffers to Kotlin values.

/** The exceptions thrown by callbacks during this thread's current call. */
internal class Inside {
    private var thrown: MutableList<Throwable>? = null

    fun remember(throwable: Throwable) {
        (thrown ?: ArrayList<Throwable>(1).also { thrown = it }).add(throwable)
    }

    /** Begins a call.  Returns the exceptions of the enclosing call, to be passed to [end]. */
    fun begin(): MutableList<Throwable>? = thrown.also { thrown = null }

    /** Ends a call.  Returns the exceptions thrown during it. */
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

/** Runs a function whose second-to-last parameter is an output: a handle or a number. */
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

/** Copies the contents of a buffer, and frees it. */
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
    // The last exception is the cause: the call continued after the earlier ones.
    val cause = thrown?.lastOrNull() ?: return failure
    // An Error and the end of a coroutine or a thread are unrelated to the book, and are thrown unchanged.
    if (cause is Error || cause is CancellationException) return cause
    return failure.apply { initCause(cause) }
}

/** Passes an exception of a callback that cannot stop the call to the thread's handler of uncaught exceptions. */
internal fun uncaught(throwable: Throwable) {
    val thread = Thread.currentThread()
    try {
        thread.uncaughtExceptionHandler.uncaughtException(thread, throwable)
    } catch (_: Throwable) {
        // The JVM, too, ignores exceptions from such a handler.
    }
}

// ---------------------------------------------------------------------------------------------- Arguments

/** Encodes a string for C. */
internal fun utf8(text: String): ByteArray {
    val bytes = try {
        text.encodeToByteArray(throwOnInvalidSequence = true)
    } catch (exception: CharacterCodingException) {
        throw IllegalArgumentException("unpaired surrogate", exception)
    }
    // C would take the NUL for the end of the string, and process something other than requested.
    require(0.toByte() !in bytes) { "a string must not contain NUL" }
    return bytes.copyOf(bytes.size + 1)
}

@JvmName("utf8OrNull")
internal fun utf8(text: String?): ByteArray? = if (text == null) null else utf8(text)

/** Encodes a value as JSON. */
internal fun encoded(value: Any): ByteArray = utf8(Json.write(value))

/** Encodes a value as JSON; null omits the argument. */
@JvmName("encodedOrNull")
internal fun encoded(value: Any?): ByteArray? = if (value == null) null else encoded(value)

internal fun textAt(address: Long): String = Pointer(address).getString(0, "UTF-8")
