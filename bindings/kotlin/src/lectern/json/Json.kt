// SPDX-License-Identifier: BSD-3-Clause
package lectern.json

/** A value that can be converted to JSON. */
public interface JsonValue {
    /** The value for [Json.write]. */
    public fun toJson(): Any?
}

/** Thrown for text that is not JSON. */
public class JsonSyntaxException(message: String) : IllegalArgumentException(message)

/** Thrown for JSON that does not match the type of a class. */
public class JsonTypeException(message: String) : IllegalArgumentException(message)

/**
 * JSON as Kotlin values: Map, List, String, Long or Double (BigInteger or BigDecimal if out of range), Boolean and
 * null.  Maps keep their order.
 */
public object Json {
    /** Parses JSON text.  Throws [JsonSyntaxException]. */
    @JvmStatic
    public fun parse(text: String): Any? = parse(text.toByteArray())

    @JvmStatic
    internal fun parse(utf8: ByteArray): Any? = JsonReader(utf8).read()

    /** Writes such values, and instances of [JsonValue]. */
    @JvmStatic
    public fun write(value: Any?): String = JsonWriter().write(value)
}
