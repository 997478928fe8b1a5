// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, which are in Sources/LecternWeb/runtime.  scripts/embed_runtime.py writes this table.

#include "CAssets.h"

static const char file_0[] = {
#embed "../LecternWeb/runtime/aloud.js" suffix(, )
    0};
static const char file_1[] = {
#embed "../LecternWeb/runtime/book.js" suffix(, )
    0};
static const char file_2[] = {
#embed "../LecternWeb/runtime/channel.js" suffix(, )
    0};
static const char file_3[] = {
#embed "../LecternWeb/runtime/chapters.js" suffix(, )
    0};
static const char file_4[] = {
#embed "../LecternWeb/runtime/continuous.js" suffix(, )
    0};
static const char file_5[] = {
#embed "../LecternWeb/runtime/css/ReadiumCSS-after.css" suffix(, )
    0};
static const char file_6[] = {
#embed "../LecternWeb/runtime/css/ReadiumCSS-before.css" suffix(, )
    0};
static const char file_7[] = {
#embed "../LecternWeb/runtime/css/ReadiumCSS-default.css" suffix(, )
    0};
static const char file_8[] = {
#embed "../LecternWeb/runtime/css/page.css" suffix(, )
    0};
static const char file_9[] = {
#embed "../LecternWeb/runtime/cues.js" suffix(, )
    0};
static const char file_10[] = {
#embed "../LecternWeb/runtime/decorations.js" suffix(, )
    0};
static const char file_11[] = {
#embed "../LecternWeb/runtime/dom.js" suffix(, )
    0};
static const char file_12[] = {
#embed "../LecternWeb/runtime/domrange.js" suffix(, )
    0};
static const char file_13[] = {
#embed "../LecternWeb/runtime/fixed.js" suffix(, )
    0};
static const char file_14[] = {
#embed "../LecternWeb/runtime/frame.js" suffix(, )
    0};
static const char file_15[] = {
#embed "../LecternWeb/runtime/geometry.js" suffix(, )
    0};
static const char file_16[] = {
#embed "../LecternWeb/runtime/images.js" suffix(, )
    0};
static const char file_17[] = {
#embed "../LecternWeb/runtime/index.html" suffix(, )
    0};
static const char file_18[] = {
#embed "../LecternWeb/runtime/input.js" suffix(, )
    0};
static const char file_19[] = {
#embed "../LecternWeb/runtime/labels.js" suffix(, )
    0};
static const char file_20[] = {
#embed "../LecternWeb/runtime/links.js" suffix(, )
    0};
static const char file_21[] = {
#embed "../LecternWeb/runtime/load.js" suffix(, )
    0};
static const char file_22[] = {
#embed "../LecternWeb/runtime/locate.js" suffix(, )
    0};
static const char file_23[] = {
#embed "../LecternWeb/runtime/main.js" suffix(, )
    0};
static const char file_24[] = {
#embed "../LecternWeb/runtime/measure.js" suffix(, )
    0};
static const char file_25[] = {
#embed "../LecternWeb/runtime/media.js" suffix(, )
    0};
static const char file_26[] = {
#embed "../LecternWeb/runtime/notes.css" suffix(, )
    0};
static const char file_27[] = {
#embed "../LecternWeb/runtime/notes.js" suffix(, )
    0};
static const char file_28[] = {
#embed "../LecternWeb/runtime/overlay.js" suffix(, )
    0};
static const char file_29[] = {
#embed "../LecternWeb/runtime/page.css" suffix(, )
    0};
static const char file_30[] = {
#embed "../LecternWeb/runtime/paginator.js" suffix(, )
    0};
static const char file_31[] = {
#embed "../LecternWeb/runtime/panel.js" suffix(, )
    0};
static const char file_32[] = {
#embed "../LecternWeb/runtime/pdf.js" suffix(, )
    0};
static const char file_33[] = {
#embed "../LecternWeb/runtime/place.js" suffix(, )
    0};
static const char file_34[] = {
#embed "../LecternWeb/runtime/player.css" suffix(, )
    0};
static const char file_35[] = {
#embed "../LecternWeb/runtime/player.js" suffix(, )
    0};
static const char file_36[] = {
#embed "../LecternWeb/runtime/quote.js" suffix(, )
    0};
static const char file_37[] = {
#embed "../LecternWeb/runtime/rects.js" suffix(, )
    0};
static const char file_38[] = {
#embed "../LecternWeb/runtime/reflow.js" suffix(, )
    0};
static const char file_39[] = {
#embed "../LecternWeb/runtime/selection.js" suffix(, )
    0};
static const char file_40[] = {
#embed "../LecternWeb/runtime/sentences.js" suffix(, )
    0};
static const char file_41[] = {
#embed "../LecternWeb/runtime/speech.js" suffix(, )
    0};
static const char file_42[] = {
#embed "../LecternWeb/runtime/spreads.js" suffix(, )
    0};
static const char file_43[] = {
#embed "../LecternWeb/runtime/strip.js" suffix(, )
    0};
static const char file_44[] = {
#embed "../LecternWeb/runtime/voices.js" suffix(, )
    0};
static const char file_45[] = {
#embed "../LecternWeb/runtime/zoom.js" suffix(, )
    0};

static const assets_file files[] = {
    {"aloud.js", file_0, sizeof file_0 - 1},
    {"book.js", file_1, sizeof file_1 - 1},
    {"channel.js", file_2, sizeof file_2 - 1},
    {"chapters.js", file_3, sizeof file_3 - 1},
    {"continuous.js", file_4, sizeof file_4 - 1},
    {"css/ReadiumCSS-after.css", file_5, sizeof file_5 - 1},
    {"css/ReadiumCSS-before.css", file_6, sizeof file_6 - 1},
    {"css/ReadiumCSS-default.css", file_7, sizeof file_7 - 1},
    {"css/page.css", file_8, sizeof file_8 - 1},
    {"cues.js", file_9, sizeof file_9 - 1},
    {"decorations.js", file_10, sizeof file_10 - 1},
    {"dom.js", file_11, sizeof file_11 - 1},
    {"domrange.js", file_12, sizeof file_12 - 1},
    {"fixed.js", file_13, sizeof file_13 - 1},
    {"frame.js", file_14, sizeof file_14 - 1},
    {"geometry.js", file_15, sizeof file_15 - 1},
    {"images.js", file_16, sizeof file_16 - 1},
    {"index.html", file_17, sizeof file_17 - 1},
    {"input.js", file_18, sizeof file_18 - 1},
    {"labels.js", file_19, sizeof file_19 - 1},
    {"links.js", file_20, sizeof file_20 - 1},
    {"load.js", file_21, sizeof file_21 - 1},
    {"locate.js", file_22, sizeof file_22 - 1},
    {"main.js", file_23, sizeof file_23 - 1},
    {"measure.js", file_24, sizeof file_24 - 1},
    {"media.js", file_25, sizeof file_25 - 1},
    {"notes.css", file_26, sizeof file_26 - 1},
    {"notes.js", file_27, sizeof file_27 - 1},
    {"overlay.js", file_28, sizeof file_28 - 1},
    {"page.css", file_29, sizeof file_29 - 1},
    {"paginator.js", file_30, sizeof file_30 - 1},
    {"panel.js", file_31, sizeof file_31 - 1},
    {"pdf.js", file_32, sizeof file_32 - 1},
    {"place.js", file_33, sizeof file_33 - 1},
    {"player.css", file_34, sizeof file_34 - 1},
    {"player.js", file_35, sizeof file_35 - 1},
    {"quote.js", file_36, sizeof file_36 - 1},
    {"rects.js", file_37, sizeof file_37 - 1},
    {"reflow.js", file_38, sizeof file_38 - 1},
    {"selection.js", file_39, sizeof file_39 - 1},
    {"sentences.js", file_40, sizeof file_40 - 1},
    {"speech.js", file_41, sizeof file_41 - 1},
    {"spreads.js", file_42, sizeof file_42 - 1},
    {"strip.js", file_43, sizeof file_43 - 1},
    {"voices.js", file_44, sizeof file_44 - 1},
    {"zoom.js", file_45, sizeof file_45 - 1},
};

const assets_file *assets_runtime_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
