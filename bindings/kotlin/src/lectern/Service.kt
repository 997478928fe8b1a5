// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.model.Link

/**
 * A set of routes of a publication, added by [Context.addService].  Each instance serves one publication.
 *
 * An exception only fails the request: a [LecternException] is passed on unchanged, and any other exception becomes the
 * cause of a [LecternException.Callback].
 */
public interface Service : AutoCloseable {
    /** Links to add to the manifest; routes with parameters have templated links. */
    public val links: List<Link> get() = emptyList()

    /**
     * Answers a request, whose href includes the query.  null passes it on to the next service.  Routes begin with
     * "/~", hrefs of files have no leading slash.  The library closes the result.
     */
    public fun get(href: String): Resource?

    /** Called once, when the publication is closed. */
    override fun close() {}
}

/** Creates the service for a publication while it is being opened. */
public fun interface ServiceFactory {
    /**
     * Returns null if this publication does not need the service.  The publication is borrowed until [Service.close].
     * If this throws, the publication opens without the service and with a warning.
     */
    public fun open(publication: Publication): Service?
}

/** Serves the files of a manifest. */
public fun interface Fetcher {
    /** Returns null if there is no such file.  The library closes the result. */
    public fun get(href: String): Resource?
}
