// SPDX-License-Identifier: BSD-3-Clause
#ifndef CASSETS_H
#define CASSETS_H

#include <stddef.h>

/// Files, one after the other, as one DEFLATE stream.
typedef struct {
  const unsigned char *_Nonnull deflated;
  size_t deflated_size;
  size_t size;
} assets_group;

/// A file that the library carries.
typedef struct {
  const char *_Nonnull name;
  const assets_group *_Nonnull group;
  /// Its place in the group.
  size_t offset;
  size_t size;
} assets_file;

/// All JSON schemas of include/schemas, ordered by name, which has no ending.  They live as long as the process.
const assets_file *_Nonnull assets_schemas(size_t *_Nonnull count);

/// All files of the page, ordered by their path in Sources/LecternWeb/runtime.  They live as long as the process.
const assets_file *_Nonnull assets_runtime_files(size_t *_Nonnull count);

#endif
