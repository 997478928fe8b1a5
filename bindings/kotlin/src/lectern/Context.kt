// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Memory
import com.sun.jna.Pointer
import java.lang.ref.Reference
import lectern.model.ContextOptions
import lectern.model.Diagnostic
import lectern.model.Manifest

/** Receives the progress of a long call, and can cancel it. */
public fun interface Progress {
    /** Returns whether to continue.  Returning false or throwing ends the call with [LecternException.Cancelled]. */
    public fun step(task: String, done: Long, total: Long): Boolean
}

/** Changes the manifests of publications while they are opened. */
public fun interface ManifestEditor {
    /** Returns the manifest that the publication shall have, or null to leave it.  Throwing ends the opening. */
    public fun edit(manifest: Manifest): Manifest?
}

/**
 * Limits, a logger, a progress callback and services, shared by the publications opened with it.
 *
 * Contexts are cheap, so create as many as you need.  A context may be closed while its publications are open.
 */
public class Context @JvmOverloads constructor(options: ContextOptions? = null) :
    Handle(create(options), C::lectern_context_free) {

    init {
        setProgress(null)
    }

    /** Calls [logger] with diagnostics that are not failures; null removes the logger. */
    public fun setLogger(logger: ((Diagnostic) -> Unit)?) {
        val struct = logger?.let(Callbacks::logger)
        pinned { number -> call { error -> C.lectern_context_set_logger(number, struct, error) } }
    }

    /**
     * Calls [progress] during long operations; null removes the callback.
     *
     * With a callback and without, [Thread.interrupt] ends a long call with a
     * [CancellationException][java.util.concurrent.CancellationException]; the thread stays interrupted.
     */
    public fun setProgress(progress: Progress?) {
        val struct = Callbacks.progress(progress)
        pinned { number -> call { error -> C.lectern_context_set_progress(number, struct, error) } }
    }

    /** Calls [editor] with the manifest of each publication that is opened afterwards; null removes it. */
    public fun setEditor(editor: ManifestEditor?) {
        val struct = editor?.let(Callbacks::editor)
        pinned { number -> call { error -> C.lectern_context_set_editor(number, struct, error) } }
    }

    /**
     * Adds a service to every publication opened afterwards with this context.
     *
     * [name] is "positions", "cover", "search", "guidedNavigation", or a reverse domain name.
     */
    public fun addService(name: String, factory: ServiceFactory) {
        val encoded = utf8(name)
        val memory = Memory(encoded.size.toLong()).apply { write(0, encoded, 0, encoded.size) }
        val struct = Callbacks.service(factory, Pointer.nativeValue(memory))
        pinned { number -> call { error -> C.lectern_context_add_service(number, struct, error) } }
        Reference.reachabilityFence(memory)
    }

    private companion object {
        fun create(options: ContextOptions?): Long {
            Library.load(null)
            val encoded = encoded(options)
            return output { out, error -> C.lectern_context_new(C.ABI, encoded, out, error) }
        }
    }
}
