/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the C test programs: check macros and the calls that every program makes.
 * A failed check is printed and counted, and the program continues, so that one run reports every failure.
 */
#ifndef LECTERN_TESTS_CHECK_H
#define LECTERN_TESTS_CHECK_H

#include <lectern.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long checks, failures;

#define CHECK(condition, ...)                                                                                          \
  do {                                                                                                                 \
    __atomic_add_fetch(&checks, 1, __ATOMIC_RELAXED);                                                                  \
    if (!(condition)) {                                                                                                \
      __atomic_add_fetch(&failures, 1, __ATOMIC_RELAXED);                                                              \
      fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #condition);                                                  \
      fprintf(stderr, __VA_ARGS__);                                                                                    \
      fputc('\n', stderr);                                                                                             \
    }                                                                                                                  \
  } while (0)

/* Consumes the error, which may be NULL. */
#define CHECK_OK(call, error)                                                                                          \
  do {                                                                                                                 \
    lectern_status ok_status_ = (call);                                                                                \
    CHECK(ok_status_ == LECTERN_OK, "%s: %s: %s", lectern_status_name(ok_status_), lectern_error_path(error),          \
        lectern_error_message(error));                                                                                 \
    lectern_error_free(error);                                                                                         \
    (error) = NULL;                                                                                                    \
  } while (0)

#define CHECK_STATUS(call, expected, error)                                                                            \
  do {                                                                                                                 \
    lectern_status got_ = (call);                                                                                      \
    CHECK(got_ == (expected), "got %s, not %s: %s", lectern_status_name(got_), lectern_status_name(expected),          \
        lectern_error_message(error));                                                                                 \
    lectern_error_free(error);                                                                                         \
    (error) = NULL;                                                                                                    \
  } while (0)

/* Whether two buffers have the same bytes. */
static inline int same_bytes(const lectern_buffer *a, const lectern_buffer *b) {
  size_t size = lectern_buffer_size(a);
  return size == lectern_buffer_size(b) && memcmp(lectern_buffer_data(a), lectern_buffer_data(b), size) == 0;
}

/* The value of the first "name":"..." in JSON text, which the caller must free; NULL if there is none. */
static inline char *json_string(const char *json, const char *name) {
  char key[64];
  snprintf(key, sizeof key, "\"%s\":\"", name);
  const char *start = json ? strstr(json, key) : NULL;
  if (!start) return NULL;
  start += strlen(key);
  const char *end = strchr(start, '"');
  return end ? strndup(start, (size_t)(end - start)) : NULL;
}

/* The href of the first item of the reading order, which the caller must free. */
static inline char *first_href(const lectern_publication *publication) {
  lectern_buffer *manifest = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_manifest(publication, &manifest, &error), error);
  char *href = json_string(strstr(lectern_buffer_data(manifest), "\"readingOrder\""), "href");
  CHECK(href != NULL, "the manifest has no reading order");
  lectern_buffer_free(manifest);
  return href ? href : strdup("none");
}

/* Reads a file into memory that the caller must free.  Exits if it is missing. */
static inline unsigned char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    perror(path);
    exit(2);
  }
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*size + 1);
  if (!bytes || fread(bytes, 1, *size, file) != *size) {
    perror(path);
    exit(2);
  }
  fclose(file);
  return bytes;
}

/* The exit code of main: all checks must have passed, and no handle may be open. */
static inline int finish(const char *program) {
  lectern_buffer *json = NULL;
  CHECK(lectern_live_handles(&json, NULL) == LECTERN_OK, "no count of handles");
  CHECK(strcmp(lectern_buffer_data(json), "{}") == 0, "handles are left: %s", lectern_buffer_data(json));
  lectern_buffer_free(json);
  printf("%s: %lu checks, %lu failed\n", program, checks, failures);
  return failures != 0;
}

#endif
