// SPDX-License-Identifier: BSD-3-Clause
package lectern

import lectern.json.Json
import lectern.model.Css
import lectern.model.Decoration
import lectern.model.DecorationChange
import lectern.model.DecorationTemplate
import lectern.model.GoTarget
import lectern.model.Interaction
import lectern.model.Locator
import lectern.model.NavigatorOptions
import lectern.model.NoteQuery
import lectern.model.Read
import lectern.model.RenderedDecorations
import lectern.model.Settings
import lectern.model.Spreads
import lectern.model.Viewport
import lectern.model.WebCommand
import lectern.model.WebRequest
import lectern.model.WebResponse

/** Builds the HTML of decorations if a template does not suffice. */
public fun interface Renderer {
    /** Returns one HTML element.  The renderer is responsible for escaping. */
    public fun element(decoration: Decoration): String
}

/**
 * The presentation state of one publication in one view.
 *
 * Thread-safe; calls are serialized.  A navigator may outlive its publication.
 */
public class Navigator @JvmOverloads constructor(
    publication: Publication,
    options: NavigatorOptions? = null,
) : Observable(create(publication, options), C::lectern_navigator_free) {

    // ----------------------------------------------------------------------------------------- Settings

    /** The settings in effect, with types, ranges and labels. */
    public val settings: Settings
        get() = Settings.fromJson(
            pinned { number -> json { out, error -> C.lectern_navigator_settings(number, out, error) } },
        )

    /** Recomputes the settings, then notifies the listeners.  Replaces all preferences submitted before. */
    public fun submitPreferences(preferences: Map<String, Any?>) {
        val encoded = encoded(preferences)
        pinned { number -> call { error -> C.lectern_navigator_submit_preferences(number, encoded, error) } }
    }

    /** Creates a draft with the rules of this navigator, by default from the preferences submitted last. */
    @JvmOverloads
    public fun editPreferences(preferences: Map<String, Any?>? = null): Preferences {
        val encoded = encoded(preferences)
        val draft = pinned { number ->
            output { out, error -> C.lectern_navigator_edit_preferences(number, encoded, out, error) }
        }
        return Preferences(draft, this)
    }

    // -------------------------------------------------------------------------------------------- Place

    /** The current location; null if it is unknown.  Submitting preferences does not change it. */
    public var location: Locator?
        get() = pinned { number -> json { out, error -> C.lectern_navigator_location(number, out, error) } }
            ?.let(Locator::fromJson)
        set(locator) {
            val encoded = encoded(locator)
            pinned { number -> call { error -> C.lectern_navigator_set_location(number, encoded, error) } }
        }

    /** Sets the size of the view, which determines whether two pages fit; null if it is unknown. */
    public fun setViewport(viewport: Viewport?) {
        val encoded = encoded(viewport)
        pinned { number -> call { error -> C.lectern_navigator_set_viewport(number, encoded, error) } }
    }

    /** The resources of the reading order, grouped as they are shown together. */
    public val spreads: Spreads
        get() = Spreads.fromJson(
            pinned { number -> json { out, error -> C.lectern_navigator_spreads(number, out, error) } },
        )

    // ------------------------------------------------------------------------------------------- Events

    /**
     * Observes one of the [Topics].  If the topic has a current value, it is delivered before this returns.
     *
     * The listener runs on the thread that causes the event, and may use the navigator; its changes are delivered after
     * the current event.
     */
    public fun <T> observe(topic: Topic<T>, listener: Listener<T>): Subscription =
        observe(topic.name, topic.listener(listener))

    /** Observes a topic by name, or all topics if it is null.  The events are JSON text. */
    public fun observe(topic: String?, listener: EventListener): Subscription {
        val encoded = utf8(topic)
        return subscribe(listener) { number, struct, out, error ->
            C.lectern_navigator_observe(number, encoded, struct, out, error)
        }
    }

    // -------------------------------------------------------------------------------------- Decorations

    /** Draws the notes of a store that match a query as a group, and updates them with each change. */
    @JvmOverloads
    public fun showNotes(group: String, store: Store, query: NoteQuery? = null): Subscription {
        val name = utf8(group)
        val encoded = encoded(query)
        val made = pinned { number ->
            store.pinned { kept ->
                output { out, error -> C.lectern_navigator_show_notes(number, name, kept, encoded, out, error) }
            }
        }
        return Subscription(made, null, this)
    }

    /** Sets the decorations of a group; an empty list clears it.  Returns the changes by resource. */
    public fun applyDecorations(group: String, decorations: List<Decoration>): Map<String, List<DecorationChange>> =
        applyDecorations(group, Json.write(decorations))

    /** Sets the decorations of a group from JSON text, as stored. */
    public fun applyDecorations(group: String, decorations: String): Map<String, List<DecorationChange>> {
        val name = utf8(group)
        val encoded = utf8(decorations)
        return changes(pinned { number ->
            json { out, error -> C.lectern_navigator_apply_decorations(number, name, encoded, out, error) }
        })
    }

    /** The decorations that were last applied to a group; empty if it is unknown. */
    public fun decorations(group: String): List<Decoration> {
        val name = utf8(group)
        return Read.list(
            pinned { number -> json { out, error -> C.lectern_navigator_decorations(number, name, out, error) } },
            Decoration::fromJson,
        )
    }

    /** The HTML elements (or the cues in a recording) and the styles of all groups in one resource. */
    public fun renderDecorations(href: String): RenderedDecorations {
        val encoded = utf8(href)
        return RenderedDecorations.fromJson(pinned { number ->
            json { out, error -> C.lectern_navigator_render_decorations(number, encoded, out, error) }
        })
    }

    /** Whether decorations of a style are shown, and react to an interaction: "activate", "secondary" or "hover". */
    @JvmOverloads
    public fun supportsDecoration(style: String, interaction: String? = null): Boolean {
        val name = utf8(style)
        val second = utf8(interaction)
        return pinned { number ->
            yes { out, error -> C.lectern_navigator_supports_decoration(number, name, second, out, error) }
        }
    }

    /** Defines the appearance of a style; null removes it.  A renderer replaces the element of the definition. */
    @JvmOverloads
    public fun setDecorationTemplate(style: String, definition: DecorationTemplate?, renderer: Renderer? = null) {
        val name = utf8(style)
        val encoded = encoded(definition)
        val struct = renderer?.let(Callbacks::renderer)
        pinned { number ->
            call { error -> C.lectern_navigator_set_decoration_template(number, name, encoded, struct, error) }
        }
    }

    /** Reports that the reader activated a decoration, or interacted with it in another way, and notifies the listeners. */
    @JvmOverloads
    public fun activateDecoration(group: String, id: String, event: Interaction? = null) {
        val name = utf8(group)
        val decoration = utf8(id)
        val encoded = encoded(event)
        pinned { number ->
            call { error -> C.lectern_navigator_activate_decoration(number, name, decoration, encoded, error) }
        }
    }

    // ---------------------------------------------------------------------------------- Page in a web view

    /** CSS variables, style sheets and fonts for one resource, for hosts that inject them themselves. */
    public fun css(href: String): Css {
        val encoded = utf8(href)
        return Css.fromJson(
            pinned { number -> json { out, error -> C.lectern_navigator_css(number, encoded, out, error) } },
        )
    }

    /**
     * Answers a request of the web view that shows the publication.
     *
     * [href] is the address relative to its base, including the query; the page itself is "~lectern/index.html".  The
     * status of the response is 400 or more if there is no such resource.
     */
    @JvmOverloads
    public fun get(href: String, request: WebRequest? = null): Response {
        val address = utf8(href)
        val encoded = encoded(request)
        val response = LongArray(1)
        val body = Resource(pinned { number ->
            output { out, error -> C.lectern_navigator_get(number, address, encoded, response, out, error) }
        })
        return Response(WebResponse.fromJson(Json.parse(take(response[0]))), body)
    }

    /** Handles a message of the page.  Pass the text from its channel unchanged. */
    public fun receive(message: String) {
        val encoded = utf8(message)
        pinned { number -> call { error -> C.lectern_navigator_receive(number, encoded, error) } }
    }

    /**
     * Goes to a location.  Returns false if there is no further section.  Throws [LecternException.NotFound] if there
     * is no such location, and [LecternException.Unsupported] if pages are to be turned but none is shown.
     */
    public fun go(target: GoTarget): Boolean {
        val encoded = encoded(target)
        return pinned { number -> call { error -> C.lectern_navigator_go(number, encoded, error) } } != C.LECTERN_END
    }

    /** Sends a command to the page: zoom, play, read aloud, clear the selection. */
    public fun send(command: WebCommand) {
        val encoded = encoded(command)
        pinned { number -> call { error -> C.lectern_navigator_send(number, encoded, error) } }
    }

    private companion object {
        fun create(publication: Publication, options: NavigatorOptions?): Long {
            val encoded = encoded(options)
            return publication.pinned { number ->
                output { out, error -> C.lectern_navigator_new(number, encoded, out, error) }
            }
        }
    }
}
