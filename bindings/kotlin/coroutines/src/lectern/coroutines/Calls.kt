// SPDX-License-Identifier: BSD-3-Clause
package lectern.coroutines

import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runInterruptible
import lectern.Context
import lectern.Lectern
import lectern.Publication
import lectern.Resource
import lectern.model.CoverOptions
import lectern.model.Locator
import lectern.model.LocatorQuery
import lectern.model.MarkdownOptions
import lectern.model.OpenOptions
import lectern.model.Statistics
import lectern.model.StatisticsOptions

/**
 * Makes calls that block, on another thread.  If the coroutine is cancelled, the call ends.
 *
 * A handle that the block returns is lost if the coroutine is cancelled at that moment; it is freed when it is collected.
 */
public suspend fun <T> reading(context: CoroutineContext = Dispatchers.IO, block: () -> T): T =
    runInterruptible(context, block)

/** Opens a file or a folder: [Lectern.open]. */
public suspend fun Lectern.awaitOpen(
    path: String,
    options: OpenOptions? = null,
    context: Context? = null,
): Publication = reading { open(path, options, context) }

/** The words, characters, images and minutes: [Publication.statistics]. */
public suspend fun Publication.awaitStatistics(options: StatisticsOptions? = null): Statistics =
    reading { statistics(options) }

/** The locator of a place: [Publication.locate]. */
public suspend fun Publication.awaitLocate(query: LocatorQuery): Locator = reading { locate(query) }

/** The text of all documents: [Publication.text]. */
public suspend fun Publication.awaitText(): String = reading { text() }

/** The publication as Markdown: [Publication.markdown]. */
public suspend fun Publication.awaitMarkdown(options: MarkdownOptions? = null): String = reading { markdown(options) }

/** The cover: [Publication.cover]. */
public suspend fun Publication.awaitCover(options: CoverOptions? = null): Resource = reading { cover(options) }
