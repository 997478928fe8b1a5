// SPDX-License-Identifier: BSD-3-Clause
@file:JvmName("Functions")

package lectern

import lectern.json.Json
import lectern.model.Cfi
import lectern.model.Contributor
import lectern.model.ContributorOrName
import lectern.model.Decoration
import lectern.model.DecorationChange
import lectern.model.Link
import lectern.model.LinkFilter
import lectern.model.LinkParameter
import lectern.model.LocalizedText
import lectern.model.Read
import lectern.model.TokenOptions
import lectern.model.TokenOptionsOffsets
import lectern.model.Voice
import lectern.model.VoiceOptions

// Pure functions of the library, and shorthands for types of the JSON.

/** The text in its first language. */
public val LocalizedText.text: String
    get() = when (this) {
        is LocalizedText.Text -> value
        is LocalizedText.Members -> value.values.firstOrNull().orEmpty()
        is LocalizedText.Other -> ""
    }

/** The name in its first language. */
public val ContributorOrName.name: String
    get() = when (this) {
        is ContributorOrName.Text -> value
        is Contributor -> name.text
        is ContributorOrName.Other -> ""
    }

/** The links that match a filter. */
public fun List<Link>.filter(filter: LinkFilter): List<Link> {
    Library.load(null)
    val links = encoded(this)
    val encoded = encoded(filter)
    return Read.list(json { out, error -> C.lectern_links_filter(links, encoded, out, error) }, Link::fromJson)
}

/** Whether all links match a filter, such as LinkFilter(kind = …). */
public fun List<Link>.all(filter: LinkFilter): Boolean {
    Library.load(null)
    val links = encoded(this)
    val encoded = encoded(filter)
    return yes { out, error -> C.lectern_links_all(links, encoded, out, error) }
}

/** The index of the first link that matches a filter; -1 if there is none. */
public fun List<Link>.indexOfFirst(filter: LinkFilter): Int {
    Library.load(null)
    val links = encoded(this)
    val encoded = encoded(filter)
    return number { out, error -> C.lectern_links_index(links, encoded, out, error) }
}

/** The names of the variables in a templated link, without duplicates. */
public val Link.parameters: List<String>
    get() {
        Library.load(null)
        val link = encoded(this)
        return Read.list(json { out, error -> C.lectern_link_parameters(link, out, error) }, Read::string)
    }

/** The link with its URI template expanded (RFC 6570). */
public fun Link.expand(parameters: Map<String, LinkParameter>): Link {
    Library.load(null)
    val link = encoded(this)
    val encoded = encoded(parameters)
    return Link.fromJson(json { out, error -> C.lectern_link_expand(link, encoded, out, error) })
}

/** The absolute URL of the link. */
@JvmOverloads
public fun Link.url(base: String? = null): String {
    Library.load(null)
    val link = encoded(this)
    val encoded = utf8(base)
    return text { out, error -> C.lectern_link_url(link, encoded, out, error) }
}

/**
 * The voices to offer to a reader: those for a language, or all, sorted by language, region, quality, gender and name.
 * A language without a region matches any region.
 */
@JvmOverloads
public fun List<Voice>.select(options: VoiceOptions? = null): List<Voice> {
    Library.load(null)
    val voices = encoded(this)
    val encoded = encoded(options)
    return Read.list(json { out, error -> C.lectern_voices_select(voices, encoded, out, error) }, Voice::fromJson)
}

/** The ranges of the sentences, words or paragraphs in a text, for `text.substring(range)`. */
@JvmOverloads
public fun tokenize(text: String, options: TokenOptions = TokenOptions()): List<IntRange> {
    Library.load(null)
    val encodedText = utf8(text)
    val encoded = encoded(options.copy(offsets = options.offsets ?: TokenOptionsOffsets.UTF_16))
    return Read.list(json { out, error -> C.lectern_text_tokenize(encodedText, encoded, out, error) }) { range ->
        val (begin, end) = Read.list(range, Read::long)
        begin.toInt() until end.toInt()
    }
}

/** The parts of an EPUB CFI. */
public fun parseCfi(cfi: String): Cfi {
    Library.load(null)
    val encoded = utf8(cfi)
    return Cfi.fromJson(json { out, error -> C.lectern_cfi_parse(encoded, out, error) })
}

/** Compares EPUB CFIs by their position in the book, for [sortedWith]. */
public fun compareCfis(a: String, b: String): Int {
    Library.load(null)
    val (first, second) = Pair(utf8(a), utf8(b))
    return number { out, error -> C.lectern_cfi_compare(first, second, out, error) }
}

/** Joins two EPUB CFIs to the CFI of the range between them. */
public fun joinCfis(start: String, end: String): String {
    Library.load(null)
    val (from, to) = Pair(utf8(start), utf8(end))
    return text { out, error -> C.lectern_cfi_join(from, to, out, error) }
}

/** The difference between two states of a decoration group, by resource. */
public fun diff(before: List<Decoration>, after: List<Decoration>): Map<String, List<DecorationChange>> =
    diff(Json.write(before), Json.write(after))

/** The difference between two states as JSON text, as stored. */
public fun diff(before: String, after: String): Map<String, List<DecorationChange>> {
    Library.load(null)
    val old = utf8(before)
    val new = utf8(after)
    return changes(json { out, error -> C.lectern_decorations_diff(old, new, out, error) })
}

internal fun changes(json: Any?): Map<String, List<DecorationChange>> =
    Read.map(json) { changes -> Read.list(changes, DecorationChange::fromJson) }
