# SPDX-License-Identifier: BSD-3-Clause
"""An open book: its navigator, and messages to the reader's window and the page inside it."""
import json
import time

import lectern

from .drawing import GROUP, MARKS, TEMPLATES, TINTS
from .events import Channel
from .names import facts
from .notes import Notes
from .places import Places
from .progress import Pace, Progress
from .search import Search
from .shelf import kind_of

FONTS = [
    {"family": "Georgia", "alternates": ["Gelasio", "Noto Serif", "DejaVu Serif", "serif"]},
    {"family": "Palatino", "alternates": ["Palatino Linotype", "Book Antiqua", "TeX Gyre Pagella", "P052", "serif"]},
    {"family": "Times", "alternates": ["Times New Roman", "Liberation Serif", "Tinos", "serif"]},
    {"family": "Helvetica", "alternates": ["Helvetica Neue", "Arial", "Liberation Sans", "sans-serif"]},
    {"family": "Verdana", "alternates": ["DejaVu Sans", "sans-serif"]},
    {"family": "Courier", "alternates": ["Courier New", "Liberation Mono", "monospace"]},
]
COLORS = {"black": "#000000", "ink": "#1C1B19", "umber": "#43331F", "slate": "#2A3036", "pearl": "#D9D5CC",
          "sage": "#DDE6D5", "mist": "#E6ECEF", "sepia": "#F4ECD8", "ivory": "#FBF8F1", "white": "#FFFFFF"}
#: Messages of the page that are forwarded to the reader's window.
FORWARDED = ("selection", "link", "tap", "key", "media", "error")
TOPICS = ("web", "location", "preferences", "settings", "spreads", f"decorations/{GROUP}", f"decorations/{MARKS}", *FORWARDED)
EDITS = {"set", "increment", "decrement", "toggle", "clear", "activate"}


class Reading:
    def __init__(self, id, publication, store, scripts, locale, dark=False):
        self.id, self.publication, self.store, self.scripts = id, publication, store, scripts
        self.record = store.book(id)
        self.progress, self.pace = Progress(publication), Pace(store.reader)
        self.page, self.reader = Channel(), Channel()
        kept = store.notes(publication, id)
        self.notes = Notes(publication, kept, self.progress, lambda event: self.reader.publish("notes", event))
        self.places = Places(kept, self.progress, lambda: store.device, lambda place: self.reader.publish("elsewhere", place))
        store.saver.add(self.places)
        self.locale = self.theme = self.navigator = None
        self.start(locale, dark)

    def start(self, locale, dark=False):
        """Creates the navigator, with the current language of labels, and the current theme as a default.

        Until the reader chooses a theme, it is that of the system, ``dark`` or not."""
        theme = self.store.reader.value["theme"] or ("dark" if dark else None)
        if self.navigator and (locale, theme) == (self.locale, self.theme):
            return
        self.stop()
        self.locale, self.theme = locale, theme
        is_pdf = kind_of(self.publication) == "pdf"
        options = {"locale": locale, "fonts": FONTS, "colors": COLORS, "decorationTemplates": TEMPLATES, "verticalPages": True,
                   # The cover of a PDF is alone, as in a printed book; those of other kinds are known from the publication.
                   "defaults": {"theme": theme, **({"offsetFirstPage": True} if is_pdf else {})}, "web": {"theme": theme, "scripts": self.scripts}}
        self.navigator = self._navigator(options)
        settings = self.navigator.settings
        self.kind = settings["layout"] if settings["navigator"] == "epub" else settings["navigator"]
        self._load()
        self.search = Search(self.publication, self.navigator)
        self._arrange(self.navigator.spreads)
        self.notes.draw(self.navigator)
        self.kept = self._preferences()
        # Decorations can only be activated in groups that have a listener.
        self.subscriptions = [self.navigator.observe(topic, self._heard) for topic in TOPICS]
        self.subscriptions.append(self.store.library.observe(None, self._stored))

    def _navigator(self, options):
        try:
            return lectern.Navigator(self.publication, {**options, "location": self._begin()})
        except (lectern.NotFoundError, lectern.JsonError):  # the book has changed
            return lectern.Navigator(self.publication, options)

    def _begin(self):
        """The last place, which is in other documents if a PDF was read in its other form."""
        place = self.places.begin()
        if not place or any(link["href"] == place.get("href") for link in self.publication.reading_order):
            return place
        return self.publication.locate(place)

    def _load(self):
        """Applies the stored preferences."""
        self.profiles, self.shared = self.store.profiles.listed(self.kind), self.store.profiles.scope(self.kind)
        self.kept = self.store.load_preferences(self.id, self.shared)  # these need not be saved
        self.navigator.submit_preferences(self.kept)

    # -- Events

    def _stored(self, scope, preferences):
        """Follows another profile, which this or another window has chosen, and names that were changed."""
        if scope["scope"] not in ("kind", "profile") or (listed := self.store.profiles.listed(self.kind)) == self.profiles:
            return
        chosen, self.profiles = self.profiles["chosen"], listed
        if chosen != listed["chosen"]:
            self._load()
        self.reader.publish("profiles", listed)

    def _heard(self, topic, event):
        if topic == "web":
            self.page.forward(json.dumps(event, ensure_ascii=False))
        elif topic == "location":
            self._moved(event)
        elif topic == "preferences":
            self._keep(event)
        elif topic == "settings":
            self.reader.publish("settings", event)
        elif topic == "spreads":
            self._arrange(event)
            if place := self.told(self.navigator.location):
                self.reader.publish("location", place)
        elif topic in (f"decorations/{GROUP}", f"decorations/{MARKS}"):
            self.reader.publish("picked", {**event, "note": self.notes.one(event["decoration"]["id"])})
        elif topic in FORWARDED:
            self.reader.publish(topic, event)

    def _preferences(self):
        with self.navigator.edit_preferences() as draft:
            return draft.json

    def _keep(self, preferences):
        """Stores preferences, which the reader changes in the form, or in the player of the page."""
        if preferences != self.kept:
            self.kept = preferences
            with self.navigator.edit_preferences(preferences) as draft:
                self.store.save_preferences(self.id, self.shared, draft, self.record.value["ownPreferences"])

    def _moved(self, locator):
        if not locator:
            return
        key = self.progress.order_key(locator)
        if key is not None:
            self.pace.turned(self.progress, key)
        told = self.told(locator)
        self.places.moved(locator)
        self.record.update(progress=told.get("progress"))
        self.reader.publish("location", told)

    def _arrange(self, spreads):
        """The indices of the items that are shown together with each item, by href; empty for text."""
        self.shown = {} if self.kind in ("reflowable", "audio", "video") else {
            page["href"]: [each["index"] for each in one["resources"]] for one in spreads["spreads"] for page in one["resources"]}

    # -- Requests of the reader's window

    def described(self):
        self.record.update(opened=int(time.time()))
        manifest = self.publication.manifest
        location = self.navigator.location
        return {"id": self.id, "kind": self.kind, "isPlayed": self.kind in ("audio", "video"), "info": self.publication.info, "metadata": manifest["metadata"],
                "pageList": manifest.get("pageList", []), "hasSearch": self._has_search(manifest), "hasOverlay": self._has_overlay(manifest),
                "hasThumbnails": self._has_thumbnails(), "positions": self.progress.positions, "tints": TINTS, "elsewhere": self.places.elsewhere(), "editions": self.store.editions(self.id),
                "settings": self.form(), "location": self.told(location)}

    def _has_thumbnails(self):
        """Whether the library makes pictures of all pages: only a browser draws those of an EPUB that are more than an image."""
        return self.kind == "pdf" or self.kind in ("image", "fixed") and all(self.publication.page_images)

    def thumbnail(self, position, side):
        """The media type and the bytes of a picture of a page, at most this wide and high."""
        with self.publication.get(f"~readium/thumbnail?position={position}&width={side}&height={side}") as image:
            return image.link["type"], image.read()

    @staticmethod
    def _has_search(manifest):
        return any("search" in (link.get("rel") or ()) for link in manifest.get("links", ()))

    @staticmethod
    def _has_overlay(manifest):
        return any("smil" in (other.get("type") or "") or "guided-navigation" in (other.get("type") or "")
                   for link in manifest["readingOrder"] for other in link.get("alternate", ()))

    def told(self, locator):
        if not locator:
            return None
        return {"locator": locator, **(self.progress.describe(locator, self.pace.speed, self.shown.get(locator.get("href"))) or {})}

    def contents(self):
        """The table of contents with positions, and the starts of chapters for the slider."""
        self.progress.ready.wait(20)
        starts = [{"title": one["title"], "level": one["level"], "at": round(self.progress.total(one["start"]), 5)}
                  for one in self.progress.chapters]
        return {"chapters": self.progress.tree, "starts": starts, "pages": self.progress.pages, "location": self.told(self.navigator.location)}

    def listed(self):
        return {"notes": self.notes.all}

    def about(self):
        """A description of the book in words, in the language of the reader."""
        return {**facts(self.publication.manifest["metadata"]), "accessibility": self.publication.accessibility({"language": self.locale})}

    def form(self):
        """The settings for a form, from a draft."""
        with self.navigator.edit_preferences() as draft:
            return self._form(draft)

    def _form(self, draft):
        return {**draft.settings, "own": self.record.value["ownPreferences"], "profiles": self.profiles}

    def edit(self, edits, own=None):
        """Edits the preferences, and submits them; the listener saves them."""
        if own is not None:
            self.record.update(ownPreferences=bool(own))
            self.kept = None
        with self.navigator.edit_preferences() as draft:
            for edit in edits:
                if edit.get("edit") not in EDITS:
                    raise ValueError(f"{edit.get('edit')!r} is not an edit of preferences.")
                arguments = [edit["key"]] if edit.get("key") else []
                if edit["edit"] == "set":
                    arguments.append(edit.get("value"))
                getattr(draft, edit["edit"])(*arguments)
            submission = draft.submit()
            self._keep(draft.json)
            return {"settings": self._form(draft), "submission": submission}

    def change_profiles(self, data):
        """Makes, renames, removes or chooses a profile; listeners of the store apply it, in all windows."""
        undo = self.store.profiles.change(self.kind, data)
        return {"settings": self.form(), "undo": undo}

    def go(self, target):
        """Goes to a locator, a link, a position, a progression, or one step in a direction."""
        if "to" not in target:
            self.pace.last = None  # the text in between was not read
        self.navigator.go(target)

    def match(self, number):
        self.pace.last = None
        locator = self.search.pick(number)
        self.navigator.go(locator)
        return locator

    # -- Closing

    def stop(self):
        if self.navigator:
            self.search.close()
            self.notes.close()
            for subscription in self.subscriptions:
                subscription.close()
            self.navigator.close()

    def close(self):
        self.page.close()
        self.reader.close()
        self.places.close()
        self.store.saver.remove(self.places)
        self.stop()
        self.publication.close()
