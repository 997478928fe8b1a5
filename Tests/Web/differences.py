# SPDX-License-Identifier: BSD-3-Clause
"""Tests of the page that do not pass in Firefox 153, and why: `make firefox` expects it."""

LETTERS = "test_letters_on_exactly_one_page"
FIREFOX = {
    f"{LETTERS}[moved-800]": "a box that is turned or scaled lies over the text beside it",
    **{f"{LETTERS}[formulas-{width}]": "a matrix is reported larger than it is painted" for width in (800, 412)},
    f"{LETTERS}[letters-800]": "a letter of half a page is cut at the end of the page",
    "test_a_row_longer_than_a_page_begins_after_the_one_before": "tables do not break in columns: such a row becomes blocks",
    "test_numbers_in_the_margin_are_on_the_page_of_their_text": "a positioned number may be on the page before its text",
    "test_a_box_as_high_as_the_window_is_one_page[min-height: 100vh]": "the box ends on a second page",
    "test_a_box_as_high_as_the_window_is_one_page[height: 100vh; display: flex; align-items: center]": "the same",
    "test_reduced_motion": "the driver cannot set the media feature",
    "test_what_base_rules_change_in_a_publication_with_few_rules": "headings in sections have other sizes in its own sheet",
    "test_all_properties_at_once_with_the_units_that_the_toolkits_write": "lengths are rounded to 1/60 px",
}
