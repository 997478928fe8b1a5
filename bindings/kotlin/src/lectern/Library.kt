// SPDX-License-Identifier: BSD-3-Clause
package lectern

import com.sun.jna.Native as Jna
import com.sun.jna.NativeLibrary
import java.io.IOException

/** Finding and loading liblectern, once per process. */
internal object Library {
    private const val VERSIONED = "liblectern.so.${C.ABI}"

    /** JNA closes a library that is forgotten. */
    private var loaded: NativeLibrary? = null

    /**
     * Loads the library that [named] says, or the system property `lectern.library`, or the variable
     * `LECTERN_LIBRARY`; or else the one in the jar, or else the one that the system's loader finds.
     */
    @Synchronized
    fun load(named: String?) {
        val present = loaded
        if (present != null) {
            check(named == null || java.io.File(named).canonicalFile == present.file?.canonicalFile) {
                "${present.file} is loaded already; cannot load $named as well"
            }
            return
        }
        if (Jna.POINTER_SIZE != Long.SIZE_BYTES) throw UnsatisfiedLinkError("Lectern needs a JVM of 64 bits")
        val library = open(named ?: System.getProperty("lectern.library") ?: System.getenv("LECTERN_LIBRARY"))
        // All functions are bound here: one that is missing means that the library is older than this package.
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
