// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, by their path in Sources/LecternWeb/runtime.  A new one needs a row here.

#include "CAssets.h"

static const assets_file files[] = {
    {"book/book.js", (const char[]){
#embed "../LecternWeb/runtime/book/book.js" suffix(, 0)
    }},
    {"book/domrange.js", (const char[]){
#embed "../LecternWeb/runtime/book/domrange.js" suffix(, 0)
    }},
    {"book/locate.js", (const char[]){
#embed "../LecternWeb/runtime/book/locate.js" suffix(, 0)
    }},
    {"book/place.js", (const char[]){
#embed "../LecternWeb/runtime/book/place.js" suffix(, 0)
    }},
    {"book/quote.js", (const char[]){
#embed "../LecternWeb/runtime/book/quote.js" suffix(, 0)
    }},
    {"book/rects.js", (const char[]){
#embed "../LecternWeb/runtime/book/rects.js" suffix(, 0)
    }},
    {"book/sentences.js", (const char[]){
#embed "../LecternWeb/runtime/book/sentences.js" suffix(, 0)
    }},
    {"css/lectern-after.css", (const char[]){
#embed "../LecternWeb/runtime/css/lectern-after.css" suffix(, 0)
    }},
    {"css/lectern-before.css", (const char[]){
#embed "../LecternWeb/runtime/css/lectern-before.css" suffix(, 0)
    }},
    {"css/lectern-default.css", (const char[]){
#embed "../LecternWeb/runtime/css/lectern-default.css" suffix(, 0)
    }},
    {"css/page.css", (const char[]){
#embed "../LecternWeb/runtime/css/page.css" suffix(, 0)
    }},
    {"index.html", (const char[]){
#embed "../LecternWeb/runtime/index.html" suffix(, 0)
    }},
    {"layout/boxes.js", (const char[]){
#embed "../LecternWeb/runtime/layout/boxes.js" suffix(, 0)
    }},
    {"layout/columns.js", (const char[]){
#embed "../LecternWeb/runtime/layout/columns.js" suffix(, 0)
    }},
    {"layout/displaced.js", (const char[]){
#embed "../LecternWeb/runtime/layout/displaced.js" suffix(, 0)
    }},
    {"layout/flow.js", (const char[]){
#embed "../LecternWeb/runtime/layout/flow.js" suffix(, 0)
    }},
    {"layout/frame.js", (const char[]){
#embed "../LecternWeb/runtime/layout/frame.js" suffix(, 0)
    }},
    {"layout/geometry.js", (const char[]){
#embed "../LecternWeb/runtime/layout/geometry.js" suffix(, 0)
    }},
    {"layout/measure.js", (const char[]){
#embed "../LecternWeb/runtime/layout/measure.js" suffix(, 0)
    }},
    {"layout/pagesize.js", (const char[]){
#embed "../LecternWeb/runtime/layout/pagesize.js" suffix(, 0)
    }},
    {"layout/paginator.js", (const char[]){
#embed "../LecternWeb/runtime/layout/paginator.js" suffix(, 0)
    }},
    {"layout/position.js", (const char[]){
#embed "../LecternWeb/runtime/layout/position.js" suffix(, 0)
    }},
    {"layout/rubies.js", (const char[]){
#embed "../LecternWeb/runtime/layout/rubies.js" suffix(, 0)
    }},
    {"layout/slide.js", (const char[]){
#embed "../LecternWeb/runtime/layout/slide.js" suffix(, 0)
    }},
    {"layout/spills.js", (const char[]){
#embed "../LecternWeb/runtime/layout/spills.js" suffix(, 0)
    }},
    {"layout/surface.js", (const char[]){
#embed "../LecternWeb/runtime/layout/surface.js" suffix(, 0)
    }},
    {"layout/tables.js", (const char[]){
#embed "../LecternWeb/runtime/layout/tables.js" suffix(, 0)
    }},
    {"layout/texts.js", (const char[]){
#embed "../LecternWeb/runtime/layout/texts.js" suffix(, 0)
    }},
    {"layout/watch.js", (const char[]){
#embed "../LecternWeb/runtime/layout/watch.js" suffix(, 0)
    }},
    {"main.js", (const char[]){
#embed "../LecternWeb/runtime/main.js" suffix(, 0)
    }},
    {"marks/activation.js", (const char[]){
#embed "../LecternWeb/runtime/marks/activation.js" suffix(, 0)
    }},
    {"marks/anchoring.js", (const char[]){
#embed "../LecternWeb/runtime/marks/anchoring.js" suffix(, 0)
    }},
    {"marks/coordinates.js", (const char[]){
#embed "../LecternWeb/runtime/marks/coordinates.js" suffix(, 0)
    }},
    {"marks/decorations.js", (const char[]){
#embed "../LecternWeb/runtime/marks/decorations.js" suffix(, 0)
    }},
    {"marks/layer.js", (const char[]){
#embed "../LecternWeb/runtime/marks/layer.js" suffix(, 0)
    }},
    {"marks/marks.js", (const char[]){
#embed "../LecternWeb/runtime/marks/marks.js" suffix(, 0)
    }},
    {"marks/selection.js", (const char[]){
#embed "../LecternWeb/runtime/marks/selection.js" suffix(, 0)
    }},
    {"footnotes.css", (const char[]){
#embed "../LecternWeb/runtime/footnotes.css" suffix(, 0)
    }},
    {"page.css", (const char[]){
#embed "../LecternWeb/runtime/page.css" suffix(, 0)
    }},
    {"page/announce.js", (const char[]){
#embed "../LecternWeb/runtime/page/announce.js" suffix(, 0)
    }},
    {"page/channel.js", (const char[]){
#embed "../LecternWeb/runtime/page/channel.js" suffix(, 0)
    }},
    {"page/hittest.js", (const char[]){
#embed "../LecternWeb/runtime/page/hittest.js" suffix(, 0)
    }},
    {"page/input.js", (const char[]){
#embed "../LecternWeb/runtime/page/input.js" suffix(, 0)
    }},
    {"page/inputtarget.js", (const char[]){
#embed "../LecternWeb/runtime/page/inputtarget.js" suffix(, 0)
    }},
    {"page/keyboard.js", (const char[]){
#embed "../LecternWeb/runtime/page/keyboard.js" suffix(, 0)
    }},
    {"page/links.js", (const char[]){
#embed "../LecternWeb/runtime/page/links.js" suffix(, 0)
    }},
    {"page/footnotes.js", (const char[]){
#embed "../LecternWeb/runtime/page/footnotes.js" suffix(, 0)
    }},
    {"page/picture.js", (const char[]){
#embed "../LecternWeb/runtime/page/picture.js" suffix(, 0)
    }},
    {"page/pointer.js", (const char[]){
#embed "../LecternWeb/runtime/page/pointer.js" suffix(, 0)
    }},
    {"page/popup.js", (const char[]){
#embed "../LecternWeb/runtime/page/popup.js" suffix(, 0)
    }},
    {"page/sanitize.js", (const char[]){
#embed "../LecternWeb/runtime/page/sanitize.js" suffix(, 0)
    }},
    {"page/shell.js", (const char[]){
#embed "../LecternWeb/runtime/page/shell.js" suffix(, 0)
    }},
    {"page/touch.js", (const char[]){
#embed "../LecternWeb/runtime/page/touch.js" suffix(, 0)
    }},
    {"page/wheel.js", (const char[]){
#embed "../LecternWeb/runtime/page/wheel.js" suffix(, 0)
    }},
    {"player.css", (const char[]){
#embed "../LecternWeb/runtime/player.css" suffix(, 0)
    }},
    {"recordings/chapters.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/chapters.js" suffix(, 0)
    }},
    {"recordings/controls.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/controls.js" suffix(, 0)
    }},
    {"recordings/cues.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/cues.js" suffix(, 0)
    }},
    {"recordings/keys.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/keys.js" suffix(, 0)
    }},
    {"recordings/media.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/media.js" suffix(, 0)
    }},
    {"recordings/panel.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/panel.js" suffix(, 0)
    }},
    {"recordings/playback.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/playback.js" suffix(, 0)
    }},
    {"recordings/session.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/session.js" suffix(, 0)
    }},
    {"recordings/sleep.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/sleep.js" suffix(, 0)
    }},
    {"recordings/tracks.js", (const char[]){
#embed "../LecternWeb/runtime/recordings/tracks.js" suffix(, 0)
    }},
    {"speech/activeclass.js", (const char[]){
#embed "../LecternWeb/runtime/speech/activeclass.js" suffix(, 0)
    }},
    {"speech/aloud.js", (const char[]){
#embed "../LecternWeb/runtime/speech/aloud.js" suffix(, 0)
    }},
    {"speech/clips.js", (const char[]){
#embed "../LecternWeb/runtime/speech/clips.js" suffix(, 0)
    }},
    {"speech/cursor.js", (const char[]){
#embed "../LecternWeb/runtime/speech/cursor.js" suffix(, 0)
    }},
    {"speech/overlay.js", (const char[]){
#embed "../LecternWeb/runtime/speech/overlay.js" suffix(, 0)
    }},
    {"speech/speech.js", (const char[]){
#embed "../LecternWeb/runtime/speech/speech.js" suffix(, 0)
    }},
    {"speech/voices.js", (const char[]){
#embed "../LecternWeb/runtime/speech/voices.js" suffix(, 0)
    }},
    {"tools/changes.js", (const char[]){
#embed "../LecternWeb/runtime/tools/changes.js" suffix(, 0)
    }},
    {"tools/dom.js", (const char[]){
#embed "../LecternWeb/runtime/tools/dom.js" suffix(, 0)
    }},
    {"tools/labels.js", (const char[]){
#embed "../LecternWeb/runtime/tools/labels.js" suffix(, 0)
    }},
    {"tools/load.js", (const char[]){
#embed "../LecternWeb/runtime/tools/load.js" suffix(, 0)
    }},
    {"tools/nodes.js", (const char[]){
#embed "../LecternWeb/runtime/tools/nodes.js" suffix(, 0)
    }},
    {"tools/numbers.js", (const char[]){
#embed "../LecternWeb/runtime/tools/numbers.js" suffix(, 0)
    }},
    {"tools/waiting.js", (const char[]){
#embed "../LecternWeb/runtime/tools/waiting.js" suffix(, 0)
    }},
    {"views/continuous.js", (const char[]){
#embed "../LecternWeb/runtime/views/continuous.js" suffix(, 0)
    }},
    {"views/crossing.js", (const char[]){
#embed "../LecternWeb/runtime/views/crossing.js" suffix(, 0)
    }},
    {"views/fixed.js", (const char[]){
#embed "../LecternWeb/runtime/views/fixed.js" suffix(, 0)
    }},
    {"views/images.js", (const char[]){
#embed "../LecternWeb/runtime/views/images.js" suffix(, 0)
    }},
    {"views/liveframes.js", (const char[]){
#embed "../LecternWeb/runtime/views/liveframes.js" suffix(, 0)
    }},
    {"views/pdf.js", (const char[]){
#embed "../LecternWeb/runtime/views/pdf.js" suffix(, 0)
    }},
    {"views/player.js", (const char[]){
#embed "../LecternWeb/runtime/views/player.js" suffix(, 0)
    }},
    {"views/reflow.js", (const char[]){
#embed "../LecternWeb/runtime/views/reflow.js" suffix(, 0)
    }},
    {"views/relayout.js", (const char[]){
#embed "../LecternWeb/runtime/views/relayout.js" suffix(, 0)
    }},
    {"views/scripted.js", (const char[]){
#embed "../LecternWeb/runtime/views/scripted.js" suffix(, 0)
    }},
    {"views/spread.js", (const char[]){
#embed "../LecternWeb/runtime/views/spread.js" suffix(, 0)
    }},
    {"views/spreads.js", (const char[]){
#embed "../LecternWeb/runtime/views/spreads.js" suffix(, 0)
    }},
    {"views/strip.js", (const char[]){
#embed "../LecternWeb/runtime/views/strip.js" suffix(, 0)
    }},
    {"views/stripzoom.js", (const char[]){
#embed "../LecternWeb/runtime/views/stripzoom.js" suffix(, 0)
    }},
    {"views/zoom.js", (const char[]){
#embed "../LecternWeb/runtime/views/zoom.js" suffix(, 0)
    }},
};

const assets_file *assets_page(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
