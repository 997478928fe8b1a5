/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions of <string.h> and <stdlib.h>, under names of our own: every system has them, but Swift's module of the C library
 * has another name on each.
 */
#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Whether two blocks of `count` bytes are equal. */
static inline _Bool memory_equal(const void *_Nonnull a, const void *_Nonnull b, size_t count) {
  return memcmp(a, b, count) == 0;
}

/* The number of bytes before the first NUL. */
static inline size_t memory_length(const char *_Nonnull text) { return strlen(text); }

/* Like realloc(): NULL if there is not enough memory, and then `block` stays as it is. */
static inline void *_Nullable memory_resize(void *_Nonnull block, size_t count) { return realloc(block, count); }

/* Whether a block of this size can be allocated now. */
static inline _Bool memory_has_room(size_t count) {
  void *block = malloc(count);
  free(block);
  return block != NULL;
}

#endif
