// SPDX-License-Identifier: BSD-3-Clause
// Opens a book and prints its metadata, its contents, and its presentation.
//
//   java -cp 'read.jar:build/lectern.jar:kotlin-stdlib.jar:jna.jar' ReadKt book.epub
import kotlin.system.exitProcess
import lectern.*
import lectern.model.*

val yellow = DecorationStyle("highlight", Color.Text("#FFD54F"))
val blue = DecorationStyle("underline", Color.Text("#3F51B5"))

fun main(arguments: Array<String>) {
    try {
        Lectern.open(arguments[0]).use { book ->
            describe(book.manifest.metadata)
            contents(book)
            Navigator(book).use { navigator ->
                preferences(navigator)
                decorations(navigator, book.positions.drop(1).take(3))
            }
        }
    } catch (failure: LecternException) {
        System.err.println(failure)
        exitProcess(1)
    }
}

fun describe(metadata: Metadata) {
    heading(listOfNotNull(metadata.title.text, metadata.subtitle?.text).joinToString(": "), "=")
    val lines = mapOf(
        "author" to metadata.author?.map { it.name },
        "translator" to metadata.translator?.map { it.name },
        "language" to metadata.language,
    )
    for ((key, names) in lines) if (names != null) println("  ${key.padEnd(12)}${names.joinToString()}")
}

fun contents(book: Publication) {
    val positions = book.positionsByReadingOrder
    heading("Reading order: ${positions.sumOf { it.size }} positions")
    for ((link, found) in book.readingOrder.zip(positions)) println("  %3d  %s".format(found.size, link.href))
    heading("Contents")
    outline(book.toc, "  ")
}

fun outline(links: List<Link>, indent: String) {
    for (link in links) {
        println(indent + (link.title ?: link.href))
        outline(link.children.orEmpty(), "$indent  ")
    }
}

fun preferences(navigator: Navigator) {
    val preferences = mapOf("fontSize" to 1.5, "theme" to "dark", "publisherStyles" to false)
    heading("Preferences " + preferences.entries.joinToString { (key, value) -> "$key: $value" })
    val before = navigator.settings.settings
    navigator.submitPreferences(preferences)
    for ((key, new) in navigator.settings.settings) {
        val old = before.getValue(key)
        if (new.preference != null) println("  ${new.label.padEnd(18)}${old.valueLabel} -> ${new.valueLabel}")
        else if (new.isActive && !old.isActive) println("  ${new.label.padEnd(18)}can be used now")
    }
}

fun decorations(navigator: Navigator, places: List<Locator>) {
    apply(navigator, Decoration("1", places[0], yellow), Decoration("2", places[1], yellow))
    apply(navigator, Decoration("1", places[0], blue), Decoration("3", places[2], yellow))
    for (item in navigator.renderDecorations(places[0].href).groups.getValue("highlights")) {
        if (item is RenderedDecorationsItem) println("  html    ${item.id}: ${item.element}")
    }
}

fun apply(navigator: Navigator, vararg state: Decoration) {
    heading("Decorations " + state.joinToString { "${it.id}: ${it.style.id}" })
    for ((href, changes) in navigator.applyDecorations("highlights", state.asList())) {
        for (change in changes) when (change) {
            is DecorationChangeAdd -> println("  add     ${change.add.id} in $href")
            is DecorationChangeUpdate -> println("  update  ${change.update.id} in $href")
            is DecorationChangeRemove -> println("  remove  ${change.remove} in $href")
            else -> println("  $change")
        }
    }
}

fun heading(title: String, line: String = "-") = println("\n$title\n${line.repeat(title.length)}")
