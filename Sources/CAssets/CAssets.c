// SPDX-License-Identifier: BSD-3-Clause
//
// The files that the library carries: the JSON schemas of the API, and the page.

#include "CAssets.h"

#if __has_include("../../build/assets.h")
#include "../../build/assets.h"
#else
#error "`python3 scripts/embed_runtime.py` writes build/assets.h; `make lib` runs it."
#endif

const assets_file *assets_schemas(size_t *count) {
  *count = sizeof schemas / sizeof schemas[0];
  return schemas;
}

const assets_file *assets_runtime_files(size_t *count) {
  *count = sizeof runtime_files / sizeof runtime_files[0];
  return runtime_files;
}
