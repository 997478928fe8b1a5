// SPDX-License-Identifier: BSD-3-Clause
package coroutines

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.*
import kotlinx.coroutines.flow.*
import lectern.*
import lectern.coroutines.*
import lectern.model.*

/** Runs the test with the name that the first argument is; prints only what is wrong. */
fun main(arguments: Array<String>) = runBlocking {
    when (arguments[0]) {
        "calls" -> calls()
        "flows" -> flows()
        "a flow that stops early" -> stopsEarly()
        "events" -> events()
        "cancelling" -> cancelling()
        else -> error("There is no test ${arguments[0]}.")
    }
    val left = Lectern.liveHandles
    check(left.isEmpty()) { "$left is still open" }
}

private suspend fun calls() = Lectern.awaitOpen("book.epub").use { book ->
    same(book.awaitStatistics(), book.statistics())
    same(book.awaitText(), book.text())
    same(book.awaitMarkdown(), book.markdown())
    val first = book.elementFlow().first().locator
    same(book.awaitLocate(LocatorQuery(href = first.href)).href, first.href)
    book.awaitCover().use { cover -> check(cover.size > 0) }
    val failure = runCatching { Lectern.awaitOpen("nowhere.epub") }.exceptionOrNull()
    check(failure is LecternException.NotFound) { "$failure" }
}

private suspend fun flows() = Lectern.awaitOpen("book.epub").use { book ->
    same(book.matchFlow("the").toList(), book.matches("the").toList())
    same(book.elementFlow().toList(), book.elements().toList())
    val tokens = TokenOptions(unit = TokenOptionsUnit.WORD)
    same(book.elementFlow(tokens = tokens).take(9).toList(), book.elements(tokens = tokens).toList().take(9))
    val failure = runCatching { book.matchFlow("(", SearchOptions(regularExpression = true)).toList() }.exceptionOrNull()
    check(failure is LecternException) { "$failure" }
}

private suspend fun stopsEarly() = Lectern.awaitOpen("book.epub").use { book ->
    same(book.matchFlow("the").take(2).toList().size, 2)
    same(Lectern.liveHandles.keys, setOf("publication"))
}

private suspend fun events() = Lectern.awaitOpen("book.epub").use { book ->
    Navigator(book).use { navigator ->
        coroutineScope {
            val sizes = navigator.events(Topics.PREFERENCES).map { it["fontSize"] }.produceIn(this)
            same(sizes.receive(), null)
            for (size in listOf(1.2, 1.4)) navigator.submitPreferences(mapOf("fontSize" to size))
            same(listOf(sizes.receive(), sizes.receive()), listOf(1.2, 1.4))
            sizes.cancel()
        }
        same(Lectern.liveHandles.keys, setOf("publication", "navigator"))
    }
}

/** Cancels while the statistics are computed: when the first resource has been reported. */
private suspend fun cancelling() = Context().use { context ->
    val steps = AtomicInteger()
    val begun = CompletableDeferred<Unit>()
    context.setProgress { task, _, _ ->
        if (task == "statistics") {
            steps.incrementAndGet()
            begun.complete(Unit)
            // Until the coroutine is cancelled, which interrupts this thread.
            runCatching { Thread.sleep(60_000) }.onFailure { Thread.currentThread().interrupt() }
        }
        true
    }
    Lectern.awaitOpen("book.epub", context = context).use { book ->
        coroutineScope {
            val job = launch { book.awaitStatistics() }
            begun.await()
            job.cancelAndJoin()
            check(job.isCancelled)
        }
        same(steps.get(), 1)
    }
}

private fun <T> same(found: T, expected: T) = check(found == expected) { "$found instead of $expected" }
