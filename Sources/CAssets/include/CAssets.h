// SPDX-License-Identifier: BSD-3-Clause
#ifndef CASSETS_H
#define CASSETS_H

#include <stddef.h>

/// A text file that the library carries.
typedef struct {
  const char *_Nonnull name;
  /// Ends with a NUL.
  const char *_Nonnull text;
} assets_file;

/// All JSON schemas of include/schemas, ordered by name, which has no ending.  They live as long as the process.
const assets_file *_Nonnull assets_schemas(size_t *_Nonnull count);

/// All files of the page, ordered by their path in Sources/LecternWeb/runtime.  They live as long as the process.
const assets_file *_Nonnull assets_page(size_t *_Nonnull count);

/// The texts of each language as JSON, named subject/language.  They live as long as the process.
const assets_file *_Nonnull assets_languages(size_t *_Nonnull count);

#endif
