// SPDX-License-Identifier: BSD-3-Clause
//
// The files of the page, which are in Sources/LecternWeb/runtime.  scripts/embed_runtime.py writes this table.

#include "CAssets.h"

static const char file_0[] = {
#embed "../LecternWeb/runtime/css/page.css" suffix(, )
    0};
static const char file_1[] = {
#embed "../LecternWeb/runtime/input.js" suffix(, )
    0};

static const assets_file files[] = {
    {"css/page.css", file_0, sizeof file_0 - 1},
    {"input.js", file_1, sizeof file_1 - 1},
};

const assets_file *assets_runtime_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
