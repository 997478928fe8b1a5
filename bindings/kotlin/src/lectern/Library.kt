// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Native as Jna
import com.sun.jna.NativeLibrary
import java.io.IOException

/** Finds and loads liblectern, once per process. */
internal object Library {
    private const val VERSIONED = "liblectern.so.${C.ABI}"

    /** Referenced here, because JNA closes a library that is unreachable. */
    private var loaded: NativeLibrary? = null

    /**
     * Loads the library from the path [named], the system property `lectern.library` or the environment variable
     * `LECTERN_LIBRARY`; otherwise from the jar, and otherwise through the loader of the system.
     */
    @Synchronized
    fun load(named: String?) {
        val present = loaded
        if (present != null) {
            check(named == null || java.io.File(named).canonicalFile == present.file?.canonicalFile) {
                "${present.file} is already loaded; cannot load $named as well"
            }
            return
        }
        if (Jna.POINTER_SIZE != Long.SIZE_BYTES) throw UnsatisfiedLinkError("Lectern requires a 64-bit JVM")
        val library = open(named ?: System.getProperty("lectern.library") ?: System.getenv("LECTERN_LIBRARY"))
        // Binds all functions here.  If one is missing, the library is older than this package.
        Jna.register(C::class.java, library)
        val abi = C.lectern_abi()
        if (abi != C.ABI) throw UnsatisfiedLinkError("${library.file} has ABI $abi; this package needs ${C.ABI}")
        loaded = library
    }

    private fun open(named: String?): NativeLibrary {
        if (named != null) return NativeLibrary.getInstance(named)
        val bundled = try {
            Jna.extractFromResourcePath("lectern", Library::class.java.classLoader)
        } catch (_: IOException) {
            null
        }
        if (bundled != null) return NativeLibrary.getInstance(bundled.absolutePath)
        return try {
            NativeLibrary.getInstance(VERSIONED)
        } catch (_: UnsatisfiedLinkError) {
            NativeLibrary.getInstance("lectern")
        }
    }
}
