# SPDX-License-Identifier: BSD-3-Clause
"""The presentation state of one publication: settings, events and decorations."""

from __future__ import annotations

import json
from ctypes import c_int32, c_void_p
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _callbacks as callbacks
from ._calls import call, fetch_json, fetch_text, output, outputs, take
from ._functions import END
from ._values import json_text, json_value, text
from .preferences import Preferences, preferences_text
from .publication import Publication
from .resource import Resource
from .response import Response
from .setting import Setting
from .subscription import Observable, Subscription

if TYPE_CHECKING:
    from . import types
    from .decorations import DecorationsInput
    from .preferences import PreferencesInput
    from .store import Store


class Navigator(Observable):
    """The presentation state of one publication in one view.

    Threads may share it; it lets one in at a time.  It may outlive its publication.
    """

    _free_function = "lectern_navigator_free"

    def __init__(self, publication: Publication, options: Union[types.NavigatorOptions, str, None] = None) -> None:
        """Makes a navigator.

        :param options: initial preferences, defaults, fonts, viewport, location, locale,
            custom settings (schema "navigator-options")

        Raises JsonError for options that the schema does not know, NotFoundError for a
        location outside of the publication.
        """
        super().__init__(output(c_void_p, "lectern_navigator_new", publication, json_text(options)))

    @property
    def settings(self) -> types.Settings:
        """The settings in effect, with types, ranges and labels (schema "settings")."""
        return fetch_json("lectern_navigator_settings", self)

    def __getitem__(self, key: str) -> Setting:
        """A setting in effect: ``navigator["fontSize"].value``.  Raises KeyError for an unknown one."""
        return Setting(self.settings["settings"][key])

    @property
    def settings_text(self) -> str:
        """The settings as JSON text, to hand to a web view."""
        return fetch_text("lectern_navigator_settings", self)

    def submit_preferences(self, preferences: PreferencesInput) -> None:
        """Recomputes the settings, then tells the listeners.

        Replaces all preferences submitted before.  Takes a draft, a dict, or JSON text.
        Unknown keys and unusable values have no effect, since stored preferences may come
        from another version: ``settings["ignored"]`` lists them, and the logger of the
        publication's context gets a warning.
        """
        call("lectern_navigator_submit_preferences", self, preferences_text(preferences))

    def edit_preferences(self, preferences: PreferencesInput = None) -> Preferences:
        """A draft with the rules of this navigator; changes nothing until submitted.

        :param preferences: what to start from; None starts from those submitted last
        """
        return Preferences._adopt(
            output(
                c_void_p,
                "lectern_navigator_edit_preferences",
                self,
                preferences_text(preferences),
            )
        )

    @property
    def location(self) -> Optional[types.Locator]:
        """Where the reader is (a locator); None when that is not known.

        You say so as the view reports it.  Submitting preferences does not change it.
        """
        return fetch_json("lectern_navigator_location", self)

    @location.setter
    def location(self, locator: Union[types.Locator, str, None]) -> None:
        """Raises NotFoundError when its href is not in the publication."""
        call("lectern_navigator_set_location", self, json_text(locator))

    def set_viewport(self, viewport: Union[types.Viewport, str, None]) -> None:
        """Says how large the view is, which decides whether it has room for two pages.

        :param viewport: width and height in CSS pixels, insets, orientation (schema
            "viewport"); None when that is not known
        """
        call("lectern_navigator_set_viewport", self, json_text(viewport))

    @property
    def spreads(self) -> types.Spreads:
        """Which resources are shown together (schema "spreads").

        Pages of a fixed layout come in pairs when the settings and the viewport say so.
        """
        return fetch_json("lectern_navigator_spreads", self)

    def observe(self, topic: Optional[str], listener: callbacks.EventFunction) -> Subscription:
        """Calls ``listener(topic, event)`` for one topic, or for all with None.

        Topics are "preferences", "settings", "spreads", "location",
        "decorations/<group>"; "web", what the page in a web view has to be told; and
        "selection", "link", "tap", "key", "media", "error", what the page reports.  The event
        is what json makes of it (schema "event-<topic>").
        The present value, where the topic has one, comes before this method returns.
        The listener runs in the thread that causes the event, and may use the navigator;
        what it changes is delivered after the current event.  An exception from it goes to
        sys.unraisablehook.
        """
        return self._observe("lectern_navigator_observe", text(topic), listener)

    def apply_decorations(self, group: str, decorations: DecorationsInput) -> types.DecorationChanges:
        """Declares the present state of a group; an empty list empties it.

        :param decorations: dicts with id, locator, style (schema "decorations"); later ones
            lie on top

        Returns what changed, per resource, as decorations.diff() does.  Extras count where a
        template uses them; ``{"missing": id}`` stands for each decoration whose resource is
        not in the publication.
        """
        encoded = json_text(decorations)
        return fetch_json("lectern_navigator_apply_decorations", self, text(group), encoded)

    def show_notes(self, group: str, store: Store, **query: Any) -> Subscription:
        """Draws the notes that a query wants as a group of decorations, and follows each change.

        :param query: by the names of the schema "note-query"
        """
        names = text(group), store, json_value(query)
        return Subscription(self, output(c_void_p, "lectern_navigator_show_notes", self, *names))

    def decorations(self, group: str) -> list[types.Decoration]:
        """What was applied last to a group; ``[]`` for an unknown one."""
        return fetch_json("lectern_navigator_decorations", self, text(group))

    def render_decorations(self, href: str) -> types.RenderedDecorations:
        """HTML elements, or cues in a recording, and styles of all groups in one resource
        (schema "rendered-decorations")."""
        return fetch_json("lectern_navigator_render_decorations", self, text(href))

    def supports_decoration(self, style: str, interaction: Optional[str] = None) -> bool:
        """Whether decorations of that style are shown, and react to the interaction.

        :param interaction: "activate", or None to ask for the style alone
        """
        name = "lectern_navigator_supports_decoration"
        return bool(output(c_int32, name, self, text(style), text(interaction)))

    def set_decoration_template(
        self,
        style: str,
        definition: Union[types.DecorationTemplate, str, None],
        element: Optional[callbacks.ElementFunction] = None,
    ) -> None:
        """Says how a style is shown.  What was applied stays as it is: render it again.

        :param definition: layout, width, element, stylesheet (schema
            "decoration-template"); None removes the style
        :param element: called as ``element(decoration)`` in place of the element of the
            definition, which is needed for the rest; returns one HTML element, in which
            you escape what needs it.  What it raises becomes the ``__cause__`` of a
            CallbackError from render_decorations()
        """
        encoded = json_text(definition)
        name = text(style)
        struct = None if element is None else callbacks.renderer(element)
        call("lectern_navigator_set_decoration_template", self, name, encoded, struct)

    def activate_decoration(
        self, group: str, id: str, event: Union[types.Interaction, str, None] = None
    ) -> None:
        """Reports that the reader activated a decoration, and tells the listeners.

        :param event: rectangle and point in the view (schema "interaction")

        Raises NotFoundError without such a decoration, UnsupportedError when it does not
        enable "activate".
        """
        encoded = json_text(event)
        call("lectern_navigator_activate_decoration", self, text(group), text(id), encoded)

    def css(self, href: str) -> types.Css:
        """CSS variables, style sheets and fonts for one resource (schema "css"), for a
        host that injects them itself.

        Raises NotFoundError for what is not in the publication, UnsupportedError for
        what is neither HTML nor in the reading order.
        """
        return fetch_json("lectern_navigator_css", self, text(href))

    def get(
        self, href: str, range: Optional[str] = None, body: Optional[str] = None
    ) -> Response:
        """Answers a request of the web view that shows the publication.

        :param href: what follows the base of the address, with the query; the page itself
            is "~lectern/index.html"
        :param range: the Range header, such as "bytes=0-99"
        :param body: of a POST to "~lectern/send": a message of the page

        What the publication lacks is a response with a status of 400 or more, not an
        exception.  So a server is::

            response = navigator.get(path, request.headers.get("Range"))
            send(response.status, response.headers)
            for chunk in response.chunks():
                write(chunk)
        """
        options = {"range": range, "body": body}
        request = None if range is None and body is None else json_text(options)
        name = "lectern_navigator_get"
        described, handle = outputs((c_void_p, c_void_p), name, self, text(href), request)
        resource = Resource(handle)
        return Response(json.loads(take(described)), resource)

    def receive(self, message: Union[types.WebMessage, str]) -> None:
        """Takes a message of the page: the text that its channel hands to the host, unread.

        It becomes an event of another topic, or the viewport or the location, which is
        completed (schema "web-message").  Raises JsonError, NotFoundError, UnsupportedError
        or LimitError for a message that is refused; nothing has changed then.
        """
        call("lectern_navigator_receive", self, json_text(message))

    def go(self, target: Union[types.GoTarget, types.Locator, types.Link, types.LocatorQuery, str]) -> bool:
        """Goes to a place; the page turns to it, and then reports where it is.

        :param target: a locator, a link, ``{"position": 12}``, ``{"progression": 0.5}``, or
            ``{"to": "forward"}`` and the like (schema "go-target")

        Returns False if there is no further section.  Raises NotFoundError if there is no
        such place, UnsupportedError to turn a page where none is shown.
        """
        return call("lectern_navigator_go", self, json_text(target)) != END

    def send(self, command: Union[types.WebCommand, str]) -> None:
        """Tells the page to do something, such as ``{"command": "zoom", "scale": 2}``
        (schema "web-command").  Raises UnsupportedError without a page."""
        call("lectern_navigator_send", self, json_text(command))
