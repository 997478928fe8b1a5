// SPDX-License-Identifier: BSD-3-Clause
package lectern.json

/** Writes JSON text without white space. */
internal class JsonWriter {
    private val text = StringBuilder()

    fun write(value: Any?): String {
        value(value)
        return text.toString()
    }

    private fun value(value: Any?) {
        when (value) {
            null, is Boolean -> text.append(value)
            is CharSequence -> string(value)
            is Number -> number(value)
            is JsonValue -> value(value.toJson())
            is Map<*, *> -> members(value)
            is Iterable<*> -> items(value)
            is Array<*> -> items(value.asList())
            else -> throw IllegalArgumentException("${value.javaClass.name} cannot be written as JSON")
        }
    }

    private fun members(members: Map<*, *>) {
        text.append('{')
        var first = true
        for ((name, value) in members) {
            if (first) first = false else text.append(',')
            string(name as? CharSequence ?: throw IllegalArgumentException("the name of a member must be a string: $name"))
            text.append(':')
            value(value)
        }
        text.append('}')
    }

    private fun items(items: Iterable<*>) {
        text.append('[')
        var first = true
        for (item in items) {
            if (first) first = false else text.append(',')
            value(item)
        }
        text.append(']')
    }

    private fun number(number: Number) {
        require(number.toDouble().isFinite() || number is java.math.BigInteger || number is java.math.BigDecimal) {
            "$number cannot be written as JSON"
        }
        text.append(number)
    }

    private fun string(string: CharSequence) {
        text.append('"')
        for ((index, character) in string.withIndex()) {
            when {
                character == '"' || character == '\\' -> text.append('\\').append(character)
                character < ' ' || isAlone(string, index) -> text.append("\\u%04x".format(character.code))
                else -> text.append(character)
            }
        }
        text.append('"')
    }

    /** Half of a surrogate pair without the other half: it cannot be encoded as UTF-8, so it is escaped. */
    private fun isAlone(string: CharSequence, index: Int): Boolean {
        val character = string[index]
        return when {
            character.isHighSurrogate() -> !(string.getOrNull(index + 1)?.isLowSurrogate() ?: false)
            character.isLowSurrogate() -> !(string.getOrNull(index - 1)?.isHighSurrogate() ?: false)
            else -> false
        }
    }
}
