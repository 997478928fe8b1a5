// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Native
import com.sun.jna.Pointer
import java.net.URI
import java.nio.ByteBuffer
import java.nio.file.Path
import lectern.json.Json
import lectern.model.BuildInfo
import lectern.model.Format
import lectern.model.Manifest
import lectern.model.Note
import lectern.model.NoteReadOptions
import lectern.model.NoteWriteOptions
import lectern.model.Notes
import lectern.model.OpenOptions
import lectern.model.Read
import lectern.model.SniffHints
import lectern.model.StoreOptions

/**
 * Opens publications and stores.
 *
 *     Lectern.open("book.epub").use { book -> println(book.title) }
 *
 * All calls block, and may be made on any thread.
 */
public object Lectern {
    init {
        Library.load(null)
    }

    /** Loads the library from a file.  Only necessary if it is neither in the jar nor found by the system's loader. */
    @JvmStatic
    public fun load(path: String): Unit = Library.load(path)

    /** The version of the loaded library, such as "1.0.0". */
    @JvmStatic
    public val version: String get() = textAt(C.lectern_version())

    /** Formats, services and dependencies of this build. */
    @JvmStatic
    public val buildInfo: BuildInfo get() = BuildInfo.fromJson(json(C::lectern_build_info))

    /** The number of handles that are not freed, by type: for leak checks in tests. */
    @JvmStatic
    public val liveHandles: Map<String, Long> get() = Read.map(json(C::lectern_live_handles), Read::long)

    /** The names of the JSON schemas. */
    @JvmStatic
    public val schemas: List<String>
        get() = Read.list(json { out, error -> C.lectern_schema(null, out, error) }, Read::string)

    /** A JSON schema, as text. */
    @JvmStatic
    public fun schema(name: String): String {
        val encoded = utf8(name)
        return text { out, error -> C.lectern_schema(encoded, out, error) }
    }

    // ------------------------------------------------------------------------------------------ Opening

    /**
     * Opens a file, or the folder of an exploded publication.
     *
     * Throws [LecternException.NotFound] without such a file, [LecternException.Format] when it is not a publication
     * or damaged beyond repair, and [LecternException.Protected], [LecternException.Limit], [LecternException.Io].
     */
    @JvmStatic
    @JvmOverloads
    public fun open(path: String, options: OpenOptions? = null, context: Context? = null): Publication {
        val file = utf8(path)
        return opened(options, context) { c, o, out, error -> C.lectern_publication_open(c, file, o, out, error) }
    }

    /** Opens a file or folder by its [Path]. */
    @JvmStatic
    @JvmOverloads
    public fun open(path: Path, options: OpenOptions? = null, context: Context? = null): Publication =
        open(path.toString(), options, context)

    /** Opens bytes in memory, which are copied. */
    @JvmStatic
    @JvmOverloads
    public fun open(bytes: ByteArray, options: OpenOptions? = null, context: Context? = null): Publication =
        open(ByteBuffer.wrap(bytes), options, context)

    /**
     * Opens the remaining bytes of a buffer.  A direct buffer is used in place and must not be modified until the
     * publication and everything derived from it are closed.  Other buffers are copied.
     */
    @JvmStatic
    @JvmOverloads
    public fun open(bytes: ByteBuffer, options: OpenOptions? = null, context: Context? = null): Publication {
        if (!bytes.isDirect) {
            return opened(options, context) { c, o, out, error ->
                val copy = Copy.of(bytes)
                inMemory(c, copy, copy.address, copy.size, o, out, error)
            }
        }
        val part = bytes.slice()
        val address = Pointer.nativeValue(Native.getDirectBufferPointer(part))
        return opened(options, context) { c, o, out, error ->
            inMemory(c, part, address, part.remaining(), o, out, error)
        }
    }

    /** Keeps [owner] until the library releases the bytes, and then closes it if it is closeable. */
    private fun inMemory(
        context: Long, owner: Any, address: Long, size: Int, options: ByteArray?, out: LongArray, error: LongArray,
    ): Int {
        val kept = Callbacks.keep(owner)
        return C.lectern_publication_open_memory(
            context, address, size.toLong(), Callbacks.release, kept, options, out, error,
        )
    }

    /** Opens a publication from a source. */
    @JvmStatic
    @JvmOverloads
    public fun open(source: Source, options: OpenOptions? = null, context: Context? = null): Publication =
        opened(options, context) { c, o, out, error ->
            C.lectern_publication_open_stream(c, Callbacks.stream(source), o, out, error)
        }

    /**
     * Opens a file on a server over HTTP, which is read in parts while they are needed.  Its name and media type are
     * those of the server unless [options] state them.  For headers, timeouts and the size of the cache, open a
     * [RemoteFile].
     */
    @JvmStatic
    @JvmOverloads
    public fun open(uri: URI, options: OpenOptions? = null, context: Context? = null): Publication {
        val file = RemoteFile(uri)
        val given = options ?: OpenOptions()
        val name = given.name ?: RemoteFile.nameIn(uri).ifEmpty { null }
        return open(file, given.copy(name = name, mediaType = given.mediaType ?: file.type), context)
    }

    /** Creates a publication from a manifest and files that you serve; without a fetcher, the files cannot be read. */
    @JvmStatic
    @JvmOverloads
    public fun open(
        manifest: Manifest,
        fetcher: Fetcher? = null,
        options: OpenOptions? = null,
        context: Context? = null,
    ): Publication = openManifest(Json.write(manifest), fetcher, options, context)

    /** Creates a publication from a manifest as JSON text. */
    @JvmStatic
    @JvmOverloads
    public fun openManifest(
        manifest: String,
        fetcher: Fetcher? = null,
        options: OpenOptions? = null,
        context: Context? = null,
    ): Publication {
        val encoded = utf8(manifest)
        return opened(options, context) { c, o, out, error ->
            C.lectern_publication_open_manifest(c, encoded, fetcher?.let(Callbacks::fetcher), o, out, error)
        }
    }

    private inline fun opened(
        options: OpenOptions?,
        context: Context?,
        open: (context: Long, options: ByteArray?, out: LongArray, error: LongArray) -> Int,
    ): Publication {
        val encoded = encoded(options)
        // Without a context, a call could not be interrupted.
        val used = context ?: Context()
        try {
            return Publication(used.pinned { number -> output { out, error -> open(number, encoded, out, error) } })
        } finally {
            if (context == null) used.close()
        }
    }

    /** Recognizes the format of a source by its bytes, or by the hints if these are ambiguous. */
    @JvmStatic
    @JvmOverloads
    public fun sniff(source: Source?, hints: SniffHints? = null): Format {
        val encoded = encoded(hints)
        return Format.fromJson(json { out, error ->
            C.lectern_publication_sniff(source?.let(Callbacks::stream), encoded, out, error)
        })
    }

    /** Reads the notes exported by another program, page by page. */
    @JvmStatic
    @JvmOverloads
    public fun readNotes(source: Source, options: NoteReadOptions? = null): Cursor<Notes> {
        val encoded = encoded(options)
        return Cursor(
            output { out, error -> C.lectern_notes_read(Callbacks.stream(source), encoded, out, error) },
            Notes::fromJson,
        )
    }

    /** Exports notes as text for another program. */
    @JvmStatic
    @JvmOverloads
    public fun writeNotes(notes: List<Note>, options: NoteWriteOptions? = null): String {
        val (list, encoded) = encoded(notes) to encoded(options)
        return text { out, error -> C.lectern_notes_write(list, encoded, out, error) }
    }

    /** Merges two lists that were edited independently. */
    @JvmStatic
    public fun mergeNotes(ours: List<Note>, theirs: List<Note>): List<Note> {
        val (one, other) = encoded(ours) to encoded(theirs)
        return Read.list(json { out, error -> C.lectern_notes_merge(one, other, out, error) }, Note::fromJson)
    }

    /** Opens a store of preferences: a file, which is created if necessary, or without a path, in memory. */
    @JvmStatic
    @JvmOverloads
    public fun openStore(path: String? = null, options: StoreOptions? = null, context: Context? = null): Store {
        val file = utf8(path)
        val encoded = encoded(options)
        return Store(context.pinned { number ->
            output { out, error -> C.lectern_store_open(number, file, encoded, out, error) }
        })
    }
}
