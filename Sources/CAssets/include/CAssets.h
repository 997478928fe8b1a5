// SPDX-License-Identifier: BSD-3-Clause
#ifndef CASSETS_H
#define CASSETS_H

#include <stddef.h>

/// A JSON schema of include/schemas; its name has no ending.
typedef struct {
  const char *_Nonnull name;
  const char *_Nonnull text;
  size_t size;
} assets_schema;

/// All schemas, ordered by name.  They live as long as the process.
const assets_schema *_Nonnull assets_schemas(size_t *_Nonnull count);

/// A file of the page in Sources/LecternWeb/runtime, by its path in that folder.
typedef struct {
  const char *_Nonnull name;
  const char *_Nonnull text;
  size_t size;
} assets_file;

/// All files of the page, ordered by name.  They live as long as the process.
const assets_file *_Nonnull assets_runtime_files(size_t *_Nonnull count);

#endif
