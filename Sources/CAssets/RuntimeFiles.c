// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, which are in Sources/LecternWeb/runtime.  scripts/embed_runtime.py writes this table.

#include "CAssets.h"

static const char file_aloud_js[] = {
#embed "../LecternWeb/runtime/aloud.js" suffix(, )
    0};
static const char file_book_js[] = {
#embed "../LecternWeb/runtime/book.js" suffix(, )
    0};
static const char file_channel_js[] = {
#embed "../LecternWeb/runtime/channel.js" suffix(, )
    0};
static const char file_chapters_js[] = {
#embed "../LecternWeb/runtime/chapters.js" suffix(, )
    0};
static const char file_continuous_js[] = {
#embed "../LecternWeb/runtime/continuous.js" suffix(, )
    0};
static const char file_css_ReadiumCSS_after_css[] = {
#embed "../LecternWeb/runtime/css/ReadiumCSS-after.css" suffix(, )
    0};
static const char file_css_ReadiumCSS_before_css[] = {
#embed "../LecternWeb/runtime/css/ReadiumCSS-before.css" suffix(, )
    0};
static const char file_css_ReadiumCSS_default_css[] = {
#embed "../LecternWeb/runtime/css/ReadiumCSS-default.css" suffix(, )
    0};
static const char file_css_page_css[] = {
#embed "../LecternWeb/runtime/css/page.css" suffix(, )
    0};
static const char file_cues_js[] = {
#embed "../LecternWeb/runtime/cues.js" suffix(, )
    0};
static const char file_decorations_js[] = {
#embed "../LecternWeb/runtime/decorations.js" suffix(, )
    0};
static const char file_dom_js[] = {
#embed "../LecternWeb/runtime/dom.js" suffix(, )
    0};
static const char file_domrange_js[] = {
#embed "../LecternWeb/runtime/domrange.js" suffix(, )
    0};
static const char file_fixed_js[] = {
#embed "../LecternWeb/runtime/fixed.js" suffix(, )
    0};
static const char file_frame_js[] = {
#embed "../LecternWeb/runtime/frame.js" suffix(, )
    0};
static const char file_geometry_js[] = {
#embed "../LecternWeb/runtime/geometry.js" suffix(, )
    0};
static const char file_images_js[] = {
#embed "../LecternWeb/runtime/images.js" suffix(, )
    0};
static const char file_index_html[] = {
#embed "../LecternWeb/runtime/index.html" suffix(, )
    0};
static const char file_input_js[] = {
#embed "../LecternWeb/runtime/input.js" suffix(, )
    0};
static const char file_labels_js[] = {
#embed "../LecternWeb/runtime/labels.js" suffix(, )
    0};
static const char file_links_js[] = {
#embed "../LecternWeb/runtime/links.js" suffix(, )
    0};
static const char file_load_js[] = {
#embed "../LecternWeb/runtime/load.js" suffix(, )
    0};
static const char file_locate_js[] = {
#embed "../LecternWeb/runtime/locate.js" suffix(, )
    0};
static const char file_main_js[] = {
#embed "../LecternWeb/runtime/main.js" suffix(, )
    0};
static const char file_marks_js[] = {
#embed "../LecternWeb/runtime/marks.js" suffix(, )
    0};
static const char file_measure_js[] = {
#embed "../LecternWeb/runtime/measure.js" suffix(, )
    0};
static const char file_media_js[] = {
#embed "../LecternWeb/runtime/media.js" suffix(, )
    0};
static const char file_notes_css[] = {
#embed "../LecternWeb/runtime/notes.css" suffix(, )
    0};
static const char file_notes_js[] = {
#embed "../LecternWeb/runtime/notes.js" suffix(, )
    0};
static const char file_overlay_js[] = {
#embed "../LecternWeb/runtime/overlay.js" suffix(, )
    0};
static const char file_page_css[] = {
#embed "../LecternWeb/runtime/page.css" suffix(, )
    0};
static const char file_paginator_js[] = {
#embed "../LecternWeb/runtime/paginator.js" suffix(, )
    0};
static const char file_panel_js[] = {
#embed "../LecternWeb/runtime/panel.js" suffix(, )
    0};
static const char file_pdf_js[] = {
#embed "../LecternWeb/runtime/pdf.js" suffix(, )
    0};
static const char file_place_js[] = {
#embed "../LecternWeb/runtime/place.js" suffix(, )
    0};
static const char file_player_css[] = {
#embed "../LecternWeb/runtime/player.css" suffix(, )
    0};
static const char file_player_js[] = {
#embed "../LecternWeb/runtime/player.js" suffix(, )
    0};
static const char file_quote_js[] = {
#embed "../LecternWeb/runtime/quote.js" suffix(, )
    0};
static const char file_rects_js[] = {
#embed "../LecternWeb/runtime/rects.js" suffix(, )
    0};
static const char file_reflow_js[] = {
#embed "../LecternWeb/runtime/reflow.js" suffix(, )
    0};
static const char file_selection_js[] = {
#embed "../LecternWeb/runtime/selection.js" suffix(, )
    0};
static const char file_sentences_js[] = {
#embed "../LecternWeb/runtime/sentences.js" suffix(, )
    0};
static const char file_speech_js[] = {
#embed "../LecternWeb/runtime/speech.js" suffix(, )
    0};
static const char file_spreads_js[] = {
#embed "../LecternWeb/runtime/spreads.js" suffix(, )
    0};
static const char file_strip_js[] = {
#embed "../LecternWeb/runtime/strip.js" suffix(, )
    0};
static const char file_voices_js[] = {
#embed "../LecternWeb/runtime/voices.js" suffix(, )
    0};
static const char file_zoom_js[] = {
#embed "../LecternWeb/runtime/zoom.js" suffix(, )
    0};

static const assets_file files[] = {
    {"aloud.js", file_aloud_js, sizeof file_aloud_js - 1},
    {"book.js", file_book_js, sizeof file_book_js - 1},
    {"channel.js", file_channel_js, sizeof file_channel_js - 1},
    {"chapters.js", file_chapters_js, sizeof file_chapters_js - 1},
    {"continuous.js", file_continuous_js, sizeof file_continuous_js - 1},
    {"css/ReadiumCSS-after.css", file_css_ReadiumCSS_after_css, sizeof file_css_ReadiumCSS_after_css - 1},
    {"css/ReadiumCSS-before.css", file_css_ReadiumCSS_before_css, sizeof file_css_ReadiumCSS_before_css - 1},
    {"css/ReadiumCSS-default.css", file_css_ReadiumCSS_default_css, sizeof file_css_ReadiumCSS_default_css - 1},
    {"css/page.css", file_css_page_css, sizeof file_css_page_css - 1},
    {"cues.js", file_cues_js, sizeof file_cues_js - 1},
    {"decorations.js", file_decorations_js, sizeof file_decorations_js - 1},
    {"dom.js", file_dom_js, sizeof file_dom_js - 1},
    {"domrange.js", file_domrange_js, sizeof file_domrange_js - 1},
    {"fixed.js", file_fixed_js, sizeof file_fixed_js - 1},
    {"frame.js", file_frame_js, sizeof file_frame_js - 1},
    {"geometry.js", file_geometry_js, sizeof file_geometry_js - 1},
    {"images.js", file_images_js, sizeof file_images_js - 1},
    {"index.html", file_index_html, sizeof file_index_html - 1},
    {"input.js", file_input_js, sizeof file_input_js - 1},
    {"labels.js", file_labels_js, sizeof file_labels_js - 1},
    {"links.js", file_links_js, sizeof file_links_js - 1},
    {"load.js", file_load_js, sizeof file_load_js - 1},
    {"locate.js", file_locate_js, sizeof file_locate_js - 1},
    {"main.js", file_main_js, sizeof file_main_js - 1},
    {"marks.js", file_marks_js, sizeof file_marks_js - 1},
    {"measure.js", file_measure_js, sizeof file_measure_js - 1},
    {"media.js", file_media_js, sizeof file_media_js - 1},
    {"notes.css", file_notes_css, sizeof file_notes_css - 1},
    {"notes.js", file_notes_js, sizeof file_notes_js - 1},
    {"overlay.js", file_overlay_js, sizeof file_overlay_js - 1},
    {"page.css", file_page_css, sizeof file_page_css - 1},
    {"paginator.js", file_paginator_js, sizeof file_paginator_js - 1},
    {"panel.js", file_panel_js, sizeof file_panel_js - 1},
    {"pdf.js", file_pdf_js, sizeof file_pdf_js - 1},
    {"place.js", file_place_js, sizeof file_place_js - 1},
    {"player.css", file_player_css, sizeof file_player_css - 1},
    {"player.js", file_player_js, sizeof file_player_js - 1},
    {"quote.js", file_quote_js, sizeof file_quote_js - 1},
    {"rects.js", file_rects_js, sizeof file_rects_js - 1},
    {"reflow.js", file_reflow_js, sizeof file_reflow_js - 1},
    {"selection.js", file_selection_js, sizeof file_selection_js - 1},
    {"sentences.js", file_sentences_js, sizeof file_sentences_js - 1},
    {"speech.js", file_speech_js, sizeof file_speech_js - 1},
    {"spreads.js", file_spreads_js, sizeof file_spreads_js - 1},
    {"strip.js", file_strip_js, sizeof file_strip_js - 1},
    {"voices.js", file_voices_js, sizeof file_voices_js - 1},
    {"zoom.js", file_zoom_js, sizeof file_zoom_js - 1},
};

const assets_file *assets_runtime_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
