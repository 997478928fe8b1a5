// SPDX-License-Identifier: BSD-3-Clause
// Measures the overhead of the Kotlin binding: the median time of a call through it, and through bare JNA with the same
// bindings, alternately.  JSON is parsed by the same reader on both sides.
//
// Argument: a book with a manifest of one megabyte; LECTERN_LIBRARY has the path of the library.
package bench

import com.sun.jna.Native
import com.sun.jna.Pointer
import lectern.*
import lectern.json.Json

const val TARGET = 1.5
const val ROUNDS = 41

/** The bare functions. */
object Bare {
    init {
        Native.register(Bare::class.java, System.getenv("LECTERN_LIBRARY"))
    }

    @JvmStatic external fun lectern_publication_open(
        context: Long, path: ByteArray, options: ByteArray?, out: LongArray, error: LongArray,
    ): Int
    @JvmStatic external fun lectern_publication_get(book: Long, href: ByteArray, out: LongArray, error: LongArray): Int
    @JvmStatic external fun lectern_publication_manifest(book: Long, out: LongArray, error: LongArray): Int
    @JvmStatic external fun lectern_resource_size(resource: Long, out: LongArray, error: LongArray): Int
    @JvmStatic external fun lectern_resource_link(resource: Long, out: LongArray, error: LongArray): Int
    @JvmStatic external fun lectern_preferences_new(
        kind: ByteArray, preferences: ByteArray?, out: LongArray, error: LongArray,
    ): Int
    @JvmStatic external fun lectern_preferences_is_active(
        draft: Long, key: ByteArray, out: IntArray, error: LongArray,
    ): Int
    @JvmStatic external fun lectern_buffer_data(buffer: Long): Long
    @JvmStatic external fun lectern_buffer_size(buffer: Long): Long
    @JvmStatic external fun lectern_buffer_free(buffer: Long): Int
}

fun c(text: String): ByteArray = (text + '\u0000').toByteArray()

inline fun output(function: (out: LongArray, error: LongArray) -> Int): Long {
    val out = LongArray(1)
    check(function(out, LongArray(1)) >= 0)
    return out[0]
}

fun text(buffer: Long): String {
    val bytes = Pointer(Bare.lectern_buffer_data(buffer)).getByteArray(0, Bare.lectern_buffer_size(buffer).toInt())
    Bare.lectern_buffer_free(buffer)
    return String(bytes, Charsets.UTF_8)
}

/** Receives results, so that the JVM's compiler cannot eliminate the calls. */
@Volatile var sink: Any? = null

/** Microseconds per call. */
fun time(times: Int, call: () -> Any?): Double {
    val start = System.nanoTime()
    repeat(times) { sink = call() }
    return (System.nanoTime() - start) / 1000.0 / times
}

/** Whether the target is met. */
fun compare(name: String, times: Int, ours: () -> Any?, bare: () -> Any?): Boolean {
    check(ours() == bare()) { "$name: not the same" }
    repeat(20) { time(times, ours) + time(times, bare) }
    val rounds = List(ROUNDS) { time(times, ours) to time(times, bare) }
    val (mine, other) = listOf(rounds.map { it.first }, rounds.map { it.second }).map { it.sorted()[ROUNDS / 2] }
    val isMet = mine / other <= TARGET
    val verdict = if (isMet) " met" else " MISSED"
    println("%-43s %9.3f us %9.3f us %7.2f %7.2f %s".format(name, mine, other, mine / other, TARGET, verdict))
    return isMet
}

fun main(arguments: Array<String>) {
    val book = Lectern.open(arguments[0])
    val resource = book.get(book.readingOrder[0].href)
    val draft = Preferences("reflowable")

    val bareBook = output { out, error -> Bare.lectern_publication_open(0, c(arguments[0]), null, out, error) }
    val href = c(book.readingOrder[0].href)
    val bareResource = output { out, error -> Bare.lectern_publication_get(bareBook, href, out, error) }
    val bareDraft = output { out, error -> Bare.lectern_preferences_new(c("reflowable"), null, out, error) }
    fun manifest() = text(output { out, error -> Bare.lectern_publication_manifest(bareBook, out, error) })

    println("\nJava ${System.getProperty("java.version")}, the Kotlin binding beside JNA alone")
    val megabytes = "%.1f MB".format(book.manifestText.length / 1e6)
    val met = listOf(
        compare("a number: size", 20_000, { resource.size }) {
            output { out, error -> Bare.lectern_resource_size(bareResource, out, error) }
        },
        compare("a truth value: isActive", 5_000, { draft.isActive("fontSize") }) {
            val out = IntArray(1)
            check(Bare.lectern_preferences_is_active(bareDraft, c("fontSize"), out, LongArray(1)) >= 0)
            out[0] != 0
        },
        compare("a small object: link, parsed", 3_000, { resource.link.toJson() }) {
            Json.parse(text(output { out, error -> Bare.lectern_resource_link(bareResource, out, error) }))
        },
        compare("a manifest of $megabytes, as text", 10, { book.manifestText }) { manifest() },
        compare("a manifest of $megabytes, parsed", 3, { Json.parse(book.manifestText) }) { Json.parse(manifest()) },
    )
    if (false in met) kotlin.system.exitProcess(1)
}
