// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, by their path in Sources/LecternWeb/runtime.  A new one needs a row here.

#include "CAssets.h"

static const assets_file files[] = {
    {"aloud.js", (const char[]){
#embed "../LecternWeb/runtime/aloud.js" suffix(, 0)
    }},
    {"announce.js", (const char[]){
#embed "../LecternWeb/runtime/announce.js" suffix(, 0)
    }},
    {"book.js", (const char[]){
#embed "../LecternWeb/runtime/book.js" suffix(, 0)
    }},
    {"changes.js", (const char[]){
#embed "../LecternWeb/runtime/changes.js" suffix(, 0)
    }},
    {"channel.js", (const char[]){
#embed "../LecternWeb/runtime/channel.js" suffix(, 0)
    }},
    {"chapters.js", (const char[]){
#embed "../LecternWeb/runtime/chapters.js" suffix(, 0)
    }},
    {"continuous.js", (const char[]){
#embed "../LecternWeb/runtime/continuous.js" suffix(, 0)
    }},
    {"css/ReadiumCSS-after.css", (const char[]){
#embed "../LecternWeb/runtime/css/ReadiumCSS-after.css" suffix(, 0)
    }},
    {"css/ReadiumCSS-before.css", (const char[]){
#embed "../LecternWeb/runtime/css/ReadiumCSS-before.css" suffix(, 0)
    }},
    {"css/ReadiumCSS-default.css", (const char[]){
#embed "../LecternWeb/runtime/css/ReadiumCSS-default.css" suffix(, 0)
    }},
    {"css/page.css", (const char[]){
#embed "../LecternWeb/runtime/css/page.css" suffix(, 0)
    }},
    {"cues.js", (const char[]){
#embed "../LecternWeb/runtime/cues.js" suffix(, 0)
    }},
    {"decorations.js", (const char[]){
#embed "../LecternWeb/runtime/decorations.js" suffix(, 0)
    }},
    {"displaced.js", (const char[]){
#embed "../LecternWeb/runtime/displaced.js" suffix(, 0)
    }},
    {"dom.js", (const char[]){
#embed "../LecternWeb/runtime/dom.js" suffix(, 0)
    }},
    {"domrange.js", (const char[]){
#embed "../LecternWeb/runtime/domrange.js" suffix(, 0)
    }},
    {"fixed.js", (const char[]){
#embed "../LecternWeb/runtime/fixed.js" suffix(, 0)
    }},
    {"frame.js", (const char[]){
#embed "../LecternWeb/runtime/frame.js" suffix(, 0)
    }},
    {"geometry.js", (const char[]){
#embed "../LecternWeb/runtime/geometry.js" suffix(, 0)
    }},
    {"images.js", (const char[]){
#embed "../LecternWeb/runtime/images.js" suffix(, 0)
    }},
    {"index.html", (const char[]){
#embed "../LecternWeb/runtime/index.html" suffix(, 0)
    }},
    {"input.js", (const char[]){
#embed "../LecternWeb/runtime/input.js" suffix(, 0)
    }},
    {"labels.js", (const char[]){
#embed "../LecternWeb/runtime/labels.js" suffix(, 0)
    }},
    {"links.js", (const char[]){
#embed "../LecternWeb/runtime/links.js" suffix(, 0)
    }},
    {"load.js", (const char[]){
#embed "../LecternWeb/runtime/load.js" suffix(, 0)
    }},
    {"locate.js", (const char[]){
#embed "../LecternWeb/runtime/locate.js" suffix(, 0)
    }},
    {"main.js", (const char[]){
#embed "../LecternWeb/runtime/main.js" suffix(, 0)
    }},
    {"marks.js", (const char[]){
#embed "../LecternWeb/runtime/marks.js" suffix(, 0)
    }},
    {"measure.js", (const char[]){
#embed "../LecternWeb/runtime/measure.js" suffix(, 0)
    }},
    {"media.js", (const char[]){
#embed "../LecternWeb/runtime/media.js" suffix(, 0)
    }},
    {"motion.js", (const char[]){
#embed "../LecternWeb/runtime/motion.js" suffix(, 0)
    }},
    {"nodes.js", (const char[]){
#embed "../LecternWeb/runtime/nodes.js" suffix(, 0)
    }},
    {"notes.css", (const char[]){
#embed "../LecternWeb/runtime/notes.css" suffix(, 0)
    }},
    {"notes.js", (const char[]){
#embed "../LecternWeb/runtime/notes.js" suffix(, 0)
    }},
    {"numbers.js", (const char[]){
#embed "../LecternWeb/runtime/numbers.js" suffix(, 0)
    }},
    {"overlay.js", (const char[]){
#embed "../LecternWeb/runtime/overlay.js" suffix(, 0)
    }},
    {"page.css", (const char[]){
#embed "../LecternWeb/runtime/page.css" suffix(, 0)
    }},
    {"pagesize.js", (const char[]){
#embed "../LecternWeb/runtime/pagesize.js" suffix(, 0)
    }},
    {"paginator.js", (const char[]){
#embed "../LecternWeb/runtime/paginator.js" suffix(, 0)
    }},
    {"panel.js", (const char[]){
#embed "../LecternWeb/runtime/panel.js" suffix(, 0)
    }},
    {"pdf.js", (const char[]){
#embed "../LecternWeb/runtime/pdf.js" suffix(, 0)
    }},
    {"picture.js", (const char[]){
#embed "../LecternWeb/runtime/picture.js" suffix(, 0)
    }},
    {"place.js", (const char[]){
#embed "../LecternWeb/runtime/place.js" suffix(, 0)
    }},
    {"player.css", (const char[]){
#embed "../LecternWeb/runtime/player.css" suffix(, 0)
    }},
    {"player.js", (const char[]){
#embed "../LecternWeb/runtime/player.js" suffix(, 0)
    }},
    {"quote.js", (const char[]){
#embed "../LecternWeb/runtime/quote.js" suffix(, 0)
    }},
    {"rects.js", (const char[]){
#embed "../LecternWeb/runtime/rects.js" suffix(, 0)
    }},
    {"reflow.js", (const char[]){
#embed "../LecternWeb/runtime/reflow.js" suffix(, 0)
    }},
    {"scripted.js", (const char[]){
#embed "../LecternWeb/runtime/scripted.js" suffix(, 0)
    }},
    {"selection.js", (const char[]){
#embed "../LecternWeb/runtime/selection.js" suffix(, 0)
    }},
    {"sentences.js", (const char[]){
#embed "../LecternWeb/runtime/sentences.js" suffix(, 0)
    }},
    {"shell.js", (const char[]){
#embed "../LecternWeb/runtime/shell.js" suffix(, 0)
    }},
    {"speech.js", (const char[]){
#embed "../LecternWeb/runtime/speech.js" suffix(, 0)
    }},
    {"spills.js", (const char[]){
#embed "../LecternWeb/runtime/spills.js" suffix(, 0)
    }},
    {"spreads.js", (const char[]){
#embed "../LecternWeb/runtime/spreads.js" suffix(, 0)
    }},
    {"strip.js", (const char[]){
#embed "../LecternWeb/runtime/strip.js" suffix(, 0)
    }},
    {"surface.js", (const char[]){
#embed "../LecternWeb/runtime/surface.js" suffix(, 0)
    }},
    {"voices.js", (const char[]){
#embed "../LecternWeb/runtime/voices.js" suffix(, 0)
    }},
    {"waiting.js", (const char[]){
#embed "../LecternWeb/runtime/waiting.js" suffix(, 0)
    }},
    {"zoom.js", (const char[]){
#embed "../LecternWeb/runtime/zoom.js" suffix(, 0)
    }},
};

const assets_file *assets_page(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
