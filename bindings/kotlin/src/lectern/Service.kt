// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.model.Link

/**
 * A set of routes of a publication, given to [Context.addService].  One instance serves one publication.
 *
 * What it throws fails the request alone: a [LecternException] as it is, anything else as the cause of a
 * [LecternException.Callback].
 */
public interface Service : AutoCloseable {
    /** Links added to the manifest; templated ones for routes with parameters. */
    public val links: List<Link> get() = emptyList()

    /**
     * Answers a request, query included; null passes it on to the next service.  Routes begin with "/~", files
     * have no leading slash.  The library closes the answer.
     */
    public fun get(href: String): Resource?

    /** Called once, when the publication is closed. */
    override fun close() {}
}

/** Makes the service of a publication while it is opened. */
public fun interface ServiceFactory {
    /**
     * Returns null if this publication needs no such service.  The publication is lent until [Service.close].
     * If this throws, the publication opens without the service, and with a warning.
     */
    public fun open(publication: Publication): Service?
}

/** Serves the files of a manifest. */
public fun interface Fetcher {
    /** Returns null if there is no such file.  The library closes the answer. */
    public fun get(href: String): Resource?
}
