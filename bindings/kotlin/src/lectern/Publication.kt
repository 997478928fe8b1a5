// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.model.Accessibility
import lectern.model.AccessibilityOptions
import lectern.model.CfiPlace
import lectern.model.Content
import lectern.model.ContentElement
import lectern.model.ContentOptions
import lectern.model.CoverOptions
import lectern.model.Diagnostic
import lectern.model.Footnote
import lectern.model.Link
import lectern.model.LinkFilter
import lectern.model.Locator
import lectern.model.LocatorQuery
import lectern.model.Locators
import lectern.model.Manifest
import lectern.model.MarkdownOptions
import lectern.model.Pages
import lectern.model.Positions
import lectern.model.Presentation
import lectern.model.PublicationIdentity
import lectern.model.PublicationInfo
import lectern.model.Read
import lectern.model.SearchOptions
import lectern.model.ServiceInfo
import lectern.model.Statistics
import lectern.model.StatisticsOptions
import lectern.model.ThumbnailOptions
import lectern.model.TokenOptions
import lectern.model.Word

/** An open publication.  Immutable: any number of threads may use it at once. */
public class Publication internal constructor(number: Long, isOwned: Boolean = true) :
    Handle(number, if (isOwned) ::free else null) {

    init {
        if (isOwned) Pressure.add(1)
    }

    private val parsed by lazy(LazyThreadSafetyMode.PUBLICATION) {
        Manifest.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_manifest(number, out, error) } },
        )
    }

    // -------------------------------------------------------------------------------------- Manifest

    /** The Readium Web Publication Manifest, including the links of services.  It is read once and cached. */
    public val manifest: Manifest
        get() = if (isClosed) Manifest.fromJson(lectern.json.Json.parse(manifestText)) else parsed

    /** The manifest as JSON text, for storing or sending. */
    public val manifestText: String
        get() = pinned { number -> text { out, error -> C.lectern_publication_manifest(number, out, error) } }

    /** The title in its first language. */
    public val title: String get() = manifest.metadata.title.text

    /** The names of the authors. */
    public val authors: List<String> get() = manifest.metadata.author.orEmpty().map { it.name }

    /** The first language, as a BCP 47 tag. */
    public val language: String? get() = manifest.metadata.language?.firstOrNull()

    /** The resources in the order of reading. */
    public val readingOrder: List<Link> get() = manifest.readingOrder

    /** All other resources of the publication. */
    public val resources: List<Link> get() = manifest.resources.orEmpty()

    /** The table of contents. */
    public val toc: List<Link> get() = manifest.toc.orEmpty()

    /** The pages of a printed edition. */
    public val pageList: List<Link> get() = manifest.pageList.orEmpty()

    /** Places of special interest, such as the cover or the bibliography. */
    public val landmarks: List<Link> get() = manifest.landmarks.orEmpty()

    /** Properties computed from the manifest: format, profiles, kinds of resources. */
    public val info: PublicationInfo
        get() = PublicationInfo.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_info(number, out, error) } },
        )

    /** The accessibility metadata as sentences for readers, grouped. */
    @JvmOverloads
    public fun accessibility(options: AccessibilityOptions? = null): Accessibility {
        val encoded = encoded(options)
        return Accessibility.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_accessibility(number, encoded, out, error) } },
        )
    }

    /** Mistakes of the author that did not prevent opening. */
    public val warnings: List<Diagnostic>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_warnings(number, out, error) } },
            Diagnostic::fromJson,
        )

    /** Identifies this copy: identifier, title, a hash of its bytes, its reading order. */
    public val identity: PublicationIdentity
        get() = PublicationIdentity.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_identity(number, out, error) } },
        )

    /** The services and their routes. */
    public val services: List<ServiceInfo>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_services(number, out, error) } },
            ServiceInfo::fromJson,
        )

    /** The links of a collection, such as "toc" or "pageList"; empty if there is none. */
    public fun collection(role: String): List<Link> {
        val encoded = utf8(role)
        return Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_collection(number, encoded, out, error) } },
            Link::fromJson,
        )
    }

    /** The layout of one resource. */
    public fun layout(href: String): Presentation {
        val encoded = utf8(href)
        return Presentation.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_layout(number, encoded, out, error) } },
        )
    }

    /**
     * The first link with this href; otherwise, with the href without its fragment, and then without its query.  Throws
     * [LecternException.NotFound] if there is none.
     */
    public fun link(href: String): Link {
        val encoded = utf8(href)
        return Link.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_link(number, encoded, out, error) } },
        )
    }

    /** All links that match a filter, in document order. */
    @JvmOverloads
    public fun links(filter: LinkFilter = LinkFilter()): List<Link> {
        val encoded = encoded(filter)
        return Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_links(number, encoded, out, error) } },
            Link::fromJson,
        )
    }

    // ------------------------------------------------------------------------------------------- Places

    /** All positions, in order.  A recording has one for every 30 seconds. */
    public val positions: List<Locator>
        get() = Positions.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_positions(number, out, error) } },
        ).positions

    /** The positions, grouped by item of the reading order. */
    public val positionsByReadingOrder: List<List<Locator>>
        get() = Read.list(
            pinned { number ->
                json { out, error -> C.lectern_publication_positions_by_reading_order(number, out, error) }
            },
        ) { item -> Read.list(item, Locator::fromJson) }

    /**
     * Completes a partial location: a locator, a link, a position, a progression, a quote.  Throws
     * [LecternException.NotFound] if there is no such location.
     */
    public fun locate(query: LocatorQuery): Locator {
        val encoded = encoded(query)
        return Locator.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_locate(number, encoded, out, error) } },
        )
    }

    /**
     * The EPUB CFI of the result of [locate].
     *
     * Throws [LecternException.Unsupported] if the publication is not an EPUB.
     */
    public fun cfi(query: LocatorQuery): CfiPlace {
        val encoded = encoded(query)
        return CfiPlace.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_cfi(number, encoded, out, error) } },
        )
    }

    /** The pages of the printed book, of a PDF or of a comic, with their labels and locations. */
    public val pages: Pages
        get() = Pages.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_pages(number, out, error) } },
        )

    /**
     * The footnote for a location in it or in a reference to it.  Throws [LecternException.NotFound] if there is no
     * footnote.
     */
    public fun footnote(query: LocatorQuery): Footnote {
        val encoded = encoded(query)
        return Footnote.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_footnote(number, encoded, out, error) } },
        )
    }

    /**
     * The word at a location, its sentence and its language, for a dictionary.  Throws [LecternException.Unsupported]
     * if the location is not in a document.
     */
    public fun word(query: LocatorQuery): Word {
        val encoded = encoded(query)
        return Word.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_word(number, encoded, out, error) } },
        )
    }

    // ---------------------------------------------------------------------------------------- Resources

    /**
     * The resource with this href: a file of the publication, or a route of a service such as
     * "~readium/search?query=whale".  Throws [LecternException.NotFound] if there is none.
     */
    public fun get(href: String): Resource {
        val encoded = utf8(href)
        return Resource(
            pinned { number -> output { out, error -> C.lectern_publication_get(number, encoded, out, error) } },
        )
    }

    /** The resource without the services of the host, for a service that wraps the original. */
    public fun getBuiltIn(href: String): Resource {
        val encoded = utf8(href)
        return Resource(pinned { number ->
            output { out, error -> C.lectern_publication_get_builtin(number, encoded, out, error) }
        })
    }

    /** The image that each item of the reading order is or shows, or null. */
    public val pageImages: List<Link?>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_page_images(number, out, error) } },
        ) { item -> item?.let(Link::fromJson) }

    /**
     * The cover as an encoded image: as it is stored, or of a size and type, or made of title and authors if there is
     * none.  Throws [LecternException.NotFound] if there is none, and none may be made.
     */
    @JvmOverloads
    public fun cover(options: CoverOptions? = null): Resource {
        val encoded = encoded(options)
        return Resource(
            pinned { number -> output { out, error -> C.lectern_publication_cover(number, encoded, out, error) } },
        )
    }

    /** A page of a PDF or a comic, or one that shows only an image, as a picture. */
    public fun thumbnail(options: ThumbnailOptions): Resource {
        val encoded = encoded(options)
        return Resource(
            pinned { number -> output { out, error -> C.lectern_publication_thumbnail(number, encoded, out, error) } },
        )
    }

    /**
     * Caches the result of [compute] under a key until the publication is closed; it is computed once.  null means that
     * there is no such value, and is cached as well.
     */
    @JvmOverloads
    public fun cache(key: String, variant: String? = null, compute: () -> ByteArray?): ByteArray? =
        cached(key, variant, compute, C::lectern_publication_cache)

    /** Like [cache], but the value is also kept across runs, in the cacheDirectory of the context. */
    @JvmOverloads
    public fun keep(key: String, variant: String? = null, compute: () -> ByteArray?): ByteArray? =
        cached(key, variant, compute, C::lectern_publication_keep)

    private fun cached(
        key: String, variant: String?, compute: () -> ByteArray?,
        function: (Long, ByteArray, ByteArray?, LongArray, LongArray, LongArray) -> Int,
    ): ByteArray? {
        val name = utf8(key)
        val second = utf8(variant)
        val struct = Callbacks.compute(compute)
        val buffer = pinned { number -> output { out, error -> function(number, name, second, struct, out, error) } }
        return if (buffer == 0L) null else take(buffer)
    }

    /** A copy with the same files, another manifest, and services that are opened for it. */
    public fun copy(manifest: Manifest): Publication {
        val encoded = encoded(manifest)
        return Publication(
            pinned { number -> output { out, error -> C.lectern_publication_copy(number, encoded, out, error) } },
        )
    }

    // --------------------------------------------------------------------------------------------- Text

    /** Counts words, characters, images and minutes, in total and by resource and section.  Documents are read once. */
    @JvmOverloads
    public fun statistics(options: StatisticsOptions? = null): Statistics {
        val encoded = encoded(options)
        return Statistics.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_statistics(number, encoded, out, error) } },
        )
    }

    /** The matches of a search, one at a time.  The search starts with the iteration. */
    @JvmOverloads
    public fun matches(query: String, options: SearchOptions? = null): Sequence<Match> = sequence {
        search(query, options).use { pages -> for (page in pages) yieldAll(page.locators.map(::Match)) }
    }

    /**
     * Searches for text.  Each page has the matches in one resource.  Throws [LecternException.Unsupported] if the
     * publication has no text.
     */
    @JvmOverloads
    public fun search(query: String, options: SearchOptions? = null): Cursor<Locators> {
        val text = utf8(query)
        val encoded = encoded(options)
        val found = pinned { number ->
            output { out, error -> C.lectern_publication_search(number, text, encoded, out, error) }
        }
        return Cursor(found, Locators::fromJson)
    }

    /** The headings, paragraphs, images and so on, one at a time; see [content] for the parameters. */
    @JvmOverloads
    public fun elements(start: Locator? = null, tokens: TokenOptions? = null): Sequence<ContentElement> = sequence {
        content(start, tokens).use { pages -> for (page in pages) yieldAll(page.elements) }
    }

    /**
     * Iterates over the content from a location; each page has elements of one resource.  With [tokens], the texts are
     * split into sentences or words.
     */
    @JvmOverloads
    public fun content(start: Locator? = null, tokens: TokenOptions? = null): Cursor<Content> {
        val place = encoded(start)
        val options = encoded(ContentOptions(tokens = tokens))
        val made = pinned { number ->
            output { out, error -> C.lectern_publication_content(number, place, options, out, error) }
        }
        return Cursor(made, Content::fromJson)
    }

    /** The rendered text of a document, with a line for each heading, paragraph and so on. */
    public fun text(href: String): String {
        val encoded = utf8(href)
        return pinned { number -> text { out, error -> C.lectern_publication_text(number, encoded, out, error) } }
    }

    /** The publication as Markdown: all of it, or a part. */
    @JvmOverloads
    public fun markdown(options: MarkdownOptions? = null): String {
        val encoded = encoded(options)
        return pinned { number -> text { out, error -> C.lectern_publication_markdown(number, encoded, out, error) } }
    }

    /** The text of all documents of the publication. */
    public fun text(): String = readingOrder.mapNotNull { link ->
        try {
            text(link.href)
        } catch (_: LecternException.Unsupported) {
            null
        }
    }.joinToString("\n")
}

private fun free(number: Long): Int {
    Pressure.remove(1)
    return C.lectern_publication_free(number)
}

/** A match of a search. */
public data class Match(public val locator: Locator) {
    /** The matching words. */
    public val text: String get() = locator.text?.highlight.orEmpty()

    /** The text before the match. */
    public val before: String get() = locator.text?.before.orEmpty()

    /** The text after the match. */
    public val after: String get() = locator.text?.after.orEmpty()

    /** The chapter or section. */
    public val title: String? get() = locator.title
}
