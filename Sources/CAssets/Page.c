// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, by their path in Sources/LecternWeb/runtime.  Its scripts are joined in one, by scripts/bundle.sh.

#include "CAssets.h"

static const assets_file files[] = {
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
    {"main.js", (const char[]){
#embed "../LecternWeb/bundle/main.js" suffix(, 0)
    }},
    {"page.css", (const char[]){
#embed "../LecternWeb/runtime/page.css" suffix(, 0)
    }},
    {"player.css", (const char[]){
#embed "../LecternWeb/runtime/player.css" suffix(, 0)
    }},
};

const assets_file *assets_page(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
