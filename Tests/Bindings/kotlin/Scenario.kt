// SPDX-License-Identifier: BSD-3-Clause
// Runs the scenario through the Kotlin binding.  Argument: SCENARIO.  Runs in the folder of the books.
package scenario

import java.io.File
import java.io.IOException
import java.io.RandomAccessFile
import java.nio.ByteBuffer
import kotlin.concurrent.thread
import lectern.*
import lectern.json.Json
import lectern.model.*

/** The arguments of a step; null for an omitted one. */
private class Arguments(private val words: List<String?>) {
    operator fun get(index: Int): String = words[index]!!
    fun orNull(index: Int): String? = words[index]
    fun json(index: Int): Any? = words[index]?.let(Json::parse)
    fun <T> json(index: Int, read: (Any?) -> T): T = read(Json.parse(get(index)))
    fun <T> jsonOrNull(index: Int, read: (Any?) -> T): T? = json(index)?.let(read)
    fun <T> list(index: Int, read: (Any?) -> T): List<T> = json(index) { it as List<*> }.map(read)

    @Suppress("UNCHECKED_CAST")
    fun members(index: Int): Map<String, Any?> = json(index) as Map<String, Any?>
}

private class ScenarioService(private val publication: Publication) : Service {
    private val order = publication.collection("readingOrder")
    override val links = listOf(
        Link("~scenario/order", "application/json"),
        Link("~scenario/fail", "text/plain"),
    )

    override fun get(href: String): Resource? = when (href) {
        "/~scenario/order" -> Resource.of(href, Json.write(order).toByteArray())
        "/~scenario/fail" -> throw IllegalStateException("It fails on purpose.")
        "EPUB/css/book.css" -> publication.getBuiltIn(href).use {
            Resource.of(href, "/* wrapped */\n".toByteArray() + it.read())
        }
        else -> null
    }

    override fun close() {
        closed++
    }

    companion object {
        var opened = 0
        var closed = 0
    }
}

/** A source of 1000 bytes that fails every read. */
private object FailingSource : Source {
    override val size = 1000L
    override fun read(offset: Long, target: ByteBuffer) = throw IOException("The disk is gone.")
}

private class Runner {
    private val handles = HashMap<String, Handle>()
    private val events = HashMap<String, MutableList<List<Any?>>>()
    private val log = ArrayList<Diagnostic>()
    private val files = ArrayList<RandomAccessFile>()

    fun run(line: String): Any? {
        val words = line.trim().split(Regex(" {2,}")).map { if (it == "-") null else it }
        return try {
            answer(words[0]!!.removeSuffix("_again"), Arguments(words.drop(1)))
        } catch (exception: LecternException) {
            mapOf("error" to mapOf("status" to exception.status, "path" to exception.path))
        }
    }

    private fun made(name: String, handle: Handle): Boolean {
        handles[name] = handle
        return true
    }

    private inline fun <reified T : Handle> of(name: String): T = handles.getValue(name) as T
    private fun book(name: String): Publication = of(name)
    private fun view(name: String): Navigator = of(name)
    private fun draft(name: String): Preferences = of(name)
    private fun store(name: String): Store = of(name)
    private fun context(name: String?): Context? = name?.let { of<Context>(it) }

    private fun file(path: String): Source {
        val file = RandomAccessFile(path, "r").also(files::add)
        return Source.of(file.channel)
    }

    private fun progress(name: String, count: Int?) {
        var calls = 0
        of<Context>(name).setProgress(count?.let { Progress { _, _, _ -> ++calls < count } })
    }

    private fun editor(name: String, manifest: Manifest?) {
        of<Context>(name).setEditor(manifest?.let { ManifestEditor { _ -> it } })
    }

    private fun cache(name: String, key: String, variant: String?, text: String, isKept: Boolean = false): Any {
        var computed = 0
        val compute = {
            computed++
            text.toByteArray()
        }
        val value = if (isKept) book(name).keep(key, variant, compute) else book(name).cache(key, variant, compute)
        return mapOf("value" to String(value!!), "computed" to computed)
    }

    private fun heard(name: String): MutableList<List<Any?>> = events.getOrPut(name) { ArrayList() }

    private fun observe(name: String, navigator: String, topic: String): Boolean {
        val heard = heard(name)
        val listener = EventListener { from, event -> heard.add(listOf(from, Json.parse(event))) }
        return made(name, view(navigator).observe(topic, listener))
    }

    private fun observeStore(name: String, store: String, scope: StoreScope?): Boolean {
        val heard = heard(name)
        return made(name, store(store).observe(scope) { heard.add(listOf("store", it)) })
    }

    private fun <T> taken(list: MutableList<T>): List<T> = list.toList().also { list.clear() }

    private fun response(name: String, href: String, request: WebRequest?): Any =
        view(name).get(href, request).use { response ->
            val described = mapOf(
                "status" to response.status, "type" to response.type, "length" to response.length,
                "headers" to response.headers,
            )
            mapOf("response" to described, "body" to String(response.body.read()))
        }

    private fun threads(name: String, count: Int, times: Int): Any {
        val book = book(name)
        fun ask(): List<Any?> = listOf(Json.parse(book.manifestText), book.positions)
        val expected = ask()
        val different = java.util.Collections.synchronizedList(ArrayList<Boolean>())
        val workers = List(count) {
            thread {
                repeat(times) { ask().zip(expected) { answer, first -> different.add(answer != first) } }
            }
        }
        workers.forEach(Thread::join)
        return mapOf("calls" to different.size, "different" to different.count { it })
    }

    private fun liveHandles(): Any {
        for (attempt in 1..100) {
            System.gc()
            if (Lectern.liveHandles.isEmpty()) break
            Thread.sleep(20)
        }
        return Lectern.liveHandles
    }

    private fun answer(verb: String, it: Arguments): Any? = when (verb) {
        "context_new" -> made(it[0], Context(it.jsonOrNull(1, ContextOptions::fromJson)))
        "context_add_service" -> {
            of<Context>(it[0]).addService("org.example.scenario") { book ->
                ScenarioService.opened++
                ScenarioService(book)
            }
            null
        }
        "context_set_logger" -> { of<Context>(it[0]).setLogger { entry -> log.add(entry) }; null }
        "context_set_editor" -> { editor(it[0], it.jsonOrNull(1, Manifest::fromJson)); null }
        "context_set_progress" -> { progress(it[0], it.orNull(1)?.toInt()); null }
        "logged" -> taken(log)
        "service_calls" -> mapOf("opened" to ScenarioService.opened, "closed" to ScenarioService.closed)
        "publication_open" -> {
            made(it[0], Lectern.open(it[2], it.jsonOrNull(3, OpenOptions::fromJson), context(it.orNull(1))))
        }
        "publication_open_memory" -> {
            val options = it.jsonOrNull(3, OpenOptions::fromJson)
            made(it[0], Lectern.open(File(it[2]).readBytes(), options, context(it.orNull(1))))
        }
        "publication_open_stream" -> {
            made(it[0], Lectern.open(file(it[2]), it.jsonOrNull(3, OpenOptions::fromJson), context(it.orNull(1))))
        }
        "publication_open_failing" -> made(it[0], Lectern.open(FailingSource, context = context(it.orNull(1))))
        "publication_open_manifest" -> {
            val fetcher = Fetcher { href -> Resource.of(Link(href, "application/xhtml+xml"), served(href)) }
            val options = it.jsonOrNull(3, OpenOptions::fromJson)
            made(it[0], Lectern.openManifest(it[2], fetcher, options, context(it.orNull(1))))
        }
        "publication_sniff" -> Lectern.sniff(file(it[0]), it.jsonOrNull(1, SniffHints::fromJson))
        "publication_manifest" -> book(it[0]).manifest
        "publication_info" -> book(it[0]).info
        "publication_accessibility" -> book(it[0]).accessibility(it.jsonOrNull(1, AccessibilityOptions::fromJson))
        "publication_warnings" -> book(it[0]).warnings
        "publication_services" -> book(it[0]).services
        "publication_positions" -> {
            val positions = book(it[0]).positions
            mapOf("total" to positions.size, "positions" to positions)
        }
        "publication_positions_by_reading_order" -> book(it[0]).positionsByReadingOrder
        "publication_collection" -> book(it[0]).collection(it[1])
        "publication_layout" -> book(it[0]).layout(it[1])
        "publication_link" -> book(it[0]).link(it[1])
        "publication_links" -> book(it[0]).links(it.json(1, LinkFilter::fromJson))
        "publication_locate" -> book(it[0]).locate(it.json(1, LocatorQuery::fromJson))
        "publication_cfi" -> book(it[0]).cfi(it.json(1, LocatorQuery::fromJson))
        "publication_pages" -> book(it[0]).pages
        "publication_footnote" -> book(it[0]).footnote(it.json(1, LocatorQuery::fromJson))
        "publication_word" -> book(it[0]).word(it.json(1, LocatorQuery::fromJson))
        "publication_statistics" -> book(it[0]).statistics(it.jsonOrNull(1, StatisticsOptions::fromJson))
        "publication_text" -> book(it[0]).text(it[1])
        "publication_markdown" -> book(it[0]).markdown(it.json(1, MarkdownOptions::fromJson))
        "publication_page_images" -> book(it[0]).pageImages
        "publication_cache" -> cache(it[0], it[1], it.orNull(2), it[3])
        "publication_keep" -> cache(it[0], it[1], it.orNull(2), it[3], isKept = true)
        "publication_copy" -> made(it[0], book(it[1]).copy(it.json(2, Manifest::fromJson)))
        "publication_get" -> made(it[0], book(it[1]).get(it[2]))
        "publication_cover" -> made(it[0], book(it[1]).cover(it.jsonOrNull(2, CoverOptions::fromJson)))
        "publication_thumbnail" -> made(it[0], book(it[1]).thumbnail(it.json(2, ThumbnailOptions::fromJson)))
        "publication_search" -> {
            made(it[0], book(it[1]).search(it[2], it.jsonOrNull(3, SearchOptions::fromJson)))
        }
        "publication_content" -> {
            val tokens = it.jsonOrNull(3, ContentOptions::fromJson)?.tokens
            made(it[0], book(it[1]).content(it.jsonOrNull(2, Locator::fromJson), tokens))
        }
        "resource_link" -> of<Resource>(it[0]).link
        "resource_size" -> of<Resource>(it[0]).size
        "resource_read" -> {
            val resource = of<Resource>(it[0])
            val offset = it[1].toLong()
            String(it.orNull(2)?.let { length -> resource.read(offset, length.toLong()) } ?: resource.read(offset))
        }
        "resource_json" -> Json.parse(of<Resource>(it[0]).readText())
        "cursor_next" -> of<Cursor<*>>(it[0]).next()
        "cursor_previous" -> of<Cursor<*>>(it[0]).previous()
        "links_filter" -> it.list(0, Link::fromJson).filter(it.json(1, LinkFilter::fromJson))
        "links_index" -> it.list(0, Link::fromJson).indexOfFirst(it.json(1, LinkFilter::fromJson))
        "links_all" -> it.list(0, Link::fromJson).all(it.json(1, LinkFilter::fromJson))
        "link_parameters" -> it.json(0, Link::fromJson).parameters
        "link_expand" -> {
            it.json(0, Link::fromJson).expand(it.members(1).mapValues { (_, value) -> LinkParameter.fromJson(value) })
        }
        "link_url" -> it.json(0, Link::fromJson).url(it.orNull(1))
        "voices_select" -> it.list(0, Voice::fromJson).select(it.jsonOrNull(1, VoiceOptions::fromJson))
        "cfi_parse" -> parseCfi(it[0])
        "cfi_compare" -> compareCfis(it[0], it[1])
        "cfi_join" -> joinCfis(it[0], it[1])
        "text_tokenize" -> {
            tokenize(it[0], it.json(1, TokenOptions::fromJson)).map { range -> listOf(range.first, range.last + 1) }
        }
        "decorations_diff" -> diff(it[0], it[1])
        "navigator_new" -> {
            made(it[0], Navigator(book(it[1]), it.jsonOrNull(2, NavigatorOptions::fromJson)))
        }
        "navigator_observe" -> observe(it[0], it[1], it[2])
        "events" -> taken(heard(it[0]))
        "navigator_edit_preferences" -> {
            made(it[0], view(it[1]).editPreferences(it.orNull(2)?.let { _ -> it.members(2) }))
        }
        "navigator_submit_preferences" -> { view(it[0]).submitPreferences(it.members(1)); null }
        "navigator_location" -> view(it[0]).location
        "navigator_set_location" -> { view(it[0]).location = it.jsonOrNull(1, Locator::fromJson); null }
        "navigator_set_viewport" -> { view(it[0]).setViewport(it.jsonOrNull(1, Viewport::fromJson)); null }
        "navigator_spreads" -> view(it[0]).spreads
        "navigator_go" -> view(it[0]).go(it.json(1, GoTarget::fromJson))
        "navigator_receive" -> { view(it[0]).receive(it[1]); null }
        "navigator_send" -> { view(it[0]).send(it.json(1, WebCommand::fromJson)); null }
        "navigator_get" -> response(it[0], it[1], it.jsonOrNull(2, WebRequest::fromJson))
        "navigator_apply_decorations" -> view(it[0]).applyDecorations(it[1], it[2])
        "navigator_decorations" -> view(it[0]).decorations(it[1])
        "navigator_render_decorations" -> view(it[0]).renderDecorations(it[1])
        "navigator_supports_decoration" -> view(it[0]).supportsDecoration(it[1], it.orNull(2))
        "navigator_activate_decoration" -> {
            view(it[0]).activateDecoration(it[1], it[2], it.jsonOrNull(3, Interaction::fromJson))
            null
        }
        "navigator_set_decoration_template" -> {
            val definition = it.jsonOrNull(2, DecorationTemplate::fromJson)
            view(it[0]).setDecorationTemplate(it[1], definition) { "<b class=\"scenario\"></b>" }
            null
        }
        "preferences_new" -> made(it[0], Preferences(it[1], it.members(2)))
        "preferences_json" -> draft(it[0]).toMap()
        "preferences_setting" -> draft(it[0])[it[1]]
        "preferences_label" -> draft(it[0]).label(it[1], it.json(2))
        "preferences_set" -> { draft(it[0]).set(it[1], it.json(2), it[3] == "0"); null }
        "preferences_increment" -> draft(it[0]).increment(it[1], it[2] == "0")
        "preferences_decrement" -> draft(it[0]).decrement(it[1], it[2] == "0")
        "preferences_toggle" -> { draft(it[0]).toggle(it[1], it[2] == "0"); null }
        "preferences_activate" -> { draft(it[0]).activate(it[1]); null }
        "preferences_is_active" -> draft(it[0]).isActive(it[1])
        "preferences_merge" -> { draft(it[0]).merge(it.members(1)); null }
        "preferences_clear" -> { draft(it[0]).clear(it.orNull(1)); null }
        "preferences_filter" -> {
            val keys = it.json(1, PreferenceKeys::fromJson)
            if (it[2] == "1") draft(it[0]).only(keys) else draft(it[0]).without(keys)
        }
        "preferences_copy" -> made(it[1], draft(it[0]).copy())
        "preferences_submit" -> draft(it[0]).submit()
        "store_open" -> {
            val options = it.jsonOrNull(3, StoreOptions::fromJson)
            made(it[0], Lectern.openStore(it.orNull(2), options, context(it.orNull(1))))
        }
        "store_observe" -> observeStore(it[0], it[1], it.jsonOrNull(2, StoreScope::fromJson))
        "store_save" -> {
            store(it[0]).save(it.json(1, StoreScope::fromJson), it.orNull(2)?.let { _ -> it.members(2) })
            null
        }
        "store_save_all" -> { store(it[0]).save(it.list(1, StoreChange::fromJson)); null }
        "store_load" -> store(it[0]).load(*it.list(1, StoreScope::fromJson).toTypedArray())
        "store_scopes" -> store(it[0]).scopes
        "store_profiles" -> {
            val scopes = it.orNull(1)?.let { _ -> it.list(1, StoreScope::fromJson) } ?: emptyList()
            store(it[0]).profiles(*scopes.toTypedArray())
        }
        "store_save_profiles" -> { store(it[0]).saveProfiles(it.json(1, StoreProfileChanges::fromJson)); null }
        "store_migrate" -> store(it[0]).migrate()
        "store_refresh" -> { store(it[0]).refresh(); null }
        "store_warnings" -> store(it[0]).warnings
        "notes_read" -> made(it[0], Lectern.readNotes(file(it[1]), it.jsonOrNull(2, NoteReadOptions::fromJson)))
        "notes_write" -> {
            Lectern.writeNotes(it.list(0, Note::fromJson), it.jsonOrNull(1, NoteWriteOptions::fromJson))
        }
        "notes_merge" -> Lectern.mergeNotes(it.list(0, Note::fromJson), it.list(1, Note::fromJson))
        "publication_identity" -> book(it[0]).identity
        "store_add_publication" -> store(it[0]).addPublication(it.json(1, PublicationIdentity::fromJson))
        "store_publications" -> store(it[0]).publications
        "store_save_notes" -> store(it[0]).saveNotes(it.json(1, NoteChanges::fromJson))
        "store_notes" -> store(it[0]).notes(it.jsonOrNull(1, NoteQuery::fromJson))
        "store_note_changes" -> store(it[0]).noteChanges(it.jsonOrNull(1, NoteChangesQuery::fromJson))
        "store_merge_notes" -> store(it[0]).mergeNotes(it.list(1, Note::fromJson))
        "store_observe_notes" -> {
            val heard = heard(it[0])
            val query = it.jsonOrNull(2, NoteQuery::fromJson)
            made(it[0], store(it[1]).observeNotes(query) { event -> heard.add(listOf("notes", event)) })
        }
        "navigator_show_notes" -> {
            val query = it.jsonOrNull(4, NoteQuery::fromJson)
            made(it[0], view(it[1]).showNotes(it[2], store(it[3]), query))
        }
        "threads" -> threads(it[0], it[1].toInt(), it[2].toInt())
        "live_handles" -> liveHandles()
        else -> {
            check(verb.endsWith("_free")) { "no verb $verb" }
            of<Handle>(it[0]).close()
            null
        }
    }

    fun end() = files.forEach(RandomAccessFile::close)
}

private fun served(href: String): ByteArray =
    ("<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>Served</title></head>" +
        "<body><p>$href</p></body></html>").toByteArray()

fun main(arguments: Array<String>) {
    val runner = Runner()
    val output = java.io.PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), true, "UTF-8")
    for (line in File(arguments[0]).readLines()) {
        if (line.isNotBlank() && !line.startsWith("#")) output.println(Json.write(runner.run(line)))
    }
    runner.end()
}
