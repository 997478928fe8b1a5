// SPDX-License-Identifier: BSD-3-Clause
package lectern.model

import lectern.json.JsonTypeException
import lectern.json.JsonValue

/** Converts values of JSON to the types of this package. */
internal object Read {
    fun string(json: Any?): String = json as? String ?: unexpected("a text", json)

    fun long(json: Any?): Long = when (json) {
        is Long -> json
        is Number -> json.toDouble().takeIf { it % 1 == 0.0 }?.toLong() ?: unexpected("a whole number", json)
        else -> unexpected("a whole number", json)
    }

    fun double(json: Any?): Double = (json as? Number ?: unexpected("a number", json)).toDouble()

    fun boolean(json: Any?): Boolean = json as? Boolean ?: unexpected("true or false", json)

    fun <T> list(json: Any?, item: (Any?) -> T): List<T> =
        (json as? List<*> ?: unexpected("a list", json)).map(item)

    /** A list, or a single value as a list. */
    fun <T> oneOrMany(json: Any?, item: (Any?) -> T): List<T> =
        if (json is List<*>) json.map(item) else Single(item(json))

    fun <T> map(json: Any?, value: (Any?) -> T): Map<String, T> {
        val members = json as? Map<*, *> ?: unexpected("an object", json)
        val read = LinkedHashMap<String, T>(members.size * 2)
        for ((name, member) in members) read[name as String] = value(member)
        return read
    }

    fun unexpected(what: String, json: Any?): Nothing =
        throw JsonTypeException("expected $what, not ${json?.javaClass?.simpleName}")
}

/** A list of one item, which JSON represents without brackets. */
internal class Single<out T>(private val value: T) : AbstractList<T>(), JsonValue {
    override val size: Int get() = 1
    override fun get(index: Int): T = if (index == 0) value else throw IndexOutOfBoundsException("$index")
    override fun toJson(): Any? = value
}

/** The members of an object while it is read. */
internal class Members(private val type: String, json: Any?) {
    private val members = json as? Map<*, *> ?: Read.unexpected("an object", json)
    private val taken = ArrayList<String>(members.size)

    fun <T> required(name: String, decode: (Any) -> T): T =
        optional(name, decode) ?: throw JsonTypeException("$type has no $name")

    /** A required member that may be null. */
    fun <T> nullable(name: String, decode: (Any) -> T): T? {
        val value = optional(name, decode)
        if (value == null) skip(name)
        return value
    }

    fun <T> optional(name: String, decode: (Any) -> T): T? {
        val value = members[name] ?: return null
        taken.add(name)
        return try {
            decode(value)
        } catch (exception: JsonTypeException) {
            throw JsonTypeException("$type.$name: ${exception.message}")
        }
    }

    fun skip(name: String) {
        if (name in members) taken.add(name)
    }

    /** The other members: those without a property, and optional ones that are null. */
    @Suppress("UNCHECKED_CAST")
    fun other(): Map<String, Any?> {
        if (taken.size == members.size) return emptyMap()
        return (members as Map<String, Any?>).filterKeys { it !in taken }
    }
}

/** Combines the members of properties with the others. */
internal inline fun membersOf(
    other: Map<String, Any?>,
    fill: (MutableMap<String, Any?>) -> Unit,
): Map<String, Any?> = LinkedHashMap<String, Any?>().apply { fill(this); putAll(other) }

internal fun MutableMap<String, Any?>.optional(name: String, value: Any?) {
    if (value != null) put(name, value)
}
