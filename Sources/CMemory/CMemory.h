/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions of <string.h> and <stdlib.h>, under names of our own: every system has them, but Swift's module of
 * the C library has another name on each.  And a search for several bytes at once, which Swift does not compile to vector instructions.
 */
#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Whether two blocks of `count` bytes are equal. */
static inline _Bool memory_equal(const void *_Nonnull a, const void *_Nonnull b, size_t count) {
  return memcmp(a, b, count) == 0;
}

/* The number of bytes before the first NUL. */
static inline size_t memory_length(const char *_Nonnull text) { return strlen(text); }

/* A function of glibc and the BSDs, which their headers do not always declare. */
void *_Nullable memmem(const void *_Nonnull text, size_t count, const void *_Nonnull wanted, size_t length);

/* Whether `wanted` is in a text.  Both end with a NUL that is not counted, and have no other.  strstr() is faster for short
 * texts; for long ones it can take the product of both lengths, and memmem() does not. */
static inline _Bool memory_contains(
    const char *_Nonnull text, size_t count, const char *_Nonnull wanted, size_t length) {
  return (length < 64 ? strstr(text, wanted) : (const char *)memmem(text, count, wanted, length)) != NULL;
}

/* Like realloc(): NULL if there is not enough memory, and then `block` stays as it is. */
static inline void *_Nullable memory_resize(void *_Nonnull block, size_t count) { return realloc(block, count); }

/* Whether a block of this size can be allocated now. */
static inline _Bool memory_has_room(size_t count) {
  void *block = malloc(count);
  free(block);
  return block != NULL;
}

/* The first position from `at` on of a byte that is below `least`, not ASCII, or one of three others; `end` if there is none. */
__attribute__((always_inline)) static inline size_t memory_find(
    const uint8_t *_Nonnull bytes, size_t at, size_t end, int8_t least, uint8_t a, uint8_t b, uint8_t c) {
#ifdef __SSE2__
  typedef int8_t block __attribute__((vector_size(16), aligned(1)));
  while (end - at >= sizeof(block)) {
    block x;
    memcpy(&x, bytes + at, sizeof x);
    block found = (x < (block){} + least) | (x == (block){} + (int8_t)a) | (x == (block){} + (int8_t)b) |
                  (x == (block){} + (int8_t)c);
    int mask = __builtin_ia32_pmovmskb128((__attribute__((vector_size(16))) char)found);
    if (mask) return at + (size_t)__builtin_ctz((unsigned)mask);
    at += sizeof(block);
  }
#endif
  while (at < end && (int8_t)bytes[at] >= least && bytes[at] != a && bytes[at] != b && bytes[at] != c) at++;
  return at;
}

#endif
