# SPDX-License-Identifier: BSD-3-Clause
"""Converts highlights and the last location, which used to be in the JSON file of a book, to notes."""
import uuid
from datetime import datetime, timezone

_STYLES = {"highlight": "solid"}


def take_over(record, kept):
    old, location = record.value.get("highlights") or [], record.value.get("location")
    for one in old:
        # A deterministic id, in case this was interrupted before.
        id = uuid.uuid5(uuid.NAMESPACE_OID, f"{kept.publication} {one['id']}").urn
        text = one.get("note")
        note = {"id": id, "kind": "note" if text else "highlight", "locator": one["locator"],
                "color": one.get("color", "yellow"), "style": _STYLES.get(one.get("style"), one.get("style") or "solid"),
                "created": date(one.get("created")), **({"body": {"text": text}} if text else {})}
        kept.store.save_notes(kept.device, [note], publication=kept.publication,
                              now=date(one.get("modified") or one.get("created")))
    if location:
        kept.store.save_notes(kept.device, [{"kind": "position", "locator": location}], publication=kept.publication,
                              now=date(record.value.get("opened")))
    record.forget("highlights", "location")


def date(seconds):
    return datetime.fromtimestamp(seconds or 0, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
