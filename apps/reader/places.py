# SPDX-License-Identifier: BSD-3-Clause
"""The last locations in a book: that of this device is saved, those of others are offered."""
import lectern

from .locators import sound


class Places:
    """Saved by the Saver, once a second, so that not every page turn is an edit."""

    def __init__(self, kept, progress, device, tell):
        self.kept, self.progress, self.device, self.tell = kept, progress, device, tell
        self.path, self.pending, self.told, self.start = f"The place in {kept.publication}", None, None, None
        self.subscription = kept.observe(self._changed, kind="position")

    def _changed(self, _):
        place = self.elsewhere()
        if place != self.told:
            self.told = place
            self.tell(place)

    def mine(self):
        """The last location of this device, or None."""
        return next((sound(note.get("locator")) for note in self.kept.positions if self._is_mine(note)), None)

    def elsewhere(self):
        """The last location of another device, if it is more recent."""
        newest = next(iter(self.kept.positions), None)
        if newest is None or self._is_mine(newest):
            return None
        place = sound(newest.get("locator"))
        here, there = (self.progress.order_key(one or {}) for one in (self.pending or self.mine(), place))
        if there is None or (here is not None and abs(there - here) < 1e-6):
            return None
        locations = place.get("locations") or {}
        return {"device": name_of(newest.get("device", "")), "locator": place,
                "position": locations.get("position"), "progress": self.progress.total(there)}

    def _is_mine(self, note):
        # The name before the # may have changed.
        return note.get("device", "").rpartition("#")[2] == self.device().rpartition("#")[2]

    def begin(self):
        """Called when the book is opened: the initial location is not yet a choice of the reader.  Returns the initial
        location."""
        self.start = None
        return self.pending or self.mine()

    def moved(self, locator):
        key = self.progress.order_key(locator)
        if self.start is None:
            self.start = key
        if self.pending or key != self.start:
            self.pending = locator
            self.start = -1  # from now on, every location counts

    def save(self):
        locator, self.pending = self.pending, None
        if locator:
            self.kept.device = self.device()
            try:
                self.kept.move_to(locator)
            except lectern.LecternError as error:
                self.pending = self.pending or locator
                raise OSError(0, error.message) from error

    def close(self):
        self.subscription.close()


def name_of(device):
    return device.rpartition("#")[0] or device
