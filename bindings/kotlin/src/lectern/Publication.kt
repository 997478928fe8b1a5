// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.model.Accessibility
import lectern.model.AccessibilityOptions
import lectern.model.CfiPlace
import lectern.model.Content
import lectern.model.ContentElement
import lectern.model.Diagnostic
import lectern.model.Footnote
import lectern.model.Link
import lectern.model.LinkFilter
import lectern.model.Locator
import lectern.model.LocatorQuery
import lectern.model.Locators
import lectern.model.Manifest
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

    // --------------------------------------------------------------------------------------- What it says

    /** The Readium Web Publication Manifest, with the links of services.  Read once, and kept. */
    public val manifest: Manifest
        get() = if (isClosed) Manifest.fromJson(lectern.json.Json.parse(manifestText)) else parsed

    /** The manifest as JSON text, to store or to send on. */
    public val manifestText: String
        get() = pinned { number -> text { out, error -> C.lectern_publication_manifest(number, out, error) } }

    /** The title, in the first of its languages. */
    public val title: String get() = manifest.metadata.title.text

    /** The names of the authors. */
    public val authors: List<String> get() = manifest.metadata.author.orEmpty().map { it.name }

    /** The first of its languages, as a BCP 47 tag. */
    public val language: String? get() = manifest.metadata.language?.firstOrNull()

    /** What is read from beginning to end. */
    public val readingOrder: List<Link> get() = manifest.readingOrder

    /** Everything else that belongs to the publication. */
    public val resources: List<Link> get() = manifest.resources.orEmpty()

    /** The table of contents. */
    public val toc: List<Link> get() = manifest.toc.orEmpty()

    /** The pages of a printed edition. */
    public val pageList: List<Link> get() = manifest.pageList.orEmpty()

    /** The places that readers ask for. */
    public val landmarks: List<Link> get() = manifest.landmarks.orEmpty()

    /** Properties computed from the manifest: format, profiles, kinds of resources. */
    public val info: PublicationInfo
        get() = PublicationInfo.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_info(number, out, error) } },
        )

    /** The accessibility metadata as sentences for readers, in groups. */
    @JvmOverloads
    public fun accessibility(options: AccessibilityOptions? = null): Accessibility {
        val encoded = encoded(options)
        return Accessibility.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_accessibility(number, encoded, out, error) } },
        )
    }

    /** Authoring mistakes that did not prevent opening. */
    public val warnings: List<Diagnostic>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_warnings(number, out, error) } },
            Diagnostic::fromJson,
        )

    /** What identifies this copy: identifier, title, a hash of its bytes, its reading order. */
    public val identity: PublicationIdentity
        get() = PublicationIdentity.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_identity(number, out, error) } },
        )

    /** The services, with their routes. */
    public val services: List<ServiceInfo>
        get() = Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_services(number, out, error) } },
            ServiceInfo::fromJson,
        )

    /** The links of one collection, such as "toc" or "pageList"; empty when absent. */
    public fun collection(role: String): List<Link> {
        val encoded = utf8(role)
        return Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_collection(number, encoded, out, error) } },
            Link::fromJson,
        )
    }

    /** How one resource is to be laid out. */
    public fun layout(href: String): Presentation {
        val encoded = utf8(href)
        return Presentation.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_layout(number, encoded, out, error) } },
        )
    }

    /**
     * The first link with this href, tried again without its fragment, then its query.  Throws
     * [LecternException.NotFound] when there is none.
     */
    public fun link(href: String): Link {
        val encoded = utf8(href)
        return Link.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_link(number, encoded, out, error) } },
        )
    }

    /** All links that pass a filter, in document order. */
    @JvmOverloads
    public fun links(filter: LinkFilter = LinkFilter()): List<Link> {
        val encoded = encoded(filter)
        return Read.list(
            pinned { number -> json { out, error -> C.lectern_publication_links(number, encoded, out, error) } },
            Link::fromJson,
        )
    }

    // ------------------------------------------------------------------------------------------- Places

    /** All positions, in order.  Recordings have none. */
    public val positions: List<Locator>
        get() = Positions.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_positions(number, out, error) } },
        ).positions

    /** The positions, as one list for each item of the reading order. */
    public val positionsByReadingOrder: List<List<Locator>>
        get() = Read.list(
            pinned { number ->
                json { out, error -> C.lectern_publication_positions_by_reading_order(number, out, error) }
            },
        ) { item -> Read.list(item, Locator::fromJson) }

    /**
     * A complete locator for what is known of a place: a locator, a link, a position, a progression, a quote.
     * Throws [LecternException.NotFound] when there is no such place.
     */
    public fun locate(query: LocatorQuery): Locator {
        val encoded = encoded(query)
        return Locator.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_locate(number, encoded, out, error) } },
        )
    }

    /**
     * The EPUB CFI of what [locate] finds.
     *
     * Throws [LecternException.Unsupported] for a publication that is not an EPUB.
     */
    public fun cfi(query: LocatorQuery): CfiPlace {
        val encoded = encoded(query)
        return CfiPlace.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_cfi(number, encoded, out, error) } },
        )
    }

    /** The pages of the printed book, of a PDF or of a comic, with their labels and the places where they begin. */
    public val pages: Pages
        get() = Pages.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_pages(number, out, error) } },
        )

    /**
     * The note that a reference leads to; the query is any place in either of them.
     * Throws [LecternException.NotFound] when there is no note.
     */
    public fun note(query: LocatorQuery): Footnote {
        val encoded = encoded(query)
        return Footnote.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_note(number, encoded, out, error) } },
        )
    }

    /**
     * The word at a place, its sentence and its language, for a dictionary.
     * Throws [LecternException.Unsupported] for a place that is in no document.
     */
    public fun word(query: LocatorQuery): Word {
        val encoded = encoded(query)
        return Word.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_word(number, encoded, out, error) } },
        )
    }

    // ---------------------------------------------------------------------------------------- Resources

    /**
     * The resource at that href: a file of the publication, or a route of a service such as
     * "~readium/search?query=whale".  Throws [LecternException.NotFound] when there is none.
     */
    public fun get(href: String): Resource {
        val encoded = utf8(href)
        return Resource(
            pinned { number -> output { out, error -> C.lectern_publication_get(number, encoded, out, error) } },
        )
    }

    /** The same without the services of the host, so that one of these can wrap what is there. */
    public fun getBuiltIn(href: String): Resource {
        val encoded = utf8(href)
        return Resource(pinned { number ->
            output { out, error -> C.lectern_publication_get_builtin(number, encoded, out, error) }
        })
    }

    /** The cover as the encoded image that is there.  Throws [LecternException.NotFound] without one. */
    public fun cover(): Resource =
        Resource(pinned { number -> output { out, error -> C.lectern_publication_cover(number, out, error) } })

    /** The cover as an upright image of so many pixels at most; its link has the actual size. */
    public fun cover(maxWidth: Int, maxHeight: Int): Resource {
        require(maxWidth >= 0 && maxHeight >= 0) { "a negative number" }
        return Resource(pinned { number ->
            output { out, error -> C.lectern_publication_cover_fitting(number, maxWidth, maxHeight, out, error) }
        })
    }

    /**
     * Keeps what [compute] makes, under a key, as long as the publication is open; it runs once.  null means that
     * there is no such value, and is kept as well.
     */
    @JvmOverloads
    public fun cache(key: String, variant: String? = null, compute: () -> ByteArray?): ByteArray? {
        val name = utf8(key)
        val second = utf8(variant)
        val struct = Callbacks.compute(compute)
        val buffer = pinned { number ->
            output { out, error -> C.lectern_publication_cache(number, name, second, struct, out, error) }
        }
        return if (buffer == 0L) null else take(buffer)
    }

    // --------------------------------------------------------------------------------------------- Text

    /** Words, characters, images and minutes, of the whole, of resources and of sections.  All documents are read, once. */
    @JvmOverloads
    public fun statistics(options: StatisticsOptions? = null): Statistics {
        val encoded = encoded(options)
        return Statistics.fromJson(
            pinned { number -> json { out, error -> C.lectern_publication_statistics(number, encoded, out, error) } },
        )
    }

    /** The matches of a search, one by one.  The search begins when the sequence is walked through. */
    @JvmOverloads
    public fun matches(query: String, options: SearchOptions? = null): Sequence<Match> = sequence {
        search(query, options).use { pages -> for (page in pages) yieldAll(page.locators.map(::Match)) }
    }

    /**
     * The matches of a search, a page for each resource that has some.  Throws [LecternException.Unsupported] for a
     * publication without text.
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

    /** Headings, paragraphs, images and so on, one by one; parameters as for [content]. */
    @JvmOverloads
    public fun elements(start: Locator? = null, tokens: TokenOptions? = null): Sequence<ContentElement> = sequence {
        content(start, tokens).use { pages -> for (page in pages) yieldAll(page.elements) }
    }

    /**
     * Walks over the content, from a place on; a page has elements of one resource.  With [tokens], the texts are
     * cut into sentences or words.
     */
    @JvmOverloads
    public fun content(start: Locator? = null, tokens: TokenOptions? = null): Cursor<Content> {
        val place = encoded(start)
        val options = encoded(tokens)
        val made = pinned { number ->
            output { out, error ->
                if (options == null) C.lectern_publication_content(number, place, out, error)
                else C.lectern_publication_content_tokens(number, place, options, out, error)
            }
        }
        return Cursor(made, Content::fromJson)
    }

    /** The text of a document as it is rendered, a line for each heading, paragraph and so on. */
    public fun text(href: String): String {
        val encoded = utf8(href)
        return pinned { number -> text { out, error -> C.lectern_publication_text(number, encoded, out, error) } }
    }

    /** The text of the whole publication, without what is no document. */
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

/** One match of a search. */
public data class Match(public val locator: Locator) {
    /** The words that were found. */
    public val text: String get() = locator.text?.highlight.orEmpty()

    /** The text in front of them. */
    public val before: String get() = locator.text?.before.orEmpty()

    /** The text behind them. */
    public val after: String get() = locator.text?.after.orEmpty()

    /** The chapter or section. */
    public val title: String? get() = locator.title
}
