// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Callback
import com.sun.jna.CallbackReference
import com.sun.jna.Pointer
import java.lang.ref.WeakReference
import java.nio.ByteBuffer
import java.util.concurrent.CancellationException
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong
import lectern.json.Json
import lectern.model.Decoration
import lectern.model.Link
import lectern.model.Diagnostic
import lectern.model.Manifest

/**
 * Wraps Kotlin objects in the callback structs of C.
 *
 * There is one C function per kind of callback, created once and never freed; user_data identifies the object.  The
 * garbage collector therefore cannot collect a function that C may still call, and an object is kept until the library
 * releases it.
 *
 * A callback must not throw.  If it can report a failure, it does, and its exception becomes the cause of the exception
 * that the interrupted call throws; otherwise see [uncaught].
 */
internal object Callbacks {
    private val numbers = AtomicLong()
    private val kept = ConcurrentHashMap<Long, Any>()

    /** Keeps an object until the library calls [release]; returns its user_data. */
    fun keep(target: Any): Long = numbers.incrementAndGet().also { kept[it] = target }

    @Suppress("UNCHECKED_CAST")
    private fun <T> target(userData: Long): T = kept.getValue(userData) as T

    /** The address of a C function.  The callback must outlive it. */
    private fun Callback.address(): Long = Pointer.nativeValue(CallbackReference.getFunctionPointer(this))

    private val releaseFunction = Structs.Release { userData ->
        guarded { (kept.remove(userData) as? AutoCloseable)?.close() }
    }
    val release: Long = releaseFunction.address()

    // ------------------------------------------------------------------------------------------ Streams

    /** Closed when the library releases it. */
    private class Stream(val source: Source) : AutoCloseable {
        override fun close() = source.close()
    }

    private val read = Structs.StreamRead { userData, offset, bytes, capacity, count, error ->
        reporting(LecternException.Io.CODE, error) {
            val piece = ByteBuffer.allocate(minOf(capacity, MAX_PIECE).toInt())
            target<Stream>(userData).source.read(offset, piece)
            Pointer(bytes).write(0, piece.array(), piece.arrayOffset(), piece.position())
            Pointer(count).setLong(0, piece.position().toLong())
            C.LECTERN_OK
        }
    }

    private val size = Structs.StreamSize { userData, size, error ->
        reporting(LecternException.Io.CODE, error) {
            Pointer(size).setLong(0, target<Stream>(userData).source.size)
            C.LECTERN_OK
        }
    }

    fun stream(source: Source): LongArray =
        Structs.stream(keep(Stream(source)), release, read.address(), size.address())

    // -------------------------------------------------------------------------- Functions without a result

    private val log = Structs.LoggerLog { userData, entry ->
        guarded { target<(Diagnostic) -> Unit>(userData)(Diagnostic.fromJson(Json.parse(textAt(entry)))) }
    }

    fun logger(function: (Diagnostic) -> Unit): LongArray =
        Structs.logger(keep(function), release, log.address())

    private val event = Structs.ListenerEvent { userData, topic, event ->
        guarded { target<WeakReference<Target>>(userData).get()?.listener?.onEvent(textAt(topic), textAt(event)) }
    }

    /**
     * Holds the function of a listener for as long as its [Subscription] lives.
     *
     * Listeners are kept weakly, because they usually refer to the navigator that they observe.  If they were kept like
     * the other callbacks, an unreachable navigator could never be collected.
     */
    class Target(val listener: EventListener)

    fun listener(target: Target): LongArray =
        Structs.listener(keep(WeakReference(target)), release, event.address())

    private val step = Structs.ProgressStep { userData, task, done, total ->
        try {
            if (Thread.currentThread().isInterrupted) throw CancellationException("The thread was interrupted.")
            val progress = target<Any>(userData) as? Progress
            if (progress == null || progress.step(textAt(task), done, total)) 0 else 1
        } catch (throwable: Throwable) {
            Inside.current.remember(throwable)
            1
        }
    }

    /** Without a [progress], only an interrupt of the thread stops a call. */
    fun progress(progress: Progress?): LongArray =
        Structs.progress(keep(progress ?: Unit), release, step.address())

    // -------------------------------------------------------------------------------- Functions with a result

    private val element = Structs.RendererElement { userData, decoration, html, error ->
        answering(html, error) {
            val drawn = Decoration.fromJson(Json.parse(textAt(decoration)))
            buffer(target<Renderer>(userData).element(drawn).toByteArray())
        }
    }

    fun renderer(renderer: Renderer): LongArray = Structs.renderer(keep(renderer), release, element.address())

    private val edit = Structs.EditorEdit { userData, manifest, edited, error ->
        answering(edited, error) {
            val given = Manifest.fromJson(Json.parse(textAt(manifest)))
            target<ManifestEditor>(userData).edit(given)?.let { buffer(Json.write(it).toByteArray()) }
        }
    }

    fun editor(editor: ManifestEditor): LongArray = Structs.editor(keep(editor), release, edit.address())

    private val compute = Structs.ComputeCompute { userData, bytes, error ->
        answering(bytes, error) { target<() -> ByteArray?>(userData)()?.let(::buffer) }
    }

    fun compute(function: () -> ByteArray?): LongArray =
        Structs.compute(keep(function), release, compute.address())

    private val fetch = Structs.FetcherGet { userData, href, resource, error ->
        answering(resource, error) { target<Fetcher>(userData).get(textAt(href))?.giveAway() }
    }

    fun fetcher(fetcher: Fetcher): LongArray = Structs.fetcher(keep(fetcher), release, fetch.address())

    // ----------------------------------------------------------------------------------------- Services

    private val open = Structs.ServiceOpen { userData, publication, instance, error ->
        answering(instance, error) {
            target<ServiceFactory>(userData).open(Publication(publication, isOwned = false))?.let(::keep)
        }
    }

    private val links = Structs.ServiceLinks { instance, links, error ->
        answering(links, error) { buffer(Json.write(target<Service>(instance).links).toByteArray()) }
    }

    private val get = Structs.ServiceGet { instance, href, resource, error ->
        answering(resource, error) { target<Service>(instance).get(textAt(href))?.giveAway() }
    }

    private val close = Structs.ServiceClose { instance ->
        guarded { (kept.remove(instance) as Service).close() }
    }

    /** [name] is NUL-terminated UTF-8 at an address that is valid until the library has copied it. */
    fun service(factory: ServiceFactory, name: Long): LongArray = Structs.service(
        keep(factory), release, name, open.address(), links.address(), get.address(), close.address(),
    )

    // ------------------------------------------------------------------------------------------ Results

    private fun buffer(bytes: ByteArray): Long =
        output { buffer, error -> C.lectern_buffer_new(bytes, bytes.size.toLong(), buffer, error) }

    /** Writes the number returned by [answer] to [output], or passes if it is null. */
    private inline fun answering(output: Long, error: Long, answer: () -> Long?): Int =
        reporting(LecternException.Callback.CODE, error) {
            val number = answer() ?: return@reporting C.LECTERN_PASS
            Pointer(output).setLong(0, number)
            C.LECTERN_OK
        }

    private inline fun reporting(status: Int, error: Long, body: () -> Int): Int = try {
        body()
    } catch (throwable: Throwable) {
        report(status, throwable, error)
    }

    private inline fun guarded(body: () -> Unit) {
        try {
            body()
        } catch (throwable: Throwable) {
            uncaught(throwable)
        }
    }

    private fun report(status: Int, throwable: Throwable, error: Long): Int {
        Inside.current.remember(throwable)
        // A LecternException keeps its code, message and path; the library adds the context.
        val ours = throwable as? LecternException
        val message = try {
            ours?.message ?: throwable.toString()
        } catch (_: Throwable) {
            throwable.javaClass.name
        }
        val made = LongArray(1)
        val result = C.lectern_error_new(ours?.code ?: status, lenient(message), ours?.path?.let(::lenient), made)
        if (error == 0L) C.lectern_error_free(made[0]) else Pointer(error).setLong(0, made[0])
        return result
    }

    /** A message as a C string, in which NUL characters are replaced. */
    private fun lenient(text: String): ByteArray = (text.replace('\u0000', '\uFFFD') + '\u0000').toByteArray()

    private const val MAX_PIECE = 1L shl 20
}
