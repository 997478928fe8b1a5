# SPDX-License-Identifier: BSD-3-Clause
"""Profiles of the reader: settings with a name, which the window and the server switch between."""
import lectern
import pytest
from lectern.store import kind, profile
from support import waiting

from .reader_window import expect

NAMES = "[...document.querySelectorAll('#profile option')].map((one) => one.textContent)"
CHOSEN = "document.querySelector('#profile').selectedOptions[0].textContent"
FOCUSED = "document.activeElement.id"


# ------------------------------------------------------------------------------------------------ The server


def changed(running, id, **change):
    status, answer = running.post(f"books/{id}/profiles", change)
    assert status == 200, answer
    return answer


def edit(running, id, key, value):
    return running.post(f"books/{id}/settings", {"edits": [{"edit": "set", "key": key, "value": value}]})[1]["settings"]


def size(running, id):
    return running.json(f"books/{id}/settings")["settings"]["fontSize"]["preference"]


def profiles(running, id):
    found = running.json(f"books/{id}/settings")["profiles"]
    names = {one["id"]: one["title"] for one in found["all"]}
    return list(names.values()), names.get(found["chosen"])


def test_books_share_a_profile_and_it_is_changed_independently(fresh):
    running = fresh()
    one = running.book("Read Aloud")
    other = next(book["id"] for book in running.json("shelf")["books"] if book["id"] != one)
    edit(running, one, "fontSize", 1.5)
    assert changed(running, one, add="  At\n night ")["settings"]["profiles"]["all"][0]["title"] == "At night"
    assert size(running, one) == 1.5 and profiles(running, one) == (["At night"], "At night")
    edit(running, one, "fontSize", 2)
    edit(running, one, "language", "fr")
    assert size(running, other) == 2 and profiles(running, other) == profiles(running, one)
    changed(running, other, choose=None)
    # Also where it was open before, and what concerns a book stays with it.
    assert size(running, one) == size(running, other) == 1.5
    assert running.json(f"books/{one}/settings")["settings"]["language"]["preference"] == "fr"
    again = fresh()
    assert profiles(again, one) == (["At night"], None) and size(again, one) == 1.5


def test_a_setting_that_is_cleared_in_a_profile_stays_cleared(fresh):
    running = fresh()
    id = running.book("Read Aloud")
    edit(running, id, "fontSize", 1.5)
    changed(running, id, add="Plain")
    running.post(f"books/{id}/settings", {"edits": [{"edit": "clear", "key": "fontSize"}]})
    assert size(fresh(), id) is None


def test_a_profile_begins_in_another_kind_of_book_with_what_is_shown_there(fresh):
    running = fresh()
    id, library = running.book("Read Aloud"), running.application.store.library
    library.save(kind("image"), {"fit": "width"})
    made = changed(running, id, add="Late")["settings"]["profiles"]["chosen"]
    running.application.store.profiles.choose("image", made)
    assert library.load(profile(made, "image")) == {"fit": "width"} and "fontSize" not in library.load(kind("image"))


def test_a_removed_profile_comes_back_with_everything(fresh):
    running = fresh()
    id, library = running.book("Read Aloud"), running.application.store.library
    edit(running, id, "fontSize", 1.5)
    made = changed(running, id, add="Late")["settings"]["profiles"]["chosen"]
    edit(running, id, "fontSize", 2)
    running.application.store.profiles.choose("pdf", made)
    undo = changed(running, id, remove=made)["undo"]
    assert profiles(running, id) == ([], None) and size(running, id) == 1.5
    assert [scope for scope in library.scopes if scope["scope"] == "profile"] == []
    changed(running, id, restore=undo)
    assert profiles(running, id) == (["Late"], "Late") and size(running, id) == 2
    assert library.profiles(kind("pdf"))["chosen"] == made


def test_what_another_program_chooses_is_followed(fresh, tmp_path):
    running = fresh()
    id, store = running.book("Read Aloud"), running.application.store
    assert size(running, id) is None
    with lectern.Store(store.folder / "preferences.db") as other:
        other.save_profiles([{"id": "a", "title": "A"}], choose=[(kind("reflowable"), "a")])
        other.save(profile("a", "reflowable"), {"fontSize": 2})
        store.library.refresh()
        waiting.until(lambda: profiles(running, id) == (["A"], "A"))
        other.save_profiles(remove=["a"])
        store.library.refresh()
        assert profiles(running, id) == ([], None)


@pytest.mark.parametrize("change", [{}, {"add": ""}, {"add": 1}, {"add": "x" * 61}, {"choose": "nobody"}, {"rename": {"id": "nobody", "title": "A"}},
                                    {"remove": "nobody"}, {"restore": {}}, {"choose": ""}, {"choose": {}}])
def test_what_is_no_change_of_profiles(fresh, change):
    running = fresh()
    id = running.book("Read Aloud")
    status, answer = running.post(f"books/{id}/profiles", change)
    assert status in (400, 404, 422) and answer["error"]
    assert profiles(running, id) == ([], None)


# ------------------------------------------------------------------------------------------------ The window


def settings(window, **more):
    one = window(**more)
    one.read()
    one.open("settings")
    return one


def named(one, name):
    """Makes a profile by keyboard."""
    one.page.focus("#new-profile")
    one.page.keyboard.press("Enter")
    one.page.keyboard.type(name)
    one.page.keyboard.press("Enter")
    one.until(f"{CHOSEN} === '{name}' && {FOCUSED} === 'new-profile'")


def paper(one):
    return one.style("backgroundColor", ":root")


def test_a_reader_makes_and_chooses_profiles_by_keyboard(window):
    one = settings(window)
    expect(one.page.locator("#rename-profile")).to_be_hidden()
    named(one, "At night")
    one.page.check(".theme-card input[value=dark]")
    dark = "rgb(0, 0, 0)"
    one.becomes(dark, paper, one)
    # In the list, an arrow key is enough, and it is seen at once.
    one.page.focus("#profile")
    one.page.keyboard.press("ArrowUp")
    one.until(f"{CHOSEN} === 'Standard'")
    one.becomes(True, lambda: paper(one) != dark)
    assert one.page.evaluate(FOCUSED) == "profile"
    assert one.running.json("shelf")["reader"]["theme"] is None, "the theme of a profile is not that of the shelf"
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("p")
    one.becomes(dark, paper, one)
    expect(one.page.locator(".toast")).to_have_text("At night")
    one.page.keyboard.press("p")
    expect(one.page.locator(".toast")).to_have_text("Standard")
    # The book is opened again with the profile.
    one.page.keyboard.press("p")
    one.becomes(dark, paper, one)
    one.read()
    one.becomes(dark, paper, one)


def test_a_name_is_changed_or_left(window):
    one = settings(window)
    named(one, "Late")
    one.page.click("#rename-profile")
    assert one.page.evaluate("document.activeElement.value") == "Late"
    one.page.keyboard.type("Later")
    one.page.keyboard.press("Escape")
    one.until(f"{FOCUSED} === 'rename-profile'")
    assert one.page.evaluate(CHOSEN) == "Late" and one.page.is_visible("#settings")
    one.page.click("#rename-profile")
    one.page.keyboard.type("Later")
    one.page.click(".profile button[aria-label=Save]")
    one.until(f"{CHOSEN} === 'Later'")
    assert one.page.evaluate(NAMES) == ["Standard", "Later"]


def test_a_removed_profile_is_brought_back(window):
    one = settings(window)
    named(one, "Late")
    one.page.click("#remove-profile")
    one.until(f"{CHOSEN} === 'Standard' && {FOCUSED} === 'profile'")
    expect(one.page.locator("#remove-profile")).to_be_hidden()
    assert one.page.evaluate(NAMES) == ["Standard"]
    one.page.click(".toast button")
    one.until(f"{CHOSEN} === 'Late'")


def test_what_was_changed_before_belongs_to_the_former_profile(window):
    """The slider sends its last value after the profile was chosen in the list."""
    one = settings(window)
    named(one, "Late")
    one.page.evaluate("""() => {
      const slider = document.querySelector('[data-setting=fontSize] input'), list = document.querySelector('#profile');
      for (const size of [2, 3]) {
        slider.value = String(size);
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }
      list.value = '';
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }""")
    library = one.running.application.store.library
    one.becomes(None, lambda: library.profiles(kind("reflowable")).get("chosen"))
    assert library.load(kind("reflowable")).get("fontSize") is None
    assert library.load(*(scope for scope in library.scopes if scope["scope"] == "profile"))["fontSize"] == 3


def test_a_book_with_its_own_settings_has_no_profile(window):
    one = settings(window)
    named(one, "Late")
    one.page.click("#own")
    expect(one.page.locator("#profile")).to_be_disabled()
    expect(one.page.locator("#profile-note")).to_be_visible()
    one.page.keyboard.press("Escape")
    one.page.keyboard.press("p")
    expect(one.page.locator(".toast")).to_have_text("This book keeps its own settings.")


def test_two_windows_show_the_same_profile(window):
    one, two = settings(window), settings(window)
    named(one, "Late")
    two.until(f"{CHOSEN} === 'Late'")
    two.page.select_option("#profile", "")
    one.until(f"{CHOSEN} === 'Standard'")
    one.page.select_option("#profile", label="Late")
    one.page.click("#rename-profile")
    one.page.keyboard.type("Later")
    one.page.keyboard.press("Enter")
    two.until(f"{CHOSEN} === 'Later'")
