// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.json.Json
import lectern.model.PreferenceKeys
import lectern.model.Read
import lectern.model.Setting
import lectern.model.Settings
import lectern.model.Submission

/**
 * A draft of preferences, with the rules for editing it.  [Navigator.editPreferences] creates one with the rules of the
 * navigator, which is not affected until the draft is submitted.
 *
 *     draft["theme"] = "dark"
 *     draft.increment("fontSize")
 *     draft.submit()
 *
 * Editing throws [LecternException.NotFound] for an unknown key, [LecternException.Json] for a value that the setting
 * does not accept, and [LecternException.Unsupported] for a setting without steps, or one that cannot become active.
 */
public class Preferences internal constructor(
    number: Long,
    /** Referenced because its listeners receive the submitted preferences. */
    @Suppress("unused") private val navigator: Navigator?,
) : Observable(number, C::lectern_preferences_free) {

    /**
     * Creates a draft without a navigator, with the rules for a kind of publication: reflowable, fixed, pdf, image,
     * audio, video, tts.
     */
    @JvmOverloads
    public constructor(kind: String, preferences: Map<String, Any?>? = null) : this(create(kind, preferences), null)

    /** The preferences, for submitting or storing. */
    public fun toMap(): Map<String, Any?> =
        Read.map(pinned { number -> json { out, error -> C.lectern_preferences_json(number, out, error) } }) { it }

    /** The settings that would result from this draft, for a form. */
    public val settings: Settings
        get() = Settings.fromJson(
            pinned { number -> json { out, error -> C.lectern_preferences_settings(number, out, error) } },
        )

    /** A setting that would result from this draft: its label, its value, whether it is active. */
    public operator fun get(key: String): Setting {
        val name = utf8(key)
        return Setting.fromJson(
            pinned { number -> json { out, error -> C.lectern_preferences_setting(number, name, out, error) } },
        )
    }

    /** The label of a value of a setting, such as "120%" for 1.2. */
    public fun label(key: String, value: Any?): String {
        val name = utf8(key)
        val encoded = utf8(Json.write(value))
        return pinned { number ->
            text { out, error -> C.lectern_preferences_label(number, name, encoded, out, error) }
        }
    }

    /** Whether the setting would take effect. */
    public fun isActive(key: String): Boolean {
        val name = utf8(key)
        return pinned { number -> yes { out, error -> C.lectern_preferences_is_active(number, name, out, error) } }
    }

    // ------------------------------------------------------------------------------------------ Editing

    /** Sets a preference, and activates the setting.  null unsets it; "publisher" selects the publisher's value. */
    public operator fun set(key: String, value: Any?): Unit = set(key, value, true)

    /** Sets a preference.  If [activate] is false, other preferences are not changed. */
    public fun set(key: String, value: Any?, activate: Boolean) {
        val name = utf8(key)
        val encoded = utf8(Json.write(value))
        pinned { number ->
            call { error -> C.lectern_preferences_set(number, name, encoded, flags(activate), error) }
        }
    }

    /** Moves to the next value that makes a visible difference.  Returns false at the upper end. */
    @JvmOverloads
    public fun increment(key: String, activate: Boolean = true): Boolean =
        step(key) { number, name, error -> C.lectern_preferences_increment(number, name, flags(activate), error) }

    /** Moves to the previous value that makes a visible difference.  Returns false at the lower end. */
    @JvmOverloads
    public fun decrement(key: String, activate: Boolean = true): Boolean =
        step(key) { number, name, error -> C.lectern_preferences_decrement(number, name, flags(activate), error) }

    /** Inverts a switch.  Advances an enumeration to its next value, and from the last to the first. */
    @JvmOverloads
    public fun toggle(key: String, activate: Boolean = true) {
        step(key) { number, name, error -> C.lectern_preferences_toggle(number, name, flags(activate), error) }
    }

    /** Changes other preferences as required to make this setting active. */
    public fun activate(key: String) {
        step(key) { number, name, error -> C.lectern_preferences_activate(number, name, error) }
    }

    /** Unsets a preference, or all. */
    @JvmOverloads
    public fun clear(key: String? = null) {
        val name = utf8(key)
        pinned { number -> call { error -> C.lectern_preferences_clear(number, name, error) } }
    }

    /** Merges preferences into the draft, key by key; the given ones take precedence. */
    public fun merge(preferences: Map<String, Any?>) {
        val encoded = encoded(preferences)
        pinned { number -> call { error -> C.lectern_preferences_merge(number, encoded, error) } }
    }

    /** The preferences with certain keys. */
    public fun only(keys: PreferenceKeys): Map<String, Any?> = filtered(keys, true)

    /** The preferences without certain keys. */
    public fun without(keys: PreferenceKeys): Map<String, Any?> = filtered(keys, false)

    /** Submits the draft to its navigator.  The draft can be edited further.  Returns the changes. */
    public fun submit(): Submission = Submission.fromJson(
        pinned { number -> json { out, error -> C.lectern_preferences_submit(number, out, error) } },
    )

    /** An independent draft with the same preferences, rules and navigator. */
    public fun copy(): Preferences = Preferences(
        pinned { number -> output { out, error -> C.lectern_preferences_copy(number, out, error) } },
        navigator,
    )

    // ------------------------------------------------------------------------------------------- Events

    /** Observes [Topics.PREFERENCES] or [Topics.SETTINGS] while the draft is edited. */
    public fun <T> observe(topic: Topic<T>, listener: Listener<T>): Subscription =
        observe(topic.name, topic.listener(listener))

    /** Observes a topic by name, or both if it is null.  The events are JSON text. */
    public fun observe(topic: String?, listener: EventListener): Subscription {
        val encoded = utf8(topic)
        return subscribe(listener) { number, struct, out, error ->
            C.lectern_preferences_observe(number, encoded, struct, out, error)
        }
    }

    /** Returns false at the end of the range. */
    private inline fun step(key: String, function: (Long, ByteArray, LongArray) -> Int): Boolean {
        val name = utf8(key)
        return pinned { number -> call { error -> function(number, name, error) } } != C.LECTERN_END
    }

    private fun filtered(keys: PreferenceKeys, keep: Boolean): Map<String, Any?> {
        val encoded = encoded(keys)
        val found = pinned { number ->
            json { out, error -> C.lectern_preferences_filter(number, encoded, if (keep) 1 else 0, out, error) }
        }
        return Read.map(found) { it }
    }

    private companion object {
        fun flags(activate: Boolean) = if (activate) 0 else C.LECTERN_NO_ACTIVATE

        fun create(kind: String, preferences: Map<String, Any?>?): Long {
            Library.load(null)
            val name = utf8(kind)
            val encoded = encoded(preferences)
            return output { out, error -> C.lectern_preferences_new(name, encoded, out, error) }
        }
    }
}
