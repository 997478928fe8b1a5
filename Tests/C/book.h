/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads a program's book into memory, and provides the well-behaved callbacks that the programs start from.
 */
#ifndef LECTERN_TESTS_BOOK_H
#define LECTERN_TESTS_BOOK_H

#include "check.h"

static unsigned char *book;
static size_t book_size;

static inline lectern_status read_book(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  (void)user_data, (void)error;
  size_t left = offset < book_size ? book_size - (size_t)offset : 0;
  *count = capacity < left ? capacity : left;
  memcpy(bytes, book + (offset < book_size ? offset : 0), *count);
  return LECTERN_OK;
}

static inline lectern_status size_of_book(void *user_data, uint64_t *size, lectern_error **error) {
  (void)user_data, (void)error;
  *size = book_size;
  return LECTERN_OK;
}

static inline lectern_status compute_value(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  (void)user_data;
  return lectern_buffer_new("value", 5, bytes, error);
}

static inline void ignore_event(void *user_data, const char *topic, const char *event) {
  (void)user_data, (void)topic, (void)event;
}

static inline void ignore_log(void *user_data, const char *entry) { (void)user_data, (void)entry; }

#endif
