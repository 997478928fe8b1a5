# SPDX-License-Identifier: BSD-3-Clause
"""The presentation state of one publication: settings, events and decorations."""

from __future__ import annotations

import json
from collections.abc import Mapping
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

    Threads may share it; calls run one at a time.  It may outlive its publication.
    """

    _free_function = "lectern_navigator_free"

    def __init__(self, publication: Publication, options: Union[types.NavigatorOptions, str, None] = None) -> None:
        """Creates a navigator.

        :param options: initial preferences, defaults, fonts, viewport, location, locale,
            custom settings (schema "navigator-options")

        Raises JsonError for unknown options, NotFoundError for a location outside of the
        publication.
        """
        super().__init__(output(c_void_p, "lectern_navigator_new", publication, json_text(options)))

    @property
    def settings(self) -> types.Settings:
        """The settings in effect, with types, ranges and labels (schema "settings")."""
        return fetch_json("lectern_navigator_settings", self)

    def __getitem__(self, key: str) -> Setting:
        """A setting in effect: ``navigator["fontSize"].value``.  Raises KeyError for an
        unknown key."""
        return Setting(self.settings["settings"][key])

    @property
    def settings_text(self) -> str:
        """The settings as JSON text, to pass to a web view."""
        return fetch_text("lectern_navigator_settings", self)

    def submit_preferences(self, preferences: PreferencesInput) -> None:
        """Recomputes the settings, then notifies the listeners.

        Replaces all preferences that were submitted before.  Takes a draft, a dict, or JSON
        text.  Unknown keys and invalid values have no effect, because stored preferences
        may come from another version: ``settings["ignored"]`` lists them, and the logger of
        the publication's context gets a warning.
        """
        call("lectern_navigator_submit_preferences", self, preferences_text(preferences))

    def edit_preferences(self, preferences: PreferencesInput = None) -> Preferences:
        """Creates a draft with the rules of this navigator.  It changes nothing until it is
        submitted.

        :param preferences: the preferences to start from; None means the submitted ones
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
        """The reader's location (a locator); None if it is unknown.

        Set it when the view reports it.  Submitting preferences does not change it.
        """
        return fetch_json("lectern_navigator_location", self)

    @location.setter
    def location(self, locator: Union[types.Locator, str, None]) -> None:
        """Raises NotFoundError if its href is not in the publication."""
        call("lectern_navigator_set_location", self, json_text(locator))

    def set_viewport(self, viewport: Union[types.Viewport, str, None]) -> None:
        """Sets the size of the view, which determines whether there is room for two pages.

        :param viewport: width and height in CSS pixels, insets, orientation (schema
            "viewport"); None if it is unknown
        """
        call("lectern_navigator_set_viewport", self, json_text(viewport))

    @property
    def spreads(self) -> types.Spreads:
        """The resources of the reading order, grouped as they are shown together (schema
        "spreads").

        Fixed-layout pages are paired if the settings and the viewport ask for it.
        """
        return fetch_json("lectern_navigator_spreads", self)

    def observe(self, topic: Optional[str], listener: callbacks.EventFunction) -> Subscription:
        """Calls ``listener(topic, event)`` for one topic, or for all with None.

        Topics are "preferences", "settings", "spreads" and "location"; "decorations/<group>",
        "secondary/<group>" and "hover/<group>" for interactions (schema "event-decorations");
        "web" for messages to the page in a web view; and "selection", "link", "tap", "key",
        "media", "cue", "error" for what the page reports.  The event is parsed JSON (schema
        "event-<topic>").  If the topic has a current value, it
        is delivered before this method returns.  The listener runs in the thread that
        causes the event, and may use the navigator; its changes are delivered after the
        current event.  An exception from it is passed to sys.unraisablehook.
        """
        return self._observe("lectern_navigator_observe", text(topic), listener)

    def apply_decorations(self, group: str, decorations: DecorationsInput) -> types.DecorationChanges:
        """Declares the current state of a group; an empty list removes all of its
        decorations.

        :param decorations: dicts with id, locator, style (schema "decorations"); later ones
        are
            on top

        Returns the changes per resource, like decorations.diff().  Extras are compared if a
        template uses them; there is a ``{"missing": id}`` for each decoration whose
        resource is not in the publication.
        """
        encoded = json_text(decorations)
        return fetch_json("lectern_navigator_apply_decorations", self, text(group), encoded)

    def show_notes(self, group: str, store: Store, **query: Any) -> Subscription:
        """Shows the notes that match a query as a group of decorations, and keeps it up to
        date.

        :param query: by the names of the schema "note-query"
        """
        names = text(group), store, json_value(query)
        return Subscription(self, output(c_void_p, "lectern_navigator_show_notes", self, *names))

    def decorations(self, group: str) -> list[types.Decoration]:
        """The decorations that were last applied to a group; ``[]`` for an unknown one."""
        return fetch_json("lectern_navigator_decorations", self, text(group))

    def render_decorations(self, href: str) -> types.RenderedDecorations:
        """The HTML elements (or cues in a recording) and styles of all groups in one
        resource (schema "rendered-decorations")."""
        return fetch_json("lectern_navigator_render_decorations", self, text(href))

    def supports_decoration(self, style: str, interaction: Optional[str] = None) -> bool:
        """Whether decorations of a style are shown, and react to the interaction.

        :param interaction: "activate", "secondary" or "hover"; None checks only the style
        """
        name = "lectern_navigator_supports_decoration"
        return bool(output(c_int32, name, self, text(style), text(interaction)))

    def set_decoration_template(
        self,
        style: str,
        definition: Union[types.DecorationTemplate, str, None],
        element: Optional[callbacks.ElementFunction] = None,
    ) -> None:
        """Defines how a style is rendered.  Decorations on the screen do not change until
        they are rendered again.

        :param definition: layout, width, element, stylesheet (schema
            "decoration-template"); None removes the style
        :param element: called as ``element(decoration)`` instead of using the element of
        the
            definition, whose other members still apply; returns one HTML element, with text
            properly escaped.  An exception from it becomes the ``__cause__`` of a
            CallbackError from render_decorations()
        """
        encoded = json_text(definition)
        name = text(style)
        struct = None if element is None else callbacks.renderer(element)
        call("lectern_navigator_set_decoration_template", self, name, encoded, struct)

    def activate_decoration(
        self, group: str, id: str, event: Union[types.Interaction, str, None] = None
    ) -> None:
        """Reports that the reader activated a decoration, or interacted with it in another way,
        and notifies the listeners.

        :param event: the interaction, if it is not "activate"; rectangle and point in the view
            (schema "interaction")

        Raises NotFoundError if there is no such decoration, UnsupportedError if it does not
        enable the interaction.
        """
        encoded = json_text(event)
        call("lectern_navigator_activate_decoration", self, text(group), text(id), encoded)

    def css(self, href: str) -> types.Css:
        """CSS variables, style sheets and fonts for one resource (schema "css"), for a host
        that injects them itself.

        Raises NotFoundError for an href that is not in the publication, UnsupportedError
        for a resource that is neither HTML nor in the reading order.
        """
        return fetch_json("lectern_navigator_css", self, text(href))

    def get(
        self,
        href: str,
        range: Optional[str] = None,
        body: Optional[str] = None,
        *,
        method: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Response:
        """Answers a request of the web view that shows the publication.

        :param href: the part of the address after the base, with the query; the page itself
        is
            "~lectern/index.html"
        :param range: the Range header, such as "bytes=0-99"
        :param body: the body of a POST to "~lectern/send": a message of the page
        :param method: "GET" by default; the response to "HEAD" has no body
        :param headers: those of the request, of which ``Range``, ``If-None-Match`` and
            ``If-Range`` have an effect

        If the publication does not have the resource, the response has a status of 400 or
        more; no exception is raised.  So a server is::

            response = navigator.get(path, method=request.method, headers=request.headers)
            send(response.status, response.headers)
            for chunk in response.chunks():
                write(chunk)
        """
        given = None if headers is None else dict(headers.items())
        options = {"range": range, "body": body, "method": method, "headers": given}
        request = json_text({name: value for name, value in options.items() if value is not None})
        name = "lectern_navigator_get"
        described, handle = outputs((c_void_p, c_void_p), name, self, text(href), request)
        resource = Resource(handle)
        return Response(json.loads(take(described)), resource)

    def receive(self, message: Union[types.WebMessage, str]) -> None:
        """Handles a message of the page.  Pass the text from its channel on unchanged.

        The message becomes an event of another topic, or updates the viewport or the
        location (schema "web-message").  Raises JsonError, NotFoundError, UnsupportedError
        or LimitError for a message that is rejected; nothing has changed then.
        """
        call("lectern_navigator_receive", self, json_text(message))

    def go(self, target: Union[types.GoTarget, types.Locator, types.Link, types.LocatorQuery, str]) -> bool:
        """Goes to a location: the page turns to it, and then reports the new location.

        :param target: a locator, a link, ``{"position": 12}``, ``{"progression": 0.5}``, or
            ``{"to": "forward"}`` and the like (schema "go-target")

        Returns False if there is no further section.  Raises NotFoundError if the location
        does not exist, UnsupportedError to turn a page when no page is shown.
        """
        return call("lectern_navigator_go", self, json_text(target)) != END

    def send(self, command: Union[types.WebCommand, str]) -> None:
        """Sends a command to the page, such as ``{"command": "zoom", "scale": 2}`` (schema
        "web-command").  Raises UnsupportedError without a page."""
        call("lectern_navigator_send", self, json_text(command))
