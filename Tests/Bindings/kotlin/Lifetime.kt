// SPDX-License-Identifier: BSD-3-Clause
// Handles and callbacks that are dropped, closed or interrupted in every way.
// Argument: one of the names in main().  Runs in the folder of the books.
package lifetime

import com.sun.net.httpserver.Headers
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpHandler
import com.sun.net.httpserver.HttpServer
import java.io.File
import java.io.IOException
import java.math.BigInteger
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI
import java.nio.ByteBuffer
import java.util.concurrent.CancellationException
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicBoolean
import kotlin.concurrent.thread
import kotlin.random.Random
import lectern.*
import lectern.model.*

const val TITLE = "EPUB/text/title.xhtml"

fun opened(context: Context? = null): Publication = Lectern.open("book.epub", context = context)

/** Fails unless all handles are freed after garbage collection. */
fun expectNothingOpen() {
    for (attempt in 1..200) {
        System.gc()
        if (Lectern.liveHandles.isEmpty()) return
        Thread.sleep(20)
    }
    error("still open: ${Lectern.liveHandles}")
}

inline fun <reified T : Throwable> thrown(body: () -> Unit): T {
    try {
        body()
    } catch (throwable: Throwable) {
        return throwable as? T ?: throw throwable
    }
    error("nothing was thrown")
}

/** The exceptions that [body] passes to the handler of this thread. */
fun uncaught(body: () -> Unit): List<Throwable> {
    val found = ArrayList<Throwable>()
    val thread = Thread.currentThread()
    thread.setUncaughtExceptionHandler { _, throwable -> found.add(throwable) }
    try {
        body()
    } finally {
        thread.uncaughtExceptionHandler = null
    }
    return found
}

// ------------------------------------------------------------------------------------------------ Handles

fun memory(): Long = File("/proc/self/statm").readText().split(" ")[1].toLong() * 4096

fun forgotten() {
    val books = System.getenv("LECTERN_FORGOTTEN")?.toInt() ?: 10_000
    var before = 0L
    for (number in 1..books) {
        val book = opened()
        if (number % 100 == 0) {
            Navigator(book).observe(null) { _, _ -> }
            book.search("whale").next()
        }
        if (number == books / 2) {
            book.close()
            expectNothingOpen()
            before = memory()
        }
    }
    expectNothingOpen()
    check(memory() - before < 40_000_000) { "${memory() - before} bytes more" }
}

fun forgottenBytes() {
    val bytes = File("book.epub").readBytes()
    // More than the heap in total.
    repeat(2_000) { Lectern.open(bytes) }
    expectNothingOpen()
    val part = ByteBuffer.wrap(byteArrayOf(1, 2) + bytes).position(2)
    for (buffer in listOf(part, part.asReadOnlyBuffer(), ByteBuffer.allocateDirect(bytes.size).put(bytes).flip())) {
        Lectern.open(buffer).use { book -> check(book.title == "Read Aloud") }
    }
}

class Window {
    private val book = opened()
    private val view = Navigator(book)
    private val draft = view.editPreferences()
    private var last = ""
    init {
        view.observe(null) { _, event -> last = event }
        draft.observe(null) { _, event -> last = event }
    }
}

fun circles() {
    val windows = MutableList(50) { Window() }
    check(Lectern.liveHandles["publication"] == 50L) { Lectern.liveHandles }
    System.gc()
    check(Lectern.liveHandles["subscription"] == 100L) { Lectern.liveHandles }
    windows.clear()
    expectNothingOpen()
}

fun closedTwice() {
    val book = opened()
    val view = Navigator(book)
    val draft = view.editPreferences()
    val subscription = view.observe(null) { _, _ -> }
    val handles = listOf(subscription, draft, book.cover(), book.search("whale"), view, book)
    repeat(3) { handles.forEach(Handle::close) }
    check(Lectern.liveHandles.isEmpty() && handles.all(Handle::isClosed))
    thrown<LecternException.Handle> { book.manifest }
    thrown<LecternException.Handle> { view.settings }
    thrown<LecternException.Handle> { draft["theme"] = "dark" }
}

fun wrongOrder() {
    val book = opened()
    val view = Navigator(book)
    val draft = view.editPreferences()
    val subscription = view.observe(Topics.PREFERENCES) { }
    val cursor = book.search("whale")
    val resource = book.get(TITLE)
    book.close()
    view.close()
    check(cursor.count() == 1 && resource.read().size == 786)
    draft["theme"] = "dark"
    listOf(draft, cursor, resource, subscription).forEach(Handle::close)
    check(Lectern.liveHandles.isEmpty()) { Lectern.liveHandles }
}

fun openAtExit() {
    val context = Context()
    context.addService("org.example.echo") { Echo }
    val book = opened(context)
    val view = Navigator(book)
    view.observe(null) { _, _ -> }
    Lectern.openStore().observe(null) { }
    check(book.matches("whale").iterator().hasNext() && book.get("~echo").readText() == "echo")
    thread(isDaemon = true) { while (true) book.text(TITLE) }
    thread(isDaemon = true) { while (true) book.get("~echo") }
    Thread.sleep(100)
}

/** Another thread closes a handle in use: the call works, or reports a closed handle. */
fun closedMeanwhile() {
    repeat(200) {
        val book = opened()
        val closing = thread { book.close() }
        try {
            while (true) book.get(TITLE).use { it.read() }
        } catch (_: LecternException.Handle) {
        }
        closing.join()
    }
    check(Lectern.liveHandles.isEmpty()) { Lectern.liveHandles }
}

// ---------------------------------------------------------------------------------------------- Callbacks

object Echo : Service {
    override val links = listOf(Link("~echo", "text/plain"))
    override fun get(href: String) = if (href == "/~echo") Resource.of(href, "echo".toByteArray()) else null
}

class Bytes(private val bytes: ByteArray) : Source {
    override val size = bytes.size.toLong()
    override fun read(offset: Long, target: ByteBuffer) {
        val start = minOf(offset, size).toInt()
        target.put(bytes, start, minOf(target.remaining(), bytes.size - start))
    }
}

/** Callbacks of each kind that only the library references, during repeated garbage collections. */
fun whileCollecting() {
    val bytes = File("book.epub").readBytes()
    val isDone = AtomicBoolean()
    val collecting = thread { while (!isDone.get()) System.gc() }
    val context = Context()
    var steps = 0
    context.setProgress { _, _, _ -> ++steps > 0 }
    context.setLogger { }
    context.addService("org.example.echo") { Echo }
    val book = Lectern.open(Bytes(bytes), context = context)
    val view = Navigator(book)
    var events = 0
    view.observe(Topics.PREFERENCES) { events++ }
    val template = DecorationTemplate(layout = DecorationTemplateLayout.BOUNDS)
    view.setDecorationTemplate("own", template) { "<b>${it.id}</b>" }
    view.applyDecorations("marks", listOf(Decoration("one", book.positions[1], DecorationStyle("own"))))
    val href = book.positions[1].href
    for (number in 1..200) {
        check(book.get("~echo").readText() == "echo")
        check(book.get(TITLE).read().size == 786)
        check(book.cache("key", "$number") { byteArrayOf(1) }!!.size == 1)
        view.submitPreferences(mapOf("fontSize" to 1 + number % 2 / 2.0))
        check("<b>one</b>" in lectern.json.Json.write(view.renderDecorations(href)))
        check(book.search("whale").next()!!.locators.isNotEmpty())
    }
    check(steps > 200 && events > 100) { "$steps steps, $events events" }
    isDone.set(true)
    collecting.join()
}

class Odd : RuntimeException() {
    override val message: String get() = throw IllegalStateException("no message")
}

fun exceptions() {
    val own = IOException("The disk is gone.\u0000")
    val failing = object : Source {
        override val size = 1000L
        override fun read(offset: Long, target: ByteBuffer) = throw own
    }
    check(thrown<LecternException.Io> { Lectern.open(failing) }.cause === own)
    check(thrown<LecternException.Io> { Lectern.open(object : Source by failing {
        override fun read(offset: Long, target: ByteBuffer) = throw Odd()
    }) }.cause is Odd)

    opened().use { book ->
        check(thrown<LecternException.Callback> { book.cache("key") { throw own } }.cause === own)
        val error = AssertionError("not about the book")
        check(thrown<AssertionError> { book.cache("other") { throw error } } === error)
        val closed = opened().also { it.close() }
        val passed = thrown<LecternException.Handle> { book.cache("third") { closed.get(TITLE).read() } }
        check(passed.cause is LecternException.Handle)
        check(book.cache("key") { byteArrayOf(1) }!!.size == 1) { "a failure was kept" }
    }

    val served = Manifest(Metadata(LocalizedText.Text("Served")), emptyList(), listOf(Link("a.html", "text/html")))
    Lectern.open(served, Fetcher { throw own }).use { book ->
        check(thrown<LecternException.Callback> { book.get("a.html").read() }.cause === own)
    }

    Context().use { context ->
        context.addService("org.example.never") { throw own }
        // The book opens without that service.
        val found = uncaught { opened(context).close() }
        check(found == listOf(own)) { found }
    }

    Context().use { context ->
        context.addService("org.example.failing") {
            object : Service {
                override val links get() = listOf(Link("~fail", "text/plain"))
                override fun get(href: String) = if (href == "/~fail") throw own else null
            }
        }
        opened(context).use { book ->
            check(thrown<LecternException.Callback> { book.get("~fail").read() }.cause === own)
            context.setProgress { _, _, _ -> throw own }
            check(thrown<LecternException.Cancelled> { book.matches("whale").toList() }.cause === own)
        }
    }
}

fun exceptionsWithoutACall() {
    val own = IllegalStateException("mine")
    opened().use { book ->
        Navigator(book).use { view ->
            var calls = 0
            val found = uncaught {
                view.observe(Topics.PREFERENCES) { if (++calls > 1) throw own }
                view.submitPreferences(mapOf("theme" to "dark"))
            }
            check(found == listOf(own)) { found }
            check(view.settings.settings.getValue("theme").value == "dark") { "it was not submitted" }
        }
    }
    val source = object : Source by Bytes(File("book.epub").readBytes()) {
        override fun close() = throw own
    }
    check(uncaught { Lectern.open(source).close() } == listOf(own))
    // A handler that itself throws.
    Thread.currentThread().setUncaughtExceptionHandler { _, _ -> throw own }
    Lectern.open(source).close()
    Thread.currentThread().uncaughtExceptionHandler = null
}

fun interrupted() {
    val book = opened()
    Context().use { context ->
        for (progress in listOf(null, Progress { _, _, _ -> true })) {
            context.setProgress(progress)
            opened(context).use { other ->
                Thread.currentThread().interrupt()
                val long = listOf<() -> Any>(
                    { book.matches("whale").toList() }, { other.matches("whale").toList() }, { opened() }, { opened(context) },
                )
                for (reading in long) {
                    thrown<CancellationException> { reading() }
                    check(Thread.currentThread().isInterrupted)
                }
                check(Thread.interrupted())
                check(book.statistics().words == other.statistics().words)
            }
        }
    }
    val reading = thread { thrown<CancellationException> { while (true) opened().use { it.matches("whale").toList() } } }
    reading.interrupt()
    reading.join()
    book.close()
}

/** A picture of several blocks, which opening does not read. */
val picture: ByteArray = BigInteger("89504e470d0a1a0a0000000d49484452000000100000001008060000001ff3ff61", 16)
    .toByteArray().drop(1).toByteArray() + Random(1).nextBytes(300_000)

/** A server for the picture, whose members say how it answers. */
class Server : HttpHandler, AutoCloseable {
    var data: ByteArray = picture
    var ranges = true
    var tag = "\"1\""
    @Volatile var wait = 0L
    val requests = ArrayList<Headers>()
    private val threads = Executors.newCachedThreadPool()
    private val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
    val uri = URI("http://127.0.0.1:${server.address.port}/My%20Picture.png")

    init {
        server.executor = threads
        server.createContext("/My Picture.png", this)
        server.start()
    }

    override fun handle(exchange: HttpExchange) {
        requests += exchange.requestHeaders
        Thread.sleep(wait)
        val (first, last) = exchange.requestHeaders.getFirst("Range").removePrefix("bytes=").split('-').map(String::toInt)
        val isPart = ranges && (exchange.requestHeaders.getFirst("If-Range") ?: tag) == tag
        val body = if (isPart) data.copyOfRange(first, minOf(last + 1, data.size)) else data
        if (isPart) exchange.responseHeaders["Content-Range"] = "bytes $first-${first + body.size - 1}/${data.size}"
        exchange.responseHeaders["ETag"] = tag
        exchange.sendResponseHeaders(if (isPart) 206 else 200, body.size.toLong())
        exchange.responseBody.use { it.write(body) }
    }

    override fun close() {
        server.stop(0)
        threads.shutdownNow()
    }
}

fun content(book: Publication): ByteArray = book.get(book.readingOrder[0].href).use(Resource::read)

fun remote() {
    for (ranges in listOf(true, false)) Server().use { server ->
        server.ranges = ranges
        val headers = mapOf("Authorization" to "Bearer 1")
        Lectern.open(RemoteFile(server.uri, headers, cacheSize = 1)).use { book -> check(content(book).contentEquals(picture)) }
        check(if (ranges) server.requests.size > 1 else server.requests.size == 1)
        check(server.requests.all { it.getFirst("Authorization") == "Bearer 1" })
    }
    Server().use { server ->
        Lectern.open(server.uri).use { book ->
            val before = content(book).let { server.requests.size }
            check(content(book).contentEquals(picture) && server.requests.size == before) { "the cache is not used" }
        }
        val changes = listOf({ server.tag = "\"2\"" }, { server.data = server.data + 0.toByte() }, { server.ranges = false })
        for (change in changes) Lectern.open(RemoteFile(server.uri, cacheSize = 1)).use { book ->
            change()
            val cause = thrown<LecternException.Io> { content(book) }.cause
            check("has changed" in cause?.message.orEmpty()) { cause.toString() }
        }
        server.ranges = true
        Lectern.open(RemoteFile(server.uri, timeout = 300, cacheSize = 1)).use { book ->
            server.wait = 1500
            check(thrown<LecternException.Io> { content(book) }.cause is java.net.SocketTimeoutException)
            server.wait = 0
            content(book)
        }
        server.data = "none".toByteArray()
        check(thrown<LecternException> { Lectern.open(server.uri) }.path.startsWith("My Picture.png"))
        thrown<IOException> { Lectern.open(server.uri.resolve("/none.epub")) }
    }
    thrown<IllegalArgumentException> { Lectern.open(URI("file:///book.epub")) }
}

fun main(arguments: Array<String>) {
    when (arguments[0]) {
        "thousands of books forgotten" -> forgotten()
        "books in memory forgotten" -> forgottenBytes()
        "circles are collected" -> circles()
        "closed twice" -> closedTwice()
        "the wrong order" -> wrongOrder()
        "closed by another thread" -> closedMeanwhile()
        "callbacks while garbage is collected" -> whileCollecting()
        "exceptions in callbacks" -> exceptions()
        "exceptions that interrupt nothing" -> exceptionsWithoutACall()
        "books on a server" -> remote()
        "threads that are interrupted" -> interrupted()
        "open at exit" -> return openAtExit()
        else -> error("no ${arguments[0]}")
    }
    expectNothingOpen()
}
