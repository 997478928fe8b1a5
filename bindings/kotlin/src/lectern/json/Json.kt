// SPDX-License-Identifier: BSD-3-Clause
package lectern.json

/** A value that JSON can be made of. */
public interface JsonValue {
    /** What [Json.write] writes for it. */
    public fun toJson(): Any?
}

/** A text that is not JSON. */
public class JsonSyntaxException(message: String) : IllegalArgumentException(message)

/** JSON that is not what a class is made of. */
public class JsonTypeException(message: String) : IllegalArgumentException(message)

/**
 * JSON as Kotlin has it: Map, List, String, Long or Double (BigInteger or BigDecimal if it is too large for
 * these), Boolean and null.  Maps keep their order.
 */
public object Json {
    /** Reads a JSON text.  Throws [JsonSyntaxException]. */
    @JvmStatic
    public fun parse(text: String): Any? = parse(text.toByteArray())

    @JvmStatic
    internal fun parse(utf8: ByteArray): Any? = JsonReader(utf8).read()

    /** Writes such values, and those that are a [JsonValue]. */
    @JvmStatic
    public fun write(value: Any?): String = JsonWriter().write(value)
}
