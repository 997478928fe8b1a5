/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The minimum that a C program must do to open an EPUB, list its positions and search its text: map the file, hash the
 * directory of the archive, inflate three documents with zlib, parse them with expat, and write the answer as JSON; for
 * the search, inflate each document and compare the text between its tags in lower case.
 * It trusts its input, handles no errors or warnings, and is only useful for comparing times.
 */
#ifndef LECTERN_BENCH_YARDSTICK_H
#define LECTERN_BENCH_YARDSTICK_H

#include <stddef.h>

typedef struct yardstick yardstick;

yardstick *yardstick_open(const char *path);
/* JSON in memory that belongs to the yardstick, valid until the next call. */
const char *yardstick_manifest(yardstick *it, size_t *size);
const char *yardstick_positions(yardstick *it, size_t *size);
/* Scales a JPEG with libturbojpeg to the smallest size that is at least this large.  Returns 0, or -1. */
int yardstick_thumbnail(const char *path, int width, int height);
/* Counts a lower-case word in the text between the tags. */
long yardstick_search(yardstick *it, const char *word);
void yardstick_close(yardstick *it);

/* The values of a JSON text, parsed once, to measure the cost of writing them: escaping names and strings and
 * formatting numbers into a buffer. */
typedef struct yardstick_values yardstick_values;

yardstick_values *yardstick_values_of(const char *json);
/* Writes the same text again; also valid until the next call. */
const char *yardstick_write(yardstick_values *it, size_t *size);
void yardstick_values_free(yardstick_values *it);

#endif
