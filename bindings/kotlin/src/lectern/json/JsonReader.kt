// SPDX-License-Identifier: BSD-3-Clause
package lectern.json

import java.math.BigDecimal
import java.math.BigInteger

/** Parses JSON text in UTF-8 according to RFC 8259. */
internal class JsonReader(private val bytes: ByteArray) {
    private var at = 0
    private var depth = 0

    fun read(): Any? {
        val value = value()
        skipSpace()
        if (at < bytes.size) fail("expected the end")
        return value
    }

    private fun value(): Any? {
        skipSpace()
        return when (val next = peek()) {
            '{'.code -> nested(::members)
            '['.code -> nested(::items)
            '"'.code -> string()
            't'.code -> word("true", true)
            'f'.code -> word("false", false)
            'n'.code -> word("null", null)
            else -> if (next == '-'.code || next in DIGITS) number() else fail("expected a value")
        }
    }

    /** Parses a list or an object.  The depth is limited, because each level uses stack. */
    private inline fun <T> nested(inside: () -> T): T {
        if (++depth > MAX_DEPTH) fail("nested more than $MAX_DEPTH levels deep")
        at++
        return inside().also { depth-- }
    }

    private fun members(): Map<String, Any?> {
        skipSpace()
        if (skip('}')) return emptyMap()
        val members = LinkedHashMap<String, Any?>()
        do {
            skipSpace()
            if (peek() != '"'.code) fail("expected the name of a member")
            val name = string()
            skipSpace()
            if (!skip(':')) fail("expected :")
            members[name] = value()
            skipSpace()
        } while (skip(','))
        if (!skip('}')) fail("expected , or }")
        return members
    }

    private fun items(): List<Any?> {
        skipSpace()
        if (skip(']')) return emptyList()
        val items = ArrayList<Any?>()
        do {
            items.add(value())
            skipSpace()
        } while (skip(','))
        if (!skip(']')) fail("expected , or ]")
        return items
    }

    private fun string(): String {
        val start = ++at
        var ascii = true
        while (true) {
            val next = peek()
            when {
                next == '"'.code -> break
                next == '\\'.code -> return escaped(start)
                // Bytes from 0x80 are negative, and so is the marker of the end.
                next < ' '.code -> if (next < 0 && at < bytes.size) ascii = false else fail("unterminated string")
            }
            at++
        }
        return piece(start, ascii).also { at++ }
    }

    /** An ASCII text needs no decoder. */
    private fun piece(start: Int, ascii: Boolean = false) =
        String(bytes, start, at - start, if (ascii) Charsets.ISO_8859_1 else Charsets.UTF_8)

    /** Parses the rest of a string from its first escape. */
    private fun escaped(start: Int): String {
        val text = StringBuilder(piece(start))
        var from = at
        while (true) {
            val next = peek()
            if (next == '"'.code || next == '\\'.code) {
                text.append(piece(from))
                at++
                if (next == '"'.code) return text.toString()
                text.append(escape())
                from = at
            } else if (next < ' '.code && (next >= 0 || at >= bytes.size)) {
                fail("unterminated string")
            } else {
                at++
            }
        }
    }

    private fun escape(): Char {
        val escape = peek().toChar()
        at++
        if (escape != 'u') return ESCAPES[escape] ?: fail("unknown escape sequence")
        var code = 0
        repeat(4) {
            val digit = Character.digit(peek(), 16)
            if (digit < 0) fail("expected four hexadecimal digits")
            code = code * 16 + digit
            at++
        }
        return code.toChar()
    }

    private fun number(): Number {
        val start = at
        skip('-')
        if (!skip('0')) digits()
        var whole = true
        if (skip('.')) { whole = false; digits() }
        if (skip('e') || skip('E')) { whole = false; skip('+') || skip('-'); digits() }
        val text = piece(start, true)
        if (whole) return text.toLongOrNull() ?: BigInteger(text)
        val double = text.toDouble()
        return if (double.isInfinite()) BigDecimal(text) else double
    }

    private fun digits() {
        if (peek() !in DIGITS) fail("expected a digit")
        while (peek() in DIGITS) at++
    }

    private fun <T> word(word: String, value: T): T {
        for (character in word) if (!skip(character)) fail("expected $word")
        return value
    }

    private fun peek(): Int = if (at < bytes.size) bytes[at].toInt() else -1

    private fun skip(character: Char): Boolean = (peek() == character.code).also { if (it) at++ }

    private fun skipSpace() {
        while (at < bytes.size) {
            when (bytes[at].toInt()) {
                ' '.code, '\n'.code, '\r'.code, '\t'.code -> at++
                else -> return
            }
        }
    }

    private fun fail(why: String): Nothing = throw JsonSyntaxException("$why at byte $at")

    private companion object {
        val DIGITS = '0'.code..'9'.code
        const val MAX_DEPTH = 1000
        val ESCAPES = mapOf(
            '"' to '"', '\\' to '\\', '/' to '/', 'b' to '\b', 'f' to '\u000C', 'n' to '\n', 'r' to '\r', 't' to '\t',
        )
    }
}
