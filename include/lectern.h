/*
 * lectern.h - the public C API of liblectern.
 *
 *   lectern_publication *book;
 *   lectern_buffer *manifest;
 *   lectern_error *error;
 *   if (lectern_publication_open(NULL, "book.epub", NULL, &book, &error) == LECTERN_OK) {
 *       if (lectern_publication_manifest(book, &manifest, NULL) == LECTERN_OK)
 *           puts(lectern_buffer_data(manifest));
 *       lectern_buffer_free(manifest);
 *   } else fprintf(stderr, "%s\n", lectern_error_message(error));
 *   lectern_publication_free(book);
 *   lectern_error_free(error);
 *
 * Lectern opens publications: EPUB 2 and 3, Kindle books (MOBI, KF8), Readium packages
 * and manifests, W3C packages (LPF), comics (CBZ, folders of images), audiobooks (ZAB,
 * recordings, DAISY), FictionBook, HTML, Markdown, plain text and PDF.  It describes
 * them as Readium manifests and positions, serves their resources, searches them,
 * computes presentation settings from preferences, keeps decorations and notes, and has
 * a page that shows a publication in a web view of the host.
 *
 * This file and the JSON schemas that it names are the whole API.
 *
 * CONVENTIONS  (for every function; the comments below mention only exceptions)
 *
 *  1 Shape       lectern_<noun>_<verb>(subject, inputs, outputs, error).
 *                Functions that can fail return a lectern_status.
 *  2 Status      0 is success, a positive value is success with a meaning
 *                (LECTERN_END, LECTERN_PASS), a negative value is a failure.
 *  3 Errors      The last parameter may be NULL.  Otherwise *error becomes NULL
 *                on success and an owned lectern_error on failure.  There is no
 *                per-thread and no per-object "last error".
 *  4 NULL        Only parameters and members that are tagged @optional may be NULL,
 *                inputs as well as outputs.  On failure every output is NULL or 0,
 *                never left unset.
 *  5 Handles     Handle types look like pointers but are not addresses: they
 *                are numbered tickets that the library checks on every call.  A
 *                freed, foreign, or wrongly typed handle gives
 *                LECTERN_ERROR_HANDLE, not a crash.  The value always fits in
 *                47 bits (in 32 on a 32-bit machine) and is never reused.
 *  6 Ownership   A handle that a function returns through an output parameter is
 *                yours: free it with lectern_<type>_free().  Handles passed to a
 *                callback are borrowed for that call, unless noted; freeing one
 *                gives LECTERN_ERROR_HANDLE.  The order of frees never matters: a
 *                resource, cursor, draft or navigator keeps the parts of its
 *                publication that it needs alive, and a draft its navigator.
 *                Freeing NULL is allowed; freeing twice returns
 *                LECTERN_ERROR_HANDLE and does no harm.
 *  7 Text        NUL-terminated UTF-8, in and out.  Bytes are pointer + size.
 *                Invalid UTF-8 gives LECTERN_ERROR_ARGUMENT.  Inputs are copied;
 *                nothing you pass needs to outlive the call, unless noted.  A string
 *                that a function returns is valid until the handle that was passed
 *                to it is freed; without a handle, forever.
 *  8 JSON        Structured data is JSON text.  "@json NAME" says which schema
 *                it follows: include/schemas/NAME.schema.json, also available
 *                from lectern_schema(); "@json any" is any JSON, and "@text" a buffer
 *                with text that is not JSON.  A member of an option object that is
 *                null is treated as absent.  Option objects reject unknown members;
 *                publication data keeps them.
 *  9 Callbacks   Are passed in a struct whose first member is struct_size; set it
 *                to sizeof, so that the struct can grow.  Functions that are tagged
 *                @optional, and release, may be NULL; functions that are newer than
 *                the library must be NULL (LECTERN_ERROR_ABI).  Callbacks run on
 *                the thread that made the lectern_ call, before that call returns,
 *                and may call the library.  If more than 64 callbacks are nested,
 *                calls that might run another one give LECTERN_ERROR_BUSY: opening,
 *                and all calls with a publication, resource, cursor, navigator,
 *                draft or store except freeing it.  A callback must return: it must
 *                not throw, longjmp or end its thread.  A handle that a callback
 *                stores in an output belongs to the library.  release, if set, runs
 *                exactly once, even if the function that took the struct fails.
 * 10 Threads     Any function may be called from any thread.  Publications and
 *                resources are immutable: calls on them run in parallel.  Calls on
 *                the same navigator, preferences, store or cursor run one at a time.
 *                A child of fork() may use the library, and handles from before
 *                the fork; streams and listeners of the host are called there,
 *                too.  An operation that another thread was in the middle of cannot
 *                be finished in the child.  The object that it used then gives
 *                LECTERN_ERROR_BUSY there: a stream, a cursor, or, if the thread
 *                was inside pdfium, all PDFs.  To make this rare, fork() waits until
 *                no other thread is inside a call, for at most a second.  It always
 *                waits for the transactions of stores.  A thread must not be
 *                cancelled (pthread_cancel) inside a call.
 * 11 Environment The library starts no threads, installs no signal handlers, prints
 *                nothing, reads no environment variables and no locale, and never
 *                uses the network.  On the machine of the host it opens only
 *                  - the file or folder that is opened, and the files that a lone
 *                    manifest lists and that are next to it;
 *                  - the file of a store, and files next to it whose names begin
 *                    with its name (SQLite's journal, renamed damaged files);
 *                  - the folder of the context option cacheDirectory;
 *                  - optional libraries, when they are first needed: those that
 *                    the context options name, or else pdfium, libarchive,
 *                    cmark, libturbojpeg, libpng, libwebp, giflib, SQLite and PCRE2
 *                    from the search path of the loader (pdfium also from the folder of this library and
 *                    the system's Python packages); librsvg only if an option
 *                    names it, or to draw a generated cover.
 *                These libraries, expat and the Swift runtime may read environment
 *                variables and files on their own.
 * 12 Growth      Within one LECTERN_ABI, functions, enum values, struct members and
 *                members of JSON are only ever added.  An unknown negative status is a
 *                failure, an unknown positive one a success; ignore unknown topics and
 *                members of JSON.  docs/compatibility.md is the policy.
 */
#ifndef LECTERN_H
#define LECTERN_H

#include <stddef.h>
#include <stdint.h>

/** The major version of this header. */
#define LECTERN_VERSION_MAJOR 1
/** The minor version of this header. */
#define LECTERN_VERSION_MINOR 0
/** The patch version of this header. */
#define LECTERN_VERSION_PATCH 0
/** The version of this header; lectern_version() returns that of the library. */
#define LECTERN_VERSION "1.0.0"

/** The binary interface this header describes; also the number in the soname. */
#define LECTERN_ABI 1u

#if defined(_WIN32)
# if defined(LECTERN_BUILDING)
#  define LECTERN_API __declspec(dllexport)
# else
#  define LECTERN_API __declspec(dllimport)
# endif
#elif defined(__GNUC__)
# define LECTERN_API __attribute__((visibility("default")))
#else
# define LECTERN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ Types */

/** Shared configuration: limits, logger, progress, services.  Cheap to create.
 *  Where a context is optional, NULL means a context with default options. */
typedef struct lectern_context lectern_context;
/** An open publication.  Immutable. */
typedef struct lectern_publication lectern_publication;
/** Bytes and the link that describes them: a file of the publication, or the answer of
 *  a service. */
typedef struct lectern_resource lectern_resource;
/** A position in a sequence of JSON pages: search results, elements of the content. */
typedef struct lectern_cursor lectern_cursor;
/** The presentation state of one publication in one view. */
typedef struct lectern_navigator lectern_navigator;
/** A draft of preferences, with the rules to edit it. */
typedef struct lectern_preferences lectern_preferences;
/** Stored preferences, by scope, and notes, in a file or in memory. */
typedef struct lectern_store lectern_store;
/** A registered listener; free it to stop listening. */
typedef struct lectern_subscription lectern_subscription;
/** Immutable text or bytes, always followed by a NUL that is not counted. */
typedef struct lectern_buffer lectern_buffer;
/** A failure: status, message, path, and the chain of causes. */
typedef struct lectern_error lectern_error;

/** Result of a call; one of the LECTERN_ values below. */
typedef int32_t lectern_status;

enum {
  LECTERN_OK                = 0,   /**< Success. */
  LECTERN_END               = 1,   /**< There is nothing (more) to return. */
  LECTERN_PASS              = 2,   /**< From a callback: not handled, try the next provider. */

  LECTERN_ERROR_INTERNAL    = -1,  /**< A bug in Lectern; please report it. */
  LECTERN_ERROR_HANDLE      = -2,  /**< NULL, freed, foreign or wrongly typed handle. */
  LECTERN_ERROR_ARGUMENT    = -3,  /**< NULL output, invalid UTF-8, value out of range. */
  LECTERN_ERROR_JSON        = -4,  /**< Malformed JSON, or it does not match its schema. */
  LECTERN_ERROR_ABI         = -5,  /**< Header and library are incompatible. */
  LECTERN_ERROR_NOT_FOUND   = -6,  /**< No such file, href, setting, style or schema. */
  LECTERN_ERROR_UNSUPPORTED = -7,  /**< Not available for this publication or in this build. */
  LECTERN_ERROR_IO          = -8,  /**< The operating system or a stream failed. */
  LECTERN_ERROR_FORMAT      = -9,  /**< Damaged beyond repair, or in another format. */
  LECTERN_ERROR_PROTECTED   = -10, /**< Needs a password or a licence. */
  LECTERN_ERROR_LIMIT       = -11, /**< A limit was reached. */
  LECTERN_ERROR_CANCELLED   = -12, /**< The progress callback stopped the call. */
  LECTERN_ERROR_CALLBACK    = -13, /**< A host callback failed or broke its contract. */
  LECTERN_ERROR_BUSY        = -14  /**< Called from a callback where this is not possible, or
                                        in use by another thread or process. */
};

/* -------------------------------------------------------------- Callbacks */

/** A random-access byte source.  Never called by two threads at once; reading a
 *  publication from inside its own stream gives LECTERN_ERROR_BUSY, as does waiting
 *  for a thread that waits for this one. */
typedef struct lectern_stream {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Reads up to capacity bytes at offset; *count 0 means the end. */
  lectern_status (*read)(void *user_data, uint64_t offset, void *bytes,
                         size_t capacity, size_t *count, lectern_error **error);
  /** The number of bytes. */
  lectern_status (*size)(void *user_data, uint64_t *size, lectern_error **error);
} lectern_stream;

/** Serves the files of a publication that the host provides. */
typedef struct lectern_fetcher {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Returns an owned resource (see lectern_resource_new), or LECTERN_PASS if
   *  there is no such file.  @param href  relative to the manifest, without query
   *  and fragment unless the manifest itself has them. */
  lectern_status (*get)(void *user_data, const char *href,
                        lectern_resource **resource, lectern_error **error);
} lectern_fetcher;

/**
 * A publication service provided by the host (Publication Helpers and Services).
 *
 * A service is a set of routes: links lists them, get answers them.  The built-in
 * services work in the same way, so a host replaces one by answering its route
 * (~readium/positions), adds one with new routes, serves or replaces any file of the
 * publication, or wraps a built-in answer by calling lectern_publication_get_builtin()
 * from get, for example to decrypt it.  Host services are asked before built-in ones,
 * the most recently added first.  While get runs, requests of the same thread skip this
 * service.  While open or links runs, publications that the same thread opens do not
 * get this service.
 *
 * A service whose open or links fails is left out with a warning.
 */
typedef struct lectern_service {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** "positions", "cover", "search", "guidedNavigation", or a reverse domain name.  Copied. */
  const char *name;
  /**
   * Called once per publication; *instance is passed to the functions below.
   * The publication is borrowed until close, without keeping it alive.
   * LECTERN_PASS: this publication does not need the service.  Without open, user_data
   * is passed to the functions below.  @optional
   */
  lectern_status (*open)(void *user_data, lectern_publication *publication,
                         void **instance, lectern_error **error);
  /** Links to add to the manifest, an owned buffer; or LECTERN_PASS.  A link with the
   *  href of an existing one replaces it.  Routes are written without a leading slash;
   *  requests may have one.  @optional  @json links */
  lectern_status (*links)(void *instance, lectern_buffer **links,
                          lectern_error **error);
  /** Answers a request, query included, with an owned resource, or LECTERN_PASS.  A
   *  resource whose link has no type gets that of the link in the manifest.  @optional
   *  @param href  normalised; routes begin with "/~", files have no leading slash */
  lectern_status (*get)(void *instance, const char *href,
                        lectern_resource **resource, lectern_error **error);
  /** Called once for each publication for which open succeeded, after its last use.
   *  The publication can no longer be used.  @optional */
  void (*close)(void *instance);
} lectern_service;

/** Receives diagnostics that are not failures: parse warnings, fallbacks. */
typedef struct lectern_logger {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Gets one diagnostic.  @optional  @param entry  @json log-entry */
  void (*log)(void *user_data, const char *entry);
} lectern_logger;

/** Lets a host show the progress of a long call and cancel it.  It is called before each
 *  resource, and repeatedly during a resource that takes long. */
typedef struct lectern_progress {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Non-zero stops the current call with LECTERN_ERROR_CANCELLED.  @optional */
  int32_t (*step)(void *user_data, const char *task, uint64_t done, uint64_t total);
} lectern_progress;

/** Changes the manifests of publications while they are opened. */
typedef struct lectern_editor {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Returns the manifest that the publication shall have in an owned buffer, or LECTERN_PASS to
   *  leave it as it is.  Any member may change: metadata, the reading order, links.  Hrefs are still
   *  those of the files.  A failure, or JSON that is no manifest, ends the opening.  While edit
   *  runs, publications that the same thread opens are not edited.
   *  @param manifest  with the links of the library's services, which are made again for the new
   *                   one.  @json manifest
   *  @param edited    @json manifest */
  lectern_status (*edit)(void *user_data, const char *manifest, lectern_buffer **edited,
                         lectern_error **error);
} lectern_editor;

/** Computes a value that is kept with a publication. */
typedef struct lectern_compute {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Returns an owned buffer, or LECTERN_PASS if there is no such value. */
  lectern_status (*compute)(void *user_data, lectern_buffer **bytes,
                            lectern_error **error);
} lectern_compute;

/** Receives the events of a navigator, a draft of preferences or a store. */
typedef struct lectern_listener {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Gets one event.  @param event  @json event-<topic> */
  void (*event)(void *user_data, const char *topic, const char *event);
} lectern_listener;

/** Builds the HTML of decorations where a template string is not enough.  It may use
 *  any of the extras, so a change of any extra updates the decoration. */
typedef struct lectern_renderer {
  size_t struct_size;
  void *user_data;
  void (*release)(void *user_data);
  /** Returns one HTML element in an owned buffer.
   *  @param decoration  @json decoration
   *  @param html        @text */
  lectern_status (*element)(void *user_data, const char *decoration,
                            lectern_buffer **html, lectern_error **error);
} lectern_renderer;

/* ---------------------------------------------------------------- Library */

/** The version of the loaded library, such as "1.0.0".  Never freed. */
LECTERN_API const char *lectern_version(void);

/** The LECTERN_ABI that the loaded library was built with. */
LECTERN_API uint32_t lectern_abi(void);

/** The name of a status, such as "LECTERN_ERROR_FORMAT".  Never NULL, never freed. */
LECTERN_API const char *lectern_status_name(lectern_status status);

/** Formats, services and dependencies of this build.  @json build-info */
LECTERN_API lectern_status lectern_build_info(lectern_buffer **json,
                                              lectern_error **error);

/** The JSON schema called name; without one, an array of all names.  @json any
 *  @param name  @optional */
LECTERN_API lectern_status lectern_schema(const char *name, lectern_buffer **json,
                                          lectern_error **error);

/** Counts the handles not yet freed, by type: a leak check for tests.
 *  The buffer it returns is not counted.  @json handles */
LECTERN_API lectern_status lectern_live_handles(lectern_buffer **json,
                                                lectern_error **error);

/* ---------------------------------------------------------------- Buffers */

/** Copies size bytes into a new buffer, for returning them from a callback. */
LECTERN_API lectern_status lectern_buffer_new(const void *data, size_t size,
                                              lectern_buffer **buffer,
                                              lectern_error **error);

/** The bytes, valid until the buffer is freed; "" for an invalid handle. */
LECTERN_API const char *lectern_buffer_data(const lectern_buffer *buffer);

/** The number of bytes, without the final NUL; 0 for an invalid handle. */
LECTERN_API size_t lectern_buffer_size(const lectern_buffer *buffer);

LECTERN_API lectern_status lectern_buffer_free(lectern_buffer *buffer);

/* ----------------------------------------------------------------- Errors */

/** Makes an error, for callbacks:  return lectern_error_new(s, "why", NULL, error);
 *  @param path   @optional  where the failure happened
 *  @param error  @optional
 *  @return status, so that the call can be the return statement. */
LECTERN_API lectern_status lectern_error_new(lectern_status status,
                                             const char *message, const char *path,
                                             lectern_error **error);

/** The status of the call that failed. */
LECTERN_API lectern_status lectern_error_status(const lectern_error *error);

/** One English sentence for developers and logs, valid until the error is freed. */
LECTERN_API const char *lectern_error_message(const lectern_error *error);

/**
 * Where the failure happened, outermost first, "" if unknown; valid until the error
 * is freed.  For example "book.epub > OEBPS/content.opf > /package/spine", or
 * "preferences > /fontSize" for JSON that was passed in.
 */
LECTERN_API const char *lectern_error_path(const lectern_error *error);

/** The error with its chain of causes.  @json error */
LECTERN_API lectern_status lectern_error_json(const lectern_error *error,
                                              lectern_buffer **json);

LECTERN_API lectern_status lectern_error_free(lectern_error *error);

/* ---------------------------------------------------------------- Context */

/**
 * A context with these options.
 * @param abi      always LECTERN_ABI: detects a header that does not match the library
 * @param options  @optional  limits (bytes, entries, nesting, compression ratio), optional
 *                 libraries, values kept across runs (cacheDirectory, cacheSize).
 *                 @json context-options
 */
LECTERN_API lectern_status lectern_context_new(uint32_t abi, const char *options,
                                               lectern_context **context,
                                               lectern_error **error);

/** Sets the logger that receives diagnostics.
 *  @param logger  @optional  NULL removes the current one */
LECTERN_API lectern_status lectern_context_set_logger(lectern_context *context,
                                                      const lectern_logger *logger,
                                                      lectern_error **error);

/** Sets the progress callback of long calls.
 *  @param progress  @optional  NULL removes the current one */
LECTERN_API lectern_status lectern_context_set_progress(lectern_context *context,
                                                        const lectern_progress *progress,
                                                        lectern_error **error);

/** Sets the editor of the manifests of publications that are opened afterwards with this context
 *  (onCreatePublication in the Readium toolkits).
 *  @param editor  @optional  NULL removes the current one */
LECTERN_API lectern_status lectern_context_set_editor(lectern_context *context,
                                                      const lectern_editor *editor,
                                                      lectern_error **error);

/** Adds a service to every publication opened afterwards with this context. */
LECTERN_API lectern_status lectern_context_add_service(lectern_context *context,
                                                       const lectern_service *service,
                                                       lectern_error **error);

LECTERN_API lectern_status lectern_context_free(lectern_context *context);

/* -------------------------------------------------------------- Resources */

/** A resource with these bytes.  @param link  @json link */
LECTERN_API lectern_status lectern_resource_new(const char *link, const void *data,
                                                size_t size,
                                                lectern_resource **resource,
                                                lectern_error **error);

/** A resource that reads from a stream.  @param link  @json link */
LECTERN_API lectern_status lectern_resource_new_stream(const char *link,
                                                       const lectern_stream *stream,
                                                       lectern_resource **resource,
                                                       lectern_error **error);

/** Href, media type and properties.  @json link */
LECTERN_API lectern_status lectern_resource_link(const lectern_resource *resource,
                                                 lectern_buffer **json,
                                                 lectern_error **error);

/** The number of bytes.  For a stream of the host, its size function is called. */
LECTERN_API lectern_status lectern_resource_size(const lectern_resource *resource,
                                                 uint64_t *size,
                                                 lectern_error **error);

/** Reads length bytes at offset: fewer at the end, and none after it.
 *  With UINT64_MAX as length, reads to the end. */
LECTERN_API lectern_status lectern_resource_read(const lectern_resource *resource,
                                                 uint64_t offset, uint64_t length,
                                                 lectern_buffer **bytes,
                                                 lectern_error **error);

LECTERN_API lectern_status lectern_resource_free(lectern_resource *resource);

/* ------------------------------------------------------------ Publication */

/** Recognises the format by the bytes, as opening does; hints are used where the bytes are
 *  not conclusive.  Topaz and KFX books (topaz, kfx) and RTF documents (rtf) are
 *  recognised as well, but opening them gives LECTERN_ERROR_UNSUPPORTED.
 *  LECTERN_ERROR_UNSUPPORTED from this function: the format is not recognised.
 *  @param stream  @optional  NULL guesses from the hints alone
 *  @param hints   @optional  file name, media type.  @json sniff-hints
 *  @param json    @json format */
LECTERN_API lectern_status lectern_publication_sniff(const lectern_stream *stream,
                                                     const char *hints,
                                                     lectern_buffer **json,
                                                     lectern_error **error);

/** Opens a file or an exploded directory.  LECTERN_ERROR_UNSUPPORTED for a format that is
 *  recognised but cannot be opened (see lectern_publication_sniff()).
 *  @param context  @optional
 *  @param options  @optional  @json open-options */
LECTERN_API lectern_status lectern_publication_open(lectern_context *context,
                                                    const char *path,
                                                    const char *options,
                                                    lectern_publication **publication,
                                                    lectern_error **error);

/** Opens bytes in memory.  With a release function the bytes are used in place
 *  until it is called; without one they are copied.
 *  @param context    @optional
 *  @param release    @optional
 *  @param user_data  @optional
 *  @param options    @optional  @json open-options */
LECTERN_API lectern_status lectern_publication_open_memory(
    lectern_context *context, const void *data, size_t size,
    void (*release)(void *user_data), void *user_data, const char *options,
    lectern_publication **publication, lectern_error **error);

/** Opens the bytes of a stream.
 *  @param context  @optional
 *  @param options  @optional  @json open-options */
LECTERN_API lectern_status lectern_publication_open_stream(
    lectern_context *context, const lectern_stream *stream, const char *options,
    lectern_publication **publication, lectern_error **error);

/** Makes a publication from a manifest and files that the host serves.
 *  @param context   @optional
 *  @param manifest  @json manifest
 *  @param fetcher   @optional  without one, the files cannot be read
 *  @param options   @optional  @json open-options */
LECTERN_API lectern_status lectern_publication_open_manifest(
    lectern_context *context, const char *manifest, const lectern_fetcher *fetcher,
    const char *options, lectern_publication **publication, lectern_error **error);

/** A copy of a publication with another manifest, such as its own after some changes.  It has the
 *  same files; which of them are encrypted does not depend on the manifest.  Services of the host
 *  are opened for the copy, too, and it has their links; the editor of the context is not asked.
 *  The copy and the publication are freed independently.
 *  LECTERN_ERROR_JSON for JSON that is no manifest, and for an empty reading order.
 *  @param manifest  @json manifest */
LECTERN_API lectern_status lectern_publication_copy(
    const lectern_publication *publication, const char *manifest,
    lectern_publication **copy, lectern_error **error);

/** The Readium Web Publication Manifest, with the links of services.  @json manifest */
LECTERN_API lectern_status lectern_publication_manifest(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** Properties computed from the manifest: format, profiles, base URL, effective reading
 *  progression, presentation, kinds of resources in the reading order.
 *  @json publication-info */
LECTERN_API lectern_status lectern_publication_info(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** The accessibility metadata as sentences for readers, in groups with titles, according to
 *  the Accessibility Metadata Display Guide of the W3C.  The statements are claims of the
 *  publisher, and a host should say so.  They are available in English, German, French,
 *  Spanish, Arabic and Japanese; other languages get English.
 *  @param options  @optional  language, dialect.  @json accessibility-options
 *  @param json     @json accessibility */
LECTERN_API lectern_status lectern_publication_accessibility(
    const lectern_publication *publication, const char *options, lectern_buffer **json,
    lectern_error **error);

/** Authoring mistakes that did not prevent opening.  @json warnings */
LECTERN_API lectern_status lectern_publication_warnings(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** The links of one collection, [] when absent: readingOrder, resources, links,
 *  toc, pageList (or page-list), landmarks, loa, loi, lot, lov, images, or any other
 *  role of the manifest.  @json links */
LECTERN_API lectern_status lectern_publication_collection(
    const lectern_publication *publication, const char *role, lectern_buffer **json,
    lectern_error **error);

/** The layout of one resource, including the defaults of the publication.
 *  @json presentation */
LECTERN_API lectern_status lectern_publication_layout(
    const lectern_publication *publication, const char *href, lectern_buffer **json,
    lectern_error **error);

/** The first link with this href in readingOrder, resources and links, each with its
 *  alternates and children; tried again without the fragment, then without the query.
 *  LECTERN_ERROR_NOT_FOUND if there is none.  @json link */
LECTERN_API lectern_status lectern_publication_link(
    const lectern_publication *publication, const char *href, lectern_buffer **json,
    lectern_error **error);

/** All links that pass a filter, in document order.
 *  @param filter  rel, type, collection, href.  @json link-filter
 *  @param json    @json links */
LECTERN_API lectern_status lectern_publication_links(
    const lectern_publication *publication, const char *filter, lectern_buffer **json,
    lectern_error **error);

/** A complete locator for a place, given a locator, a link, a position, a progression, an
 *  id, a time, a page, or a quote.  Members of the query are kept if they are correct;
 *  missing ones are added: progression, position, totalProgression, cssSelector, fragments,
 *  the surrounding text, the closest title in the table of contents.
 *
 *  If the publication does not have the resource, as with a locator of another edition,
 *  or if the text has moved, the place is found by its text, which may differ, by the
 *  text around it, or else by totalProgression.  The member fit of the answer says whether
 *  the text is there (exact), a similar one is (changed), it was rewritten or deleted
 *  (nearby), is at several places (ambiguous), or cannot be found (lost).  A lost place
 *  is a guess.  Resources that cannot be read, such as encrypted ones, are located by
 *  their positions alone.  The approximate search for a text takes a bounded
 *  number of steps; beyond these, only an exact match is found.  The task of the progress
 *  callback is "locate".
 *
 *  An EPUB CFI is a fragment; a query with a CFI needs no href.  The ids and texts that it
 *  asserts correct it.  The answer has the corrected CFI, and its place in the document as
 *  partialCfi and domRange.  The member cfi of the query requests a CFI in any answer.
 *  In the same way, locations.xPointer is a place of KOReader, which needs no href; the member
 *  xPointer of the query requests it in any answer.
 *
 *  A page is given by its label (pageLabel), and the member page of the query requests the
 *  label of the page that the place is on: see lectern_publication_pages().
 *
 *  If no element of the document has the id of a fragment, the fragment is dropped and a
 *  warning is logged; without other members, the place is the beginning of the resource.
 *
 *  LECTERN_ERROR_NOT_FOUND if there is no such place, LECTERN_ERROR_ARGUMENT if
 *  the query could mean several resources, LECTERN_ERROR_LIMIT if more has to be
 *  read than the context option maxTotalInflated allows.
 *  @param query  @json locator-query
 *  @param json   @json locator */
LECTERN_API lectern_status lectern_publication_locate(
    const lectern_publication *publication, const char *query, lectern_buffer **json,
    lectern_error **error);

/** The pages of the printed book, with their labels and the places where they begin, in
 *  reading order.  A page ends where the next one begins; text before the first page is on no
 *  page.  The pages come from the page list of the manifest (the page-list of an EPUB 3, the
 *  pageList of an NCX, the page labels of a PDF).  For an EPUB without such a list, they are
 *  the page breaks in its documents, by epub:type or role, and otherwise the page numbers of a
 *  PDF or a comic.  Labels are any text, and need not be unique.  The documents with page
 *  breaks are read; the task of the progress callback is "pages".  @json pages */
LECTERN_API lectern_status lectern_publication_pages(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** The note that a reference in a document leads to: its text and sanitised HTML, its place,
 *  the place of the reference, and its links back.  The query is any place in the reference, or
 *  in the note.  References and notes are recognised by epub:type (EPUB Structural Semantics)
 *  and role (DPUB-ARIA), by a section of notes around them, by links in both directions, or by
 *  their look: a superscript number, [1] or *.  The member confidence says by which of these.
 *  The page in a web view, the content and the statistics use the same rules.
 *  LECTERN_ERROR_NOT_FOUND if there is no such place or no note, or if it has more than 20,000
 *  bytes of text; and the errors of lectern_publication_locate().
 *  @param query  @json locator-query
 *  @param json   @json footnote */
LECTERN_API lectern_status lectern_publication_footnote(
    const lectern_publication *publication, const char *query, lectern_buffer **json,
    lectern_error **error);

/** The word at a place in a document, for a dictionary: the word and its sentence, both with
 *  locators, and the language of the text there (a BCP 47 tag, from the nearest xml:lang or lang,
 *  else that of the publication).  For a range, it is the word where the range begins; between
 *  two words, the one that ends there, else the next one in the block.  Words and sentences are
 *  those of lectern_text_tokenize().
 *  LECTERN_ERROR_UNSUPPORTED if the place is not in a document, but in a PDF, for example; and
 *  the errors of lectern_publication_locate().
 *  @param query  @json locator-query
 *  @param json   @json word */
LECTERN_API lectern_status lectern_publication_word(
    const lectern_publication *publication, const char *query, lectern_buffer **json,
    lectern_error **error);

/** Any resource by href: files of the publication and the routes of services, which are
 *  relative to the manifest and may have a leading slash:
 *
 *    ~readium/positions                      @json positions
 *    ~readium/cover                          the image of lectern_publication_cover()
 *    ~readium/search{?query}                 the first page of a search, with a link to
 *                                            the next one.  The search options are further
 *                                            parameters, with hyphens and as 1 or 0:
 *                                            ?query=whale&case-sensitive=1.  @json locators
 *    ~readium/guided-navigation.json{?ref}   media overlays, of one resource or of all.
 *                                            @json guided-navigation
 *    ~readium/thumbnail{?href,position,width,height,type}
 *                                            a small picture, at most 256 pixels wide and high
 *                                            unless the parameters say otherwise (up to 4096), of
 *                                            an image, the page of a PDF (#page=3, encoded in
 *                                            href), or a page that shows only an image; the type
 *                                            is image/png or image/jpeg.
 *                                            LECTERN_ERROR_UNSUPPORTED for other pages; and the
 *                                            errors of lectern_publication_cover()
 *    ~readium/content-protection             the protection, the rights, and the LCP licence.
 *                                            @json content-protection
 *    ~readium/rights/copy{?text,peek}        whether the text may be copied, and counts it unless
 *    ~readium/rights/print{?pageCount,peek}  peek is 1; likewise for printing.  The answer is that
 *                                            of ~readium/content-protection afterwards;
 *                                            LECTERN_ERROR_PROTECTED if it is not allowed
 *
 *  Two more are only answered by services of the host, which list them:
 *
 *    ~readium/reference{?query}              an index or a glossary.  @json reference
 *    ~readium/update                         whether there is a newer file.  @json update
 *
 *  The manifest lists the routes that the publication has: those of the rights only if it is
 *  protected.  Nothing else in a publication changes: what has been consumed is counted as long as it
 *  is open, and the host keeps the member consumed of the answer for the option of the same name
 *  when it opens the publication again. */
LECTERN_API lectern_status lectern_publication_get(
    const lectern_publication *publication, const char *href,
    lectern_resource **resource, lectern_error **error);

/** Like lectern_publication_get(), but without host services, so that a host service can
 *  wrap the built-in ones.
 *  An encrypted file, for which lectern_publication_get() gives LECTERN_ERROR_PROTECTED,
 *  is returned as stored; its link says how it is encrypted. */
LECTERN_API lectern_status lectern_publication_get_builtin(
    const lectern_publication *publication, const char *href,
    lectern_resource **resource, lectern_error **error);

/** Memoizes a value that the host computes from a publication.  compute runs once per
 *  (key, variant); later calls return the same bytes, as long as the publication is
 *  open.  If compute returns LECTERN_PASS, there is no such value: this call and later ones return
 *  LECTERN_END, with *bytes NULL.  A failure is not kept.
 *  Other threads that call this function meanwhile wait; LECTERN_ERROR_BUSY if compute would
 *  wait for itself.
 *  @param variant  @optional
 *  @param compute  its release runs before this function returns */
LECTERN_API lectern_status lectern_publication_cache(
    const lectern_publication *publication, const char *key, const char *variant,
    const lectern_compute *compute, lectern_buffer **bytes, lectern_error **error);

/** Like lectern_publication_cache(), but the value is also kept across runs, in the cacheDirectory
 *  of the context, until the file of the publication or the version of the library changes, or the
 *  cache gets larger than cacheSize.  Keys of this function and of lectern_publication_cache() are
 *  independent.  Without cacheDirectory, and for publications of which the library keeps nothing
 *  (those opened with a password, folders, files that the host serves), the value is kept in memory.
 *  The absence of a value is not kept across runs.  A value may depend on services of the host or
 *  on an edited manifest: then let the key say so.
 *  @param variant  @optional
 *  @param compute  its release runs before this function returns */
LECTERN_API lectern_status lectern_publication_keep(
    const lectern_publication *publication, const char *key, const char *variant,
    const lectern_compute *compute, lectern_buffer **bytes, lectern_error **error);

LECTERN_API lectern_status lectern_publication_free(lectern_publication *publication);

/* ------------------------------------------------------------------ Links */

/** The links that pass a filter.
 *  @param links   @json links
 *  @param filter  @json link-filter
 *  @param json    @json links */
LECTERN_API lectern_status lectern_links_filter(const char *links, const char *filter,
                                                lectern_buffer **json,
                                                lectern_error **error);

/** Whether all links pass a filter, such as {"kind": "audio"}.
 *  @param links   @json links
 *  @param filter  @json link-filter
 *  @param yes     1 or 0; 1 for an empty list */
LECTERN_API lectern_status lectern_links_all(const char *links, const char *filter,
                                             int32_t *yes, lectern_error **error);

/** The index of the first link that passes a filter, such as {"href": "chapter.xhtml"}.
 *  @param links   @json links
 *  @param filter  @json link-filter
 *  @param index   from 0; -1 if no link passes */
LECTERN_API lectern_status lectern_links_index(const char *links, const char *filter,
                                               int32_t *index, lectern_error **error);

/** The names of the variables of a templated link, each once; [] for any other link.
 *  LECTERN_ERROR_ARGUMENT for a template that is malformed.
 *  @param link  @json link
 *  @param json  @json names */
LECTERN_API lectern_status lectern_link_parameters(const char *link,
                                                   lectern_buffer **json,
                                                   lectern_error **error);

/** The link with its URI template expanded (RFC 6570, level 4: operators, lists, maps,
 *  prefixes).  A variable without a value is left out.  A link that is not templated
 *  is returned unchanged.  LECTERN_ERROR_ARGUMENT for a malformed template.
 *  @param link        @json link
 *  @param parameters  @json link-parameters
 *  @param json        @json link */
LECTERN_API lectern_status lectern_link_expand(const char *link, const char *parameters,
                                               lectern_buffer **json,
                                               lectern_error **error);

/** The absolute URL of a link.  LECTERN_ERROR_ARGUMENT if the href is relative and
 *  there is no base, or if the base is not an absolute URL.
 *  @param link      @json link
 *  @param base_url  @optional  an absolute URL; ignored for an absolute href
 *  @param url       @text */
LECTERN_API lectern_status lectern_link_url(const char *link, const char *base_url,
                                            lectern_buffer **url,
                                            lectern_error **error);

/* ----------------------------------------------------------------- Voices */

/** The voices to offer to a reader: those that speak a language, or all, sorted by language,
 *  region, quality, gender and name.  Languages and regions are sorted by their English names.
 *  Objects are returned unchanged.
 *  @param voices   of the host's speech engine.  @json voices
 *  @param options  @optional  the language, regions to put first, whether to sort.
 *                  @json voice-options
 *  @param json     @json voices */
LECTERN_API lectern_status lectern_voices_select(const char *voices, const char *options,
                                                 lectern_buffer **json,
                                                 lectern_error **error);

/* --------------------------------------------------------------- Services */

/** The services this publication has, with their routes.  @json services */
LECTERN_API lectern_status lectern_publication_services(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** All positions: the answer of ~readium/positions.  Each item of the reading order has
 *  at least one, even if its file is empty, damaged or missing.  A recording in an audiobook
 *  or a publication of videos has one for every 30 seconds that its link declares as its
 *  duration, with the fragment t= and a totalProgression in time.  A position list of the
 *  package is used if it covers every item, and so is one that a manifest links to and the
 *  fetcher of the host serves.
 *
 *  No file has to be read for this, with two exceptions.  The pages of PDFs in a package
 *  have to be counted; the context option cacheDirectory keeps the counts.  The host is
 *  asked for the sizes of files that it serves; if it fails, this call fails.
 *  @json positions */
LECTERN_API lectern_status lectern_publication_positions(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** One array of locators per item of the reading order, even if a host service provides the
 *  positions.  @json positions-by-reading-order */
LECTERN_API lectern_status lectern_publication_positions_by_reading_order(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/** The cover as an encoded image.  It is the first of these:
 *    - the answer of a host service to ~readium/cover, or its link with the relation cover;
 *    - an image with the relation cover in the manifest;
 *    - the first item of the reading order, if it is an image;
 *    - the first page of a PDF as PNG, without annotations;
 *    - the only content of a page, if the landmarks call it the cover or it is the first.
 *  If the cover is an SVG that only wraps an image in another file, that image is returned.
 *
 *  In the manifest, a link to the same image, or else to the route, has the relation cover,
 *  even if only a page leads to the image: opening reads pages of up to 16 KB to find it, but
 *  no files that the host serves.  In the manifest of an EPUB, no page has this relation.
 *  LECTERN_ERROR_NOT_FOUND if there is no cover, LECTERN_ERROR_UNSUPPORTED for a page that
 *  draws forms more than 10,000 times.  A malicious page can keep pdfium busy for minutes,
 *  or forever: draw untrusted PDFs in a process that can be terminated.
 *
 *  Without options, an image is returned as it is stored.  If they have a size or a type, the
 *  result is an upright image, and its link has the actual size.  An image that already fits
 *  and has the type is returned unchanged, without a type in any format.  A larger one is
 *  scaled down; without a type, photographs (JPEG, opaque lossy WebP) become JPEG, others PNG.
 *  The page of a PDF and a drawing (SVG) are drawn as large as the size allows, up to 4096
 *  pixels in each direction.  A damaged JPEG is decoded as far as possible, colour profiles
 *  are ignored, and only the first frame of an animation is used.  In a JPEG, what is
 *  transparent is white.
 *
 *  JPEG, PNG, WebP and GIF are decoded by libraries of the system, loaded when they
 *  are needed: LECTERN_ERROR_UNSUPPORTED names one that is missing, and is also the
 *  result for other formats.  LECTERN_ERROR_LIMIT for an image of more pixels than
 *  the context allows.
 *
 *  A drawing is rendered by librsvg, if the context option "rsvg" names the library file.
 *  Without a type, the result is a PNG, or a JPEG if the drawing is opaque and contains a JPEG.
 *  LECTERN_ERROR_UNSUPPORTED without that option, for a drawing without a size, and for one
 *  that refers to other files.  librsvg cannot be interrupted: draw untrusted covers in a
 *  process that can be terminated.
 *
 *  The option generate replaces a cover that is missing or cannot be read by one that shows
 *  the title and the authors: an SVG, or a bitmap if there is a type.
 *  Without a type, a cover that cannot be scaled is returned as it is stored.
 *  librsvg draws the bitmap, with the fonts of the system, and is searched for if no option
 *  names it; LECTERN_ERROR_UNSUPPORTED if there is none.
 *  @param options  @optional  @json cover-options */
LECTERN_API lectern_status lectern_publication_cover(
    const lectern_publication *publication, const char *options,
    lectern_resource **resource, lectern_error **error);

/** A page as a picture, for a host without a web view: the answer of ~readium/thumbnail, which
 *  lectern_publication_get() describes.  LECTERN_ERROR_NOT_FOUND if there is no such page; and
 *  the errors of lectern_publication_get() and lectern_publication_cover().
 *  @param options  @json thumbnail-options */
LECTERN_API lectern_status lectern_publication_thumbnail(
    const lectern_publication *publication, const char *options,
    lectern_resource **resource, lectern_error **error);

/** The images that are the pages of a comic or of an EPUB with a fixed layout: for each item of the
 *  reading order the link of the image that it is or shows, or null if it is anything else.  Pages of
 *  up to 64 KB are read; the task of the progress callback is "images".  One that cannot be read
 *  is null, with a warning to the logger.  @json page-images */
LECTERN_API lectern_status lectern_publication_page_images(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/**
 * Searches the text of the reading order: documents in HTML, SVG and other XML, and
 * PDFs.  The cursor has one page for each resource with matches, and several for a
 * resource with very many.  A page is computed when it is requested; the task of the
 * progress callback is "search", before each resource.  Resources that are protected,
 * missing, damaged or - if they contain the word - larger than 32 MB are skipped, with a
 * warning to the logger.  If the positions are not available, because the host fails to
 * serve a file, matches have no positions.
 * One call reads at most as much as the context option maxTotalInflated allows;
 * LECTERN_ERROR_LIMIT means that there is more to search, and the next call continues
 * there.  If an archive has several names for the same bytes, they are searched once.
 *
 * The text is what a reader sees: each run of white space, including line breaks, is one
 * space.  A match does not continue from one block of text into the next.
 *
 * A PDF is searched through pdfium.  A page of the cursor covers up to 16 of its pages, with
 * a call of the progress callback for each.  A match does not continue on the next page.
 * Locators have the fragment page=, and the position and progressions of that page.  A
 * page that is damaged, has more than a million characters, or draws forms more than
 * 10,000 times is left out with a warning.  pdfium cannot be interrupted inside a
 * page: read untrusted PDFs in a process that can be terminated.
 *
 * LECTERN_ERROR_UNSUPPORTED for a publication without text, such as a comic or a
 * recording, for PDFs without pdfium, and for a regular expression without PCRE2.
 * An invalid regular expression gives LECTERN_ERROR_ARGUMENT here; one that needs too much
 * backtracking gives LECTERN_ERROR_LIMIT when a page is requested.
 *
 * If a service of the host answers the route ~readium/search, it replaces this search.  It
 * gets the options that are on as parameters, and further pages are requested through
 * links with the relation next.  In the same way, the search service of a remote publication is used:
 * a templated link of the type application/vnd.readium.search+json in a manifest whose files the
 * host serves, if its template has variables for all options that are on.
 *
 * @param query    a query of white space has no matches
 * @param options  @optional  @json search-options
 * @param cursor   pages of @json locators
 */
LECTERN_API lectern_status lectern_publication_search(
    const lectern_publication *publication, const char *query, const char *options,
    lectern_cursor **cursor, lectern_error **error);

/**
 * Iterates over headings, paragraphs, images, recordings and other elements in reading
 * order, forwards from a place or, with lectern_cursor_previous(), backwards.  A page has
 * the elements of one resource, or 256 of them if there are more.  A page is computed when
 * it is requested; the task of the progress callback is "content", before each resource.
 * Resources that are protected, missing, damaged or larger than 32 MB are skipped, with
 * a warning to the logger.  LECTERN_ERROR_LIMIT if one call has to read more than the
 * context option maxTotalInflated allows to find an element: the next call continues
 * there.
 *
 * The text is what a reader sees without style sheets, except for text that is hidden by
 * an attribute (hidden, aria-hidden, style="display: none").
 *
 * A PDF is read through pdfium.  A page of the cursor covers up to 16 of its pages.  Its
 * elements are paragraphs, as far as gaps, indents and sizes show where one ends; the
 * fragment page= has the page of each.  Pages that a search leaves out are skipped.
 * LECTERN_ERROR_UNSUPPORTED if the publication has only PDFs, and pdfium is missing.
 *
 * LECTERN_ERROR_NOT_FOUND if the start is in no resource of the reading order, and has
 * no totalProgression.
 *
 * With the option tokens, the texts are split into sentences or words, each with its
 * locator, so that they can be spoken and highlighted.  An element has no tokens if the
 * page would have more than 64 MB of them, or if one is longer than 64 KB.
 *
 * @param start    @optional  any locator: with a selector, a fragment, a quote, a
 *                 position, a progression.  @json locator
 * @param options  @optional  @json content-options
 * @param cursor   pages of @json content
 */
LECTERN_API lectern_status lectern_publication_content(
    const lectern_publication *publication, const char *start, const char *options,
    lectern_cursor **cursor, lectern_error **error);

/** The page after the last one returned.  At the end, LECTERN_END and NULL, and the
 *  cursor stays there.  After a failure, the next call tries the same page again.
 *  LECTERN_ERROR_BUSY from a callback that runs inside the same cursor.  @json any */
LECTERN_API lectern_status lectern_cursor_next(lectern_cursor *cursor,
                                               lectern_buffer **json,
                                               lectern_error **error);

/** The page before the last one returned.  At the beginning, LECTERN_END and NULL, and
 *  the cursor stays there.  @json any */
LECTERN_API lectern_status lectern_cursor_previous(lectern_cursor *cursor,
                                                   lectern_buffer **json,
                                                   lectern_error **error);

LECTERN_API lectern_status lectern_cursor_free(lectern_cursor *cursor);

/* ------------------------------------------------------------------- Text */

/** The text of a document as it is rendered, with a line break between headings,
 *  paragraphs and so on.  LECTERN_ERROR_UNSUPPORTED for an image, a recording, a style sheet.
 *  With the context option cacheDirectory, the text is kept across runs.
 *
 *  A PDF gives one line for each paragraph; the task of the progress callback is "text",
 *  before each page, and the text is not kept.
 *  @param text  @text */
LECTERN_API lectern_status lectern_publication_text(
    const lectern_publication *publication, const char *href, lectern_buffer **text,
    lectern_error **error);

/** The publication as Markdown, or one resource, one section of the table of contents, or what is
 *  between two places: headings, lists, quotes, tables, code, emphasis, links, images, and notes as
 *  footnotes, which follow the text if they are not part of the range.  Formulas are in TeX if the
 *  document has that; the label of a page is a comment where the page begins; of ruby, only the
 *  bases are written.  The syntax is that of CommonMark, with the tables and footnotes of GitHub.
 *  Destinations of links and images are hrefs of the publication.
 *
 *  The elements are those of lectern_publication_content(), in the same order, and the same
 *  resources are left out.  The task of the progress callback is "markdown".
 *  LECTERN_ERROR_NOT_FOUND if the publication has no such resource, section or place, and
 *  LECTERN_ERROR_LIMIT if the Markdown is larger than the context option maxEntrySize, or has
 *  more than a million blocks.  Of more than 64 lists and quotes around a text, 64 are written.
 *  @param options   @optional  the part; NULL for all of it.  @json markdown-options
 *  @param markdown  @text */
LECTERN_API lectern_status lectern_publication_markdown(
    const lectern_publication *publication, const char *options, lectern_buffer **markdown,
    lectern_error **error);

/**
 * The amount of text: words, characters, images and minutes of the publication, of each
 * resource, and of each section, which reaches from its entry in the table of contents to
 * the next one.  Words are those of Unicode Standard Annex 29, except that Han and Kana
 * are counted by character; characters are grapheme clusters without white space.  Hidden
 * text, the readings of ruby, page breaks, and alternative texts of images are not counted.
 * Notes are counted separately, and do not add to the minutes.
 *
 * All documents and PDFs are read once; the counts are kept as long as the publication is
 * open and, with the context option cacheDirectory, across runs.  A resource that cannot be
 * read, such as one of more than 32 MB, has the reason as its failure; after
 * maxTotalInflated bytes, so have all remaining resources.  The task of the progress
 * callback is "statistics".
 *
 * LECTERN_ERROR_NOT_FOUND if the place in the options does not exist.
 * @param options  @optional  reading speed, a place to count from.  @json statistics-options
 * @param json     @json statistics
 */
LECTERN_API lectern_status lectern_publication_statistics(
    const lectern_publication *publication, const char *options, lectern_buffer **json,
    lectern_error **error);

/**
 * Splits a text into sentences, words or paragraphs (Unicode Standard Annex 29); a pure
 * function.  Sentences are returned without the white space around them, and words
 * without the text between them, unless an option asks for all ranges.  Sentences end where
 * a reader hears it: "Stop!" she said is one.  Of French, Italian, Catalan and Occitan words,
 * an article is a word of its own: l'homme.  There is no dictionary for scripts without
 * spaces between words, such as Thai or Chinese: their words are single characters, or runs
 * of them.
 * @param options  @optional  @json token-options
 * @param json     @json ranges
 */
LECTERN_API lectern_status lectern_text_tokenize(const char *text, const char *options,
                                                 lectern_buffer **json,
                                                 lectern_error **error);

/* -------------------------------------------------------------------- CFI */

/** The parts of an EPUB CFI (EPUB Canonical Fragment Identifiers 1.1), and its canonical
 *  spelling.  Only the syntax is analysed; no book is needed.  LECTERN_ERROR_ARGUMENT, with
 *  the character in the path, if the CFI does not follow the grammar.
 *  @param cfi   epubcfi(...); after a #, as in a URI, it is percent-encoded
 *  @param json  @json cfi */
LECTERN_API lectern_status lectern_cfi_parse(const char *cfi, lectern_buffer **json,
                                             lectern_error **error);

/** Which of two CFIs comes first, by their steps and offsets alone.  Ranges are compared
 *  by their starts, then by their ends; a place is a range that ends where it starts.
 *  @param order  -1 if a comes first, 1 if b does, 0 for the same place */
LECTERN_API lectern_status lectern_cfi_compare(const char *a, const char *b,
                                               int32_t *order, lectern_error **error);

/** The CFI of the range between two places.  Of a range given as start, its start is used,
 *  and of one given as end, its end.  LECTERN_ERROR_ARGUMENT for places that share no step.
 *  @param cfi  @text */
LECTERN_API lectern_status lectern_cfi_join(const char *start, const char *end,
                                            lectern_buffer **cfi, lectern_error **error);

/** The CFI of a place or a range, for any query of lectern_publication_locate(); the answer
 *  has only the CFI, not a whole locator.  It has the ids of all elements on its path.  A CFI
 *  in the fragments of the query is corrected by the ids and the texts that it asserts, and
 *  the answer says whether a correction was necessary.
 *
 *  Offsets count UTF-16 code units.  Comments and processing instructions are not counted.
 *  A document that is not well-formed has the elements that an HTML parser gives it.
 *
 *  LECTERN_ERROR_UNSUPPORTED for a publication that is not an EPUB,
 *  LECTERN_ERROR_NOT_FOUND for a place that does not exist or is not in the spine; and the
 *  errors of lectern_publication_locate().
 *  @param query  @json locator-query
 *  @param json   @json cfi-place */
LECTERN_API lectern_status lectern_publication_cfi(
    const lectern_publication *publication, const char *query, lectern_buffer **json,
    lectern_error **error);

/* -------------------------------------------------------------- Navigator */

/** A navigator for a publication.
 *  @param options  @optional  initial preferences, defaults, fonts, viewport, location, web.
 *                  @json navigator-options */
LECTERN_API lectern_status lectern_navigator_new(lectern_publication *publication,
                                                 const char *options,
                                                 lectern_navigator **navigator,
                                                 lectern_error **error);

/** The effective settings, with types, ranges and labels.  @json settings */
LECTERN_API lectern_status lectern_navigator_settings(const lectern_navigator *navigator,
                                                      lectern_buffer **json,
                                                      lectern_error **error);

/** Recomputes the settings, then notifies listeners of "preferences", "settings" and
 *  "spreads" of the changes.  The location stays the same.  If invalidatesPagination is
 *  true, the view has to paginate again; if reflows is true, the content has moved; in
 *  both cases the view should return to the location.
 *  Replaces all preferences submitted before.  Unknown and unusable preferences are kept
 *  but have no effect: the member ignored of lectern_navigator_settings() and of the
 *  event "settings" lists them with the reasons, and the logger of the publication's
 *  context gets a warning.  A number out of range is kept as the value; the nearest number in
 *  the range takes effect, as the effectiveValue says.
 *  @param preferences  @json preferences */
LECTERN_API lectern_status lectern_navigator_submit_preferences(
    lectern_navigator *navigator, const char *preferences, lectern_error **error);

/** A draft with the rules of this navigator, for a form: it holds the preferences of the
 *  reader, computes the resulting settings, and is submitted with
 *  lectern_preferences_submit().  Until then nothing changes in the navigator.
 *  @param preferences  @optional  NULL starts from those submitted last.  @json preferences */
LECTERN_API lectern_status lectern_navigator_edit_preferences(
    const lectern_navigator *navigator, const char *preferences,
    lectern_preferences **draft, lectern_error **error);

/** Sets the location of the reader, as the view reports it or as it was stored.  Unknown
 *  members of the locator are kept.  Submitting preferences does not change the location.
 *  LECTERN_ERROR_NOT_FOUND if its href is not in the publication.
 *  @param location  @optional  NULL or null if it is not known.  @json location */
LECTERN_API lectern_status lectern_navigator_set_location(lectern_navigator *navigator,
                                                          const char *location,
                                                          lectern_error **error);

/** The location of the reader, to store it or to return there; null if it is not known.
 *  @json location */
LECTERN_API lectern_status lectern_navigator_location(const lectern_navigator *navigator,
                                                      lectern_buffer **json,
                                                      lectern_error **error);

/** Sets the size, orientation and insets of the view, which decide whether it has room
 *  for two pages.  Notifies listeners of "spreads" if the spreads change.
 *  @param viewport  @optional  NULL if it is not known.  @json viewport */
LECTERN_API lectern_status lectern_navigator_set_viewport(lectern_navigator *navigator,
                                                          const char *viewport,
                                                          lectern_error **error);

/** The resources of the reading order, grouped as they are shown together: fixed-layout
 *  pages in pairs, depending on the settings, the viewport and the side that each page was
 *  made for; other resources alone.  @json spreads */
LECTERN_API lectern_status lectern_navigator_spreads(const lectern_navigator *navigator,
                                                     lectern_buffer **json,
                                                     lectern_error **error);

/**
 * Listens to one topic, or to all; any other name is LECTERN_ERROR_ARGUMENT.
 *
 *   preferences          the preferences submitted last
 *   settings             the effective settings, and which of them changed
 *   spreads              the resources that are shown together
 *   location             the location of the reader
 *   decorations/<group>  a decoration of the group was activated
 *   secondary/<group>    the secondary interaction: a long press, or the right button
 *   hover/<group>        the pointer came over a decoration of the group, or left it
 *   cue                  a recording reached the time of a decoration, or its end
 *   unplaced             decorations of a resource that the page shows, but cannot draw
 *   web                  a message for the page in a web view: pass the text of the event
 *                        to the page unchanged
 *   selection, link, tap, key, media, error
 *                        reports of the page: see lectern_navigator_receive()
 *
 * The first four have a current value (a location only if it is known).  The calling
 * thread delivers it before this function returns, even from inside a listener.
 * Each change follows, in order and one at a time.  A change made from inside a
 * listener is delivered after the current event.  If another thread is delivering
 * events, that thread delivers the change.
 * @param topic  @optional  NULL for all
 */
LECTERN_API lectern_status lectern_navigator_observe(lectern_navigator *navigator,
                                                     const char *topic,
                                                     const lectern_listener *listener,
                                                     lectern_subscription **subscription,
                                                     lectern_error **error);

/** Stops listening: after it returns, no further call of the listener begins.
 *  A call by another thread may still be running; release follows it. */
LECTERN_API lectern_status lectern_subscription_free(lectern_subscription *subscription);

LECTERN_API lectern_status lectern_navigator_free(lectern_navigator *navigator);

/* ------------------------------------------------------------ Preferences */

/** Flags of set, increment, decrement and toggle. */
enum {
  LECTERN_NO_ACTIVATE = 1 /**< Do not change other preferences.  Without this flag, these
                               functions also activate the setting that they change. */
};

/** A draft without a navigator, with the rules of a kind of publication.
 *  @param kind         reflowable, fixed, pdf, image, audio, video, tts
 *  @param preferences  @optional  @json preferences */
LECTERN_API lectern_status lectern_preferences_new(const char *kind,
                                                   const char *preferences,
                                                   lectern_preferences **draft,
                                                   lectern_error **error);

/** The preferences, to store or to submit.  @json preferences */
LECTERN_API lectern_status lectern_preferences_json(const lectern_preferences *draft,
                                                    lectern_buffer **json,
                                                    lectern_error **error);

/** The settings that this draft would produce, for a form.  Where it has no preference,
 *  the preferences of the app, the publication and the defaults decide.
 *  @json settings */
LECTERN_API lectern_status lectern_preferences_settings(const lectern_preferences *draft,
                                                        lectern_buffer **json,
                                                        lectern_error **error);

/** One of these settings.  LECTERN_ERROR_NOT_FOUND if there is none with this key.
 *  @param json  @json setting */
LECTERN_API lectern_status lectern_preferences_setting(const lectern_preferences *draft,
                                                       const char *key,
                                                       lectern_buffer **json,
                                                       lectern_error **error);

/** The label of a value of a setting, such as "120%" for 1.2, in the language of the
 *  labels.  It need not be the current value.  A number out of range has the label of
 *  the nearest value in the range.
 *  @param value  any value that the setting accepts; null is the unset preference.
 *                @json any
 *  @param label  @text */
LECTERN_API lectern_status lectern_preferences_label(const lectern_preferences *draft,
                                                     const char *key, const char *value,
                                                     lectern_buffer **label,
                                                     lectern_error **error);

/**
 * Listens to a draft while it is edited: to one topic, or to all; any other name is
 * LECTERN_ERROR_ARGUMENT.
 *
 *   preferences  the preferences in the draft
 *   settings     the settings that it would produce, and which of them changed
 *
 * The current values are delivered before this function returns.  Each change is
 * delivered before the function that makes it returns; one made from inside a listener,
 * after the current event.  A copy of the draft has no listeners.
 * @param topic  @optional  NULL for all
 */
LECTERN_API lectern_status lectern_preferences_observe(lectern_preferences *draft,
                                                       const char *topic,
                                                       const lectern_listener *listener,
                                                       lectern_subscription **subscription,
                                                       lectern_error **error);

/** Sets one preference.
 *  @param value  any value that the setting accepts.  null unsets, so that the app, the
 *                publication and the defaults decide; "publisher" selects the value of the
 *                publisher, if the setting offers it, and activates nothing.  @json any
 *  @param flags  0 or LECTERN_NO_ACTIVATE */
LECTERN_API lectern_status lectern_preferences_set(lectern_preferences *draft,
                                                   const char *key, const char *value,
                                                   uint32_t flags,
                                                   lectern_error **error);

/** Moves to the next value that makes a visible difference.  LECTERN_END at the upper
 *  end, where nothing changes.
 *  Only ranges and enumerations have steps; others give LECTERN_ERROR_UNSUPPORTED.
 *  @param flags  0 or LECTERN_NO_ACTIVATE */
LECTERN_API lectern_status lectern_preferences_increment(lectern_preferences *draft,
                                                         const char *key, uint32_t flags,
                                                         lectern_error **error);

/** Moves to the previous value that makes a visible difference.  LECTERN_END at the
 *  lower end, where nothing changes.  @param flags  0 or LECTERN_NO_ACTIVATE */
LECTERN_API lectern_status lectern_preferences_decrement(lectern_preferences *draft,
                                                         const char *key, uint32_t flags,
                                                         lectern_error **error);

/** Inverts a switch, starting from its preferred or else its effective value.  An
 *  enumeration moves to its next value, and from the last one to the first.
 *  @param flags  0 or LECTERN_NO_ACTIVATE */
LECTERN_API lectern_status lectern_preferences_toggle(lectern_preferences *draft,
                                                      const char *key, uint32_t flags,
                                                      lectern_error **error);

/** Changes other preferences as needed for this setting to be active.
 *  LECTERN_ERROR_UNSUPPORTED if preferences cannot achieve that; the message is for
 *  the reader, in the language of the labels. */
LECTERN_API lectern_status lectern_preferences_activate(lectern_preferences *draft,
                                                        const char *key,
                                                        lectern_error **error);

/** Whether the setting would take effect.  @param active  1 or 0 */
LECTERN_API lectern_status lectern_preferences_is_active(const lectern_preferences *draft,
                                                         const char *key, int32_t *active,
                                                         lectern_error **error);

/** Unsets one preference, so that the host and the publication decide again.
 *  @param key  @optional  of a setting, or of a preference that is ignored; NULL unsets
 *              all */
LECTERN_API lectern_status lectern_preferences_clear(lectern_preferences *draft,
                                                     const char *key,
                                                     lectern_error **error);

/** Merges preferences into the draft, key by key.  The given ones take precedence; a null
 *  also replaces a value, and stays in the draft as an unset preference.  Unknown and
 *  unusable preferences are kept without an effect, unless the draft has a usable value
 *  for the key.  Merging is associative.
 *  @json preferences */
LECTERN_API lectern_status lectern_preferences_merge(lectern_preferences *draft,
                                                     const char *preferences,
                                                     lectern_error **error);

/** The preferences with or without some keys.
 *  @param keys  an array of keys, or the name of a set: "publication" for the keys
 *               that concern one book, such as its language.  @json preference-keys
 *  @param keep  1 or 0: whether to keep these keys, or the others
 *  @param json  @json preferences */
LECTERN_API lectern_status lectern_preferences_filter(const lectern_preferences *draft,
                                                      const char *keys, int32_t keep,
                                                      lectern_buffer **json,
                                                      lectern_error **error);

/** Submits the draft to the navigator that made it; it can be edited further.  Other
 *  threads cannot edit it during this call.  LECTERN_ERROR_UNSUPPORTED for a draft of
 *  lectern_preferences_new().
 *  @param submission  @optional  what changed, what was ignored, and the location of the
 *                     reader.  @json submission */
LECTERN_API lectern_status lectern_preferences_submit(lectern_preferences *draft,
                                                      lectern_buffer **submission,
                                                      lectern_error **error);

/** An independent draft with the same preferences, rules and navigator. */
LECTERN_API lectern_status lectern_preferences_copy(const lectern_preferences *draft,
                                                    lectern_preferences **copy,
                                                    lectern_error **error);

LECTERN_API lectern_status lectern_preferences_free(lectern_preferences *draft);

/* ------------------------------------------------------------------ Store */

/**
 * Opens a store of preferences and notes: one file, which is created if it does not exist or
 * is empty, in an existing folder.  Any number of threads and processes may have it open; each
 * call takes effect as a whole or not at all, even if the process is killed during the call.  A
 * child of fork() that uses a store from before the fork opens the file again.
 *
 * A file that is no store stays as it is.  A call that reads does not change a sound file.  With
 * the option readOnly nothing is written at all: the file has to exist, damage is not repaired
 * (LECTERN_ERROR_FORMAT), and calls that would change something fail with
 * LECTERN_ERROR_ARGUMENT.
 *
 * If a store is found to be damaged, or its tables to be changed, the file is renamed, with
 * ".damaged-1" (or -2, ...) added to its name, and a new file is created, with a warning.  Each
 * record has a checksum.  If only records are damaged or missing, the file stays in use: the
 * damaged records are removed from it, and a copy of the file is kept under such a name.
 *
 * A file of an earlier version of Lectern can be read; the first change upgrades it, and
 * from then on the earlier version refuses it.  Tables, columns and records that a later
 * version has added to a file of this version are kept.
 *
 * On a full device everything can be read, but nothing can be changed or removed:
 * LECTERN_ERROR_IO says how much space is needed.
 *
 *   LECTERN_ERROR_UNSUPPORTED  SQLite is missing, or an incompatible newer version of
 *                              Lectern wrote the file
 *   LECTERN_ERROR_FORMAT       the file is no store: it does not begin like a SQLite file
 *                              of Lectern
 *   LECTERN_ERROR_BUSY         another process uses the file for longer than busyTimeout
 *   LECTERN_ERROR_IO           the file cannot be opened, read or written, or the device
 *                              is full
 *
 * Any other call may fail with the last two as well, and then changes nothing.
 * @param context  @optional  its logger gets the warnings
 * @param path     @optional  NULL keeps the preferences in memory
 * @param options  @optional  @json store-options
 */
LECTERN_API lectern_status lectern_store_open(lectern_context *context, const char *path,
                                              const char *options, lectern_store **store,
                                              lectern_error **error);

/** Damage to the file: renamed files and removed records, with the name of the file that
 *  keeps them, and values that are not preferences.  @json warnings */
LECTERN_API lectern_status lectern_store_warnings(const lectern_store *store,
                                                  lectern_buffer **json,
                                                  lectern_error **error);

/** The preferences of a scope, {} if none are stored.  If there are several scopes, later
 *  ones take precedence, key by key; a null replaces a value, too.
 *  @param scopes  one, or an array.  @json store-scopes
 *  @param json    @json preferences */
LECTERN_API lectern_status lectern_store_load(lectern_store *store, const char *scopes,
                                              lectern_buffer **json,
                                              lectern_error **error);

/** Stores preferences for a scope, replacing the previous ones.  They are not checked
 *  against any settings, since a store also keeps preferences of the host.
 *  LECTERN_ERROR_LIMIT for more than 4 MB, or for more than 100,000 scopes in a file;
 *  LECTERN_ERROR_NOT_FOUND for a profile that does not exist, or no longer.
 *  @param scope        @json store-scope
 *  @param preferences  @optional  NULL removes those of the scope.  @json preferences */
LECTERN_API lectern_status lectern_store_save(lectern_store *store, const char *scope,
                                              const char *preferences,
                                              lectern_error **error);

/** Like lectern_store_save() for several scopes, all or none, such as the two parts of a
 *  draft from lectern_preferences_filter().  @param changes  @json store-changes */
LECTERN_API lectern_status lectern_store_save_all(lectern_store *store,
                                                  const char *changes,
                                                  lectern_error **error);

/** An array of the scopes that have stored preferences.  @json store-scopes */
LECTERN_API lectern_status lectern_store_scopes(lectern_store *store,
                                                lectern_buffer **json,
                                                lectern_error **error);

/** The profiles: sets of preferences with a title, between which the reader switches and
 *  which are changed independently; and the one that is chosen.  Its preferences are those
 *  of a scope of its own, {"scope": "profile", "id": ...}, for all kinds of publications or,
 *  with a kind, for one; a host loads and saves them instead of those of the kind.
 *  @param scopes  @optional  one, or an array: the profile is the one that is chosen for the
 *                 last of these for which one is chosen.  NULL means the global one, which
 *                 serves as the default.  @json store-scopes
 *  @param json    @json store-profiles */
LECTERN_API lectern_status lectern_store_profiles(lectern_store *store, const char *scopes,
                                                  lectern_buffer **json,
                                                  lectern_error **error);

/** Makes, renames, copies, removes and chooses profiles, all or none.  The listeners of a
 *  scope are told which profile is chosen for it, and those of a profile its title.
 *  LECTERN_ERROR_NOT_FOUND if a profile to copy or to choose does not exist.
 *  @param changes  @json store-profile-changes */
LECTERN_API lectern_status lectern_store_save_profiles(lectern_store *store,
                                                       const char *changes,
                                                       lectern_error **error);

/**
 * Listens to the preferences of one scope, or of all.  The topic of its events is
 * "store".  A listener gets the current preferences (of all scopes: the stored ones)
 * before this function returns, even from inside a listener.  Each change follows,
 * in order and one at a time.  A change made from inside a listener is delivered after
 * the current event.  If another thread is delivering events, that thread delivers the
 * change.
 *
 * Changes by other processes are detected by the next call with this store, such as
 * lectern_store_refresh().
 * @param scope  @optional  @json store-scope
 */
LECTERN_API lectern_status lectern_store_observe(lectern_store *store, const char *scope,
                                                 const lectern_listener *listener,
                                                 lectern_subscription **subscription,
                                                 lectern_error **error);

/** Reads what other processes have saved, and notifies the listeners.  Cheap if there is
 *  nothing new. */
LECTERN_API lectern_status lectern_store_refresh(lectern_store *store,
                                                 lectern_error **error);

/** Replaces older keys and values with the current ones: those of earlier versions of the
 *  API, and those that other toolkits have stored.  The rules are those of the kind that
 *  the scope names, or else of the first kind that has the key.  Unknown and unusable
 *  preferences are not changed.  A second migration changes nothing.
 *  @json store-migration */
LECTERN_API lectern_status lectern_store_migrate(lectern_store *store,
                                                 lectern_buffer **json,
                                                 lectern_error **error);

LECTERN_API lectern_status lectern_store_free(lectern_store *store);

/* ------------------------------------------------------------------ Notes */

/** The identity of a copy of a publication: its identifier, its title, a hash of its bytes,
 *  and its reading order.  For an archive, the directory is hashed, which has a checksum of
 *  each file; for another file, the size, the beginning and the end.  A folder and a manifest
 *  have no hash.  @json publication-identity */
LECTERN_API lectern_status lectern_publication_identity(
    const lectern_publication *publication, lectern_buffer **json,
    lectern_error **error);

/**
 * Reads bookmarks, highlights and notes that another program has written.  The format is
 * recognised by the content:
 *
 *   readium     an annotation set of Readium, as Thorium exports it
 *   epub        EPUB Annotations 1.0 of the W3C
 *   w3c         the Web Annotation Data Model: an annotation, a page or a collection
 *   hypothesis  rows of the API of Hypothesis
 *   calibre     an export of calibre, or META-INF/calibre_bookmarks.txt of a book
 *   koreader    the file metadata.epub.lua of KOReader, of any age
 *   koreader-export  the JSON of KOReader's exporter
 *   kindle      My Clippings.txt of a Kindle, and the HTML and CSV of its
 *               applications
 *   adobe       the .annot file of Adobe Digital Editions and of Kobos
 *   kobo        the text that a Kobo exports; it cannot be recognised, so the option format
 *               must name it.  Also a CSV file with the table of bookmarks of a Kobo
 *   moonreader  the .mrexpt file of Moon+ Reader
 *   moonreader-text  the highlights that Moon+ Reader shares as text or as HTML
 *   readera     library.json of a backup of ReadEra
 *   readera-text  the text that ReadEra exports
 *   readwise    the CSV of Readwise, with any of the separators comma, semicolon and tab
 *
 * The cursor has pages of 256 notes; the first page also has the metadata of the whole
 * set.  One page is in memory at a time; calibre_bookmarks.txt, the files of KOReader, and those
 * from kindle on, which but for readera are text in any encoding, are read as a whole.
 *
 * koreader-export, readera and the texts other than adobe name no resources: unless the option
 * readingOrder has only one, their locators have no href, and lectern_publication_locate()
 * finds their quotes anywhere.
 *
 * Each note keeps the item that it was read from as its origin, so that
 * lectern_notes_write() can write back the parts that Lectern does not understand.  Values
 * that cannot be read but do no harm are warnings; an annotation of several resources, a
 * reply and the like are listed as skipped.
 *
 * LECTERN_ERROR_JSON with the path of the first invalid item: nothing of the file is read
 * then, unless the option skipInvalid is set, with which each invalid item is listed as
 * skipped.  Invalid entries of texts are always skipped, and a text without notes causes a
 * warning.  LECTERN_ERROR_LIMIT for an item of more than 1 MB, a text of more than 64 KB, a file
 * of more than 64 MB, and one of more than 16 MB or 1,000,000 values if it is read as a whole.
 * LECTERN_ERROR_ARGUMENT if the format identifies
 * resources by number, and the option readingOrder is missing.
 * @param options  @optional  @json note-read-options
 * @param cursor   pages of @json notes
 */
LECTERN_API lectern_status lectern_notes_read(const lectern_stream *stream,
                                              const char *options,
                                              lectern_cursor **cursor,
                                              lectern_error **error);

/**
 * Writes notes for other programs: as an annotation set of Readium, for EPUB Annotations
 * 1.0, as Web Annotations, for KOReader and calibre, or from a template as Markdown, HTML or
 * CSV.
 *
 * A note that was read from the same kind of file is written as it was; only the groups that
 * have been edited since then are replaced.
 *
 * koreader writes metadata.epub.lua, and calibre META-INF/calibre_bookmarks.txt.  Both need the
 * option readingOrder.  The place of a note is its locations.xPointer or its CFI, which
 * lectern_publication_locate() adds if the query has the members xPointer and cfi; without
 * them, it is the beginning of the resource.
 *
 * A long list can be written in parts: the option from is the number of notes that were
 * written before, and more is true as long as another part follows.  The concatenated parts
 * are the document.  LECTERN_ERROR_JSON for an invalid note, with its path, and for one whose
 * locator has no href: an annotation names a resource, which may be the first of the option
 * readingOrder.  LECTERN_ERROR_ARGUMENT if the format identifies resources by number, and the
 * option readingOrder is missing.
 * LECTERN_ERROR_LIMIT for more than 10,000 notes, 16 MB of JSON or 1,000,000 values in it, and
 * for more than 32 MB of text from a template.
 *
 * In Markdown, HTML and CSV nothing of a note becomes markup or a formula; its paragraphs and
 * lines are kept.  A note that is
 * Markdown keeps its markup, but for HTML, pictures, and links to anything but the web and mail.
 * @param notes    @json note-list
 * @param options  @optional  format, title, ...  @json note-write-options
 * @param text     @text
 */
LECTERN_API lectern_status lectern_notes_write(const char *notes, const char *options,
                                               lectern_buffer **text,
                                               lectern_error **error);

/** Merges two lists of notes that were edited in two places; a pure function.  Each group
 *  of members - the place, the look, the text, the tags - comes from the side where it was
 *  edited later, by the clocks of the note or else by its date.  A deletion wins if it is
 *  later than every edit; a note that is missing from one list is kept.  The order of the
 *  lists does not matter, and merging twice changes nothing.  The result is sorted by place.
 *  LECTERN_ERROR_LIMIT for a list of more than 10,000 notes, 16 MB, or 1,000,000 values.
 *  @param ours    @json note-list
 *  @param theirs  @json note-list
 *  @param json    @json note-list */
LECTERN_API lectern_status lectern_notes_merge(const char *ours, const char *theirs,
                                               lectern_buffer **json,
                                               lectern_error **error);

/* ------------------------------------------------------- Notes of a store */

/** Finds the record of a publication in a store, or makes one, and adds the identity of this
 *  copy to it.  The notes can then be found when the file is moved, changed, or replaced by
 *  another edition.  Files with the same bytes are the same publication, and so are files with
 *  the same identifier and title.  If only the identifier or only the title matches, a new
 *  record is made, and the matching records are candidates: if the reader chooses one of them,
 *  call again with its id.
 *  @param identity  @json publication-identity
 *  @param json      its id, the member publication of its notes.  @json store-publication */
LECTERN_API lectern_status lectern_store_add_publication(lectern_store *store,
                                                         const char *identity,
                                                         lectern_buffer **json,
                                                         lectern_error **error);

/** The records of all publications.  @json publication-records */
LECTERN_API lectern_status lectern_store_publications(lectern_store *store,
                                                      lectern_buffer **json,
                                                      lectern_error **error);

/**
 * Saves and deletes notes, all or none.
 *
 * If the store has a note with the same id, that note is edited: given members replace those
 * of the note, null removes a member, and absent members are not changed.  Each group of
 * members that changes (place, look, text, tags) gets a new clock of the device.  A note
 * without an id gets one.  The last place of a device is a note of the kind position, one for
 * each publication.
 *
 * A deleted note stays in the file until purgeBefore, so that the deletion can be merged
 * into other stores; a later edit restores it.
 *
 * LECTERN_ERROR_LIMIT for a note of more than 1 MB, for more than 10,000 notes, 16 MB of JSON or
 * 1,000,000 values in one call, and for more than 250,000 notes in the file.
 * @param changes  the device, the time, notes, ids.  @json note-changes
 * @param json     the saved notes as they are now.  @json note-list
 */
LECTERN_API lectern_status lectern_store_save_notes(lectern_store *store,
                                                    const char *changes,
                                                    lectern_buffer **json,
                                                    lectern_error **error);

/** The notes that match a query: by publication, resource, kind, tag, words, or time of the
 *  last change.  Words match anywhere in the quote, the text and the tags, regardless of case
 *  and accents; an index of SQLite (FTS5) makes that fast, if it is available.  The answer is
 *  one page of the result: 10,000 notes or 4 MB at most.  LECTERN_ERROR_LIMIT for more than 256
 *  bytes of words.
 *  @param query  @optional  NULL for all notes, the latest first.  @json note-query
 *  @param json   @json note-page */
LECTERN_API lectern_status lectern_store_notes(lectern_store *store, const char *query,
                                               lectern_buffer **json,
                                               lectern_error **error);

/** The changes in a store since a revision, for a service that synchronises several devices:
 *  notes with their clocks, including deleted ones; 10,000 of them or 4 MB at most, with more.
 *  @param query  @optional  NULL for everything.  @json note-changes-query
 *  @param json   @json note-delta */
LECTERN_API lectern_status lectern_store_note_changes(lectern_store *store,
                                                      const char *query,
                                                      lectern_buffer **json,
                                                      lectern_error **error);

/** Merges notes of another device, or of a file, as lectern_notes_merge() does; all or none.
 *  Merging again, or in another order, gives the same result.  The limits are those of
 *  lectern_store_save_notes().
 *  @param notes  @json note-list
 *  @param json   what the other side lacks, to be sent back.  @json note-merge */
LECTERN_API lectern_status lectern_store_merge_notes(lectern_store *store,
                                                     const char *notes,
                                                     lectern_buffer **json,
                                                     lectern_error **error);

/** Listens to the notes that match a query, as lectern_store_observe() does to preferences.
 *  The topic of the events is "notes": first all matching notes, and then each change.
 *  LECTERN_ERROR_LIMIT if the matching notes take more than 16 MB.  What is more than 16 MB of
 *  later changes comes with the next calls.
 *  @param query  @optional  @json note-query */
LECTERN_API lectern_status lectern_store_observe_notes(
    lectern_store *store, const char *query, const lectern_listener *listener,
    lectern_subscription **subscription, lectern_error **error);

/** Draws the notes that match a query as a group of decorations, and updates the group when
 *  notes are saved.  The id of a decoration is that of the note.  The style solid becomes
 *  highlight, other styles keep their names; a color becomes a tint.  Bookmarks and last places
 *  are not drawn.  Freeing the subscription does not change the group.
 *  @param query  @optional  @json note-query */
LECTERN_API lectern_status lectern_navigator_show_notes(
    lectern_navigator *navigator, const char *group, lectern_store *store,
    const char *query, lectern_subscription **subscription, lectern_error **error);

/* ------------------------------------------------------------ Decorations */

/** Declares all decorations of a group, later ones on top of earlier ones.  []
 *  empties the group.  Two decorations with one id are LECTERN_ERROR_JSON.  A
 *  change of extras updates the decoration if the template of the style names them,
 *  or if the style has a renderer.
 *  @param decorations  @json decorations
 *  @param changes      @optional  the difference for each resource, and the decorations
 *                      whose resource is not in the publication, which the logger
 *                      gets as well.  @json decoration-changes */
LECTERN_API lectern_status lectern_navigator_apply_decorations(
    lectern_navigator *navigator, const char *group, const char *decorations,
    lectern_buffer **changes, lectern_error **error);

/** The decorations that were applied last to a group, [] for an unknown one.  @json decorations */
LECTERN_API lectern_status lectern_navigator_decorations(
    const lectern_navigator *navigator, const char *group, lectern_buffer **json,
    lectern_error **error);

/** The elements, or cues in a recording, and the styles of all groups in one resource.
 *  @json rendered-decorations */
LECTERN_API lectern_status lectern_navigator_render_decorations(
    const lectern_navigator *navigator, const char *href, lectern_buffer **json,
    lectern_error **error);

/** Whether decorations of a style are shown, and react to an interaction.  Pages have
 *  "highlight", "underline", "highlightUnderline", "strikethrough", "outline" and "mask",
 *  documents also "textColor"; recordings have "highlight" as a cue.  Styles of the
 *  host are shown if the kind of navigator supports the layout of its template: boxes
 *  and bounds for pages, cue for recordings.  The kind "tts" shows no decorations.
 *  Every style supports "activate"; styles on pages also support "secondary" (a long
 *  press, or the right button) and "hover" (the pointer comes over it, and leaves it).
 *  @param interaction  @optional  "activate", "secondary" or "hover"
 *  @param yes          1 or 0 */
LECTERN_API lectern_status lectern_navigator_supports_decoration(
    const lectern_navigator *navigator, const char *style, const char *interaction,
    int32_t *yes, lectern_error **error);

/** Sets how a style is shown.  Existing decorations stay applied; render them again.
 *  @param definition  @optional  layout, width, an element, an image or a text; NULL removes
 *                     the style.  @json decoration-template
 *  @param renderer    @optional  replaces the element of the definition, which must not
 *                     be NULL then */
LECTERN_API lectern_status lectern_navigator_set_decoration_template(
    lectern_navigator *navigator, const char *style, const char *definition,
    const lectern_renderer *renderer, lectern_error **error);

/** Reports that the reader activated a decoration, or interacted with it in another way,
 *  and notifies the listeners of the topic of this interaction and the group.  An
 *  interaction is enabled if the decoration lists it, or if a listener observes its
 *  topic; for "activate", also if one observes all topics.
 *  LECTERN_ERROR_NOT_FOUND if there is no such decoration, LECTERN_ERROR_UNSUPPORTED
 *  if it does not enable the interaction, or its style does not support it.
 *  @param event  @optional  the interaction, which is "activate" if absent; rectangle and
 *                point in the view.  @json interaction */
LECTERN_API lectern_status lectern_navigator_activate_decoration(
    lectern_navigator *navigator, const char *group, const char *id,
    const char *event, lectern_error **error);

/** The difference between two states of a group; a pure function.  Since it has no
 *  templates and no publication, it ignores extras and reports no resource as missing.
 *  Two decorations with one id in a state are LECTERN_ERROR_JSON.
 *  @param before  @json decorations
 *  @param after   @json decorations
 *  @param json    @json decoration-changes */
LECTERN_API lectern_status lectern_decorations_diff(const char *before,
                                                    const char *after,
                                                    lectern_buffer **json,
                                                    lectern_error **error);

/* ------------------------------------------------------------ Web runtime */

/** CSS variables and style sheets for one resource, for a host that injects them
 *  itself.  The document is not read: rules that depend on it are returned as data.
 *  LECTERN_ERROR_NOT_FOUND if the publication has no such resource,
 *  LECTERN_ERROR_UNSUPPORTED if it is neither HTML nor in the reading order.
 *  @param href  in any spelling; query and fragment are ignored
 *  @param json  @json css */
LECTERN_API lectern_status lectern_navigator_css(const lectern_navigator *navigator,
                                                 const char *href,
                                                 lectern_buffer **json,
                                                 lectern_error **error);

/** Answers a request of a web view that shows the publication: the page itself is
 *  BASE~lectern/index.html, where BASE is any origin and folder of the host's choice, and
 *  everything that it loads is below BASE.  Any number of threads may call this at once.
 *
 *  Files of an archive have a strong ETag of their own, which is known without reading them: with
 *  If-None-Match the response is 304 as long as the client has the file, and If-Range is respected.
 *  Files of a folder and large single files have a weak one, of their time and size, and answers
 *  of services up to 4 MB that are in memory a strong one of their bytes.
 *
 *  If a resource is missing or cannot be read, the response has a status of 400 or more
 *  and a sentence in plain text.
 *  @param href      the part of the URL after BASE, with the query, as the web view encodes
 *                   it; with or without a leading slash
 *  @param request   @optional  the method and the headers, such as Range, If-None-Match.  @json web-request
 *  @param response  status and headers; a host that cannot pass headers on leaves them out.
 *                   @json web-response
 *  @param body      exactly the bytes to send; they are read on demand */
LECTERN_API lectern_status lectern_navigator_get(lectern_navigator *navigator,
                                                 const char *href, const char *request,
                                                 lectern_buffer **response,
                                                 lectern_resource **body,
                                                 lectern_error **error);

/** Takes a message of the page: the text that its channel passes to the host, unchanged.
 *  The message becomes an event of another topic, or changes the viewport or the location of
 *  the reader, which is completed first: position, total progression, title, page label.  A
 *  book might have forged the message, so it is not trusted; a message that is refused
 *  changes nothing.
 *
 *    LECTERN_ERROR_JSON         it does not match the schema
 *    LECTERN_ERROR_NOT_FOUND    it names a resource or a decoration that does not exist
 *    LECTERN_ERROR_UNSUPPORTED  it is an interaction that the decoration does not enable
 *    LECTERN_ERROR_LIMIT        it is larger than 1 MB
 *  @param message  @json web-message */
LECTERN_API lectern_status lectern_navigator_receive(lectern_navigator *navigator,
                                                     const char *message,
                                                     lectern_error **error);

/** Goes to the place that a locator, a link, a position or a progression gives, or to the
 *  next one in some direction.  The page moves there, and then reports its location.  If no
 *  page is connected, the place becomes the location of the reader.  Sections are the entries
 *  of the table of contents; from the middle of a section, the previous section is its
 *  beginning.
 *
 *  LECTERN_END if there is no further section, LECTERN_ERROR_NOT_FOUND if there is no such
 *  place, LECTERN_ERROR_UNSUPPORTED for a page turn if no page is connected.
 *  @param target  @json go-target */
LECTERN_API lectern_status lectern_navigator_go(lectern_navigator *navigator,
                                                const char *target,
                                                lectern_error **error);

/** Sends a command to the page: zoom, play, speak, clear the selection.
 *  LECTERN_ERROR_UNSUPPORTED if no page is connected.  @param command  @json web-command */
LECTERN_API lectern_status lectern_navigator_send(lectern_navigator *navigator,
                                                  const char *command,
                                                  lectern_error **error);

#ifdef __cplusplus
}
#endif

#endif /* LECTERN_H */
