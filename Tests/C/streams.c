/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Byte streams that fail, return wrong results, or call back into the library: a call may fail with the correct status,
 * but must have no other effect.
 *
 * Usage: streams BOOK
 */
#define _GNU_SOURCE
#include "book.h"

#include <unistd.h>

/* The behaviour of a stream; zero-initialized, it is correct. */
typedef struct {
  enum { HONEST, FAILS, FAILS_WITHOUT_ERROR, PASSES, UNKNOWN_STATUS, TOO_MANY, NOTHING, ONE_BYTE } habit;
  int from_read; /* the misbehaviour starts at this read, counted from 1; 0 means never */
  int once;      /* and ends after it */
  int size_fails;
  uint64_t size;         /* the size to report, if not 0 */
  lectern_resource *own; /* a resource of the publication that is read through this stream */
  lectern_status from_inside;
  int reads, releases;
} behaviour;

static lectern_status on_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  behaviour *it = user_data;
  read_book(user_data, offset, bytes, capacity, count, error);
  it->reads++;
  if (it->own) {
    lectern_buffer *inner = NULL;
    lectern_status status = lectern_resource_read(it->own, 0, 16, &inner, NULL);
    lectern_buffer_free(inner);
    if (it->from_inside == LECTERN_OK) it->from_inside = status;
  }
  int is_bad = it->from_read && (it->once ? it->reads == it->from_read : it->reads >= it->from_read);
  if (is_bad) switch (it->habit) {
      case FAILS: *count = 0; return lectern_error_new(LECTERN_ERROR_IO, "the cable is out", "the wall", error);
      case FAILS_WITHOUT_ERROR: *count = 0; return LECTERN_ERROR_IO;
      case PASSES: return LECTERN_PASS;
      case UNKNOWN_STATUS: return -4711;
      case TOO_MANY: *count = capacity + 1; return LECTERN_OK;
      case NOTHING: *count = 0; return LECTERN_OK;
      case ONE_BYTE:
        if (*count) *count = 1;
        break;
      case HONEST: break;
    }
  return LECTERN_OK;
}

static lectern_status on_size(void *user_data, uint64_t *size, lectern_error **error) {
  behaviour *it = user_data;
  if (it->size_fails) return lectern_error_new(LECTERN_ERROR_IO, "no idea", NULL, error);
  *size = it->size ? it->size : book_size;
  return LECTERN_OK;
}

static void on_release(void *user_data) { ((behaviour *)user_data)->releases++; }

static lectern_status open_stream(behaviour *it, lectern_publication **publication, lectern_error **error) {
  const lectern_stream stream = {sizeof stream, it, on_release, on_read, on_size};
  return lectern_publication_open_stream(NULL, &stream, NULL, publication, error);
}

/* ---------------------------------------------------------------------------------------------------- One session */

/* Opens a book, calls everything, and closes it.  Returns the first failure, or LECTERN_OK. */
static lectern_status session(behaviour *it, const char *href) {
  lectern_publication *publication = NULL;
  lectern_resource *resource = NULL;
  lectern_buffer *positions = NULL, *bytes = NULL;
  lectern_error *error = NULL;
  lectern_status status = open_stream(it, &publication, &error);
  if (status == LECTERN_OK) status = lectern_publication_positions(publication, &positions, &error);
  if (status == LECTERN_OK) status = lectern_publication_get(publication, href, &resource, &error);
  if (status == LECTERN_OK) status = lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error);
  CHECK(
      (status < 0) == (error != NULL), "%s, but the error is %s", lectern_status_name(status), error ? "set" : "NULL");
  if (error) CHECK(*lectern_error_message(error) && *lectern_error_path(error), "an error that says nothing");
  lectern_error_free(error);
  lectern_buffer_free(positions), lectern_buffer_free(bytes);
  lectern_resource_free(resource);
  lectern_publication_free(publication);
  CHECK(it->releases == 1, "released %d times", it->releases);
  return status;
}

/* Whether a failure of the source is reported as such, not as damage to the book. */
static int is_failure_of_source(lectern_status status) {
  return status == LECTERN_ERROR_IO || status == LECTERN_ERROR_CALLBACK;
}

/* A read that fails once must not count as a missing file: the next attempt may succeed. */
static void fail_at_every_read(const char *href, int habit, const char *name) {
  for (int n = 1; n <= 10000; n++) {
    for (int once = 0; once < 2; once++) {
      behaviour it = {.habit = habit, .from_read = n, .once = once};
      lectern_status status = session(&it, href);
      if (it.reads < n) {
        CHECK(status == LECTERN_OK, "%s: without a failed read: %s", name, lectern_status_name(status));
        CHECK(n > 1, "%s: the stream was never read", name);
        return;
      }
      CHECK(is_failure_of_source(status), "%s at read %d%s: %s", name, n, once ? " only" : "",
          lectern_status_name(status));
    }
  }
  CHECK(0, "%s: ten thousand reads of a small book", name);
}

/* The longest file in the manifest, which the caller must free.  Short files may be read together with the directory of
 * the archive, and then need no separate read. */
static char *longest_href(const lectern_publication *publication) {
  lectern_buffer *manifest = NULL;
  lectern_error *error = NULL;
  char *longest = first_href(publication);
  uint64_t most = 0;
  CHECK_OK(lectern_publication_manifest(publication, &manifest, &error), error);
  const char *at = strstr(lectern_buffer_data(manifest), "\"readingOrder\"");
  for (; at; at = strstr(at + 1, "{\"href\":")) {
    char *href = json_string(at, "href");
    lectern_resource *resource = NULL;
    uint64_t size = 0;
    if (href && lectern_publication_get(publication, href, &resource, NULL) == LECTERN_OK)
      lectern_resource_size(resource, &size, NULL);
    lectern_resource_free(resource);
    if (size > most) {
      most = size;
      free(longest);
      longest = strdup(href);
    }
    free(href);
  }
  lectern_buffer_free(manifest);
  return longest;
}

/* ------------------------------------------------------------------------------------------------------- Programs */

static void lie_about_the_size(const char *href) {
  const uint64_t sizes[] = {
      1, 21, book_size / 2, book_size - 1, book_size + 1, book_size * 2, UINT64_MAX / 2, UINT64_MAX};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    behaviour it = {.size = sizes[i]};
    lectern_status status = session(&it, href);
    CHECK(status <= 0, "a size of %llu: %s", (unsigned long long)sizes[i], lectern_status_name(status));
    CHECK(status != LECTERN_ERROR_INTERNAL, "a size of %llu is our bug", (unsigned long long)sizes[i]);
  }
  behaviour unknown = {.size_fails = 1};
  lectern_status status = session(&unknown, href);
  CHECK(is_failure_of_source(status), "no size: %s", lectern_status_name(status));
}

static void run_dry(const char *href) {
  for (int n = 1; n <= 3; n++) {
    behaviour it = {.habit = NOTHING, .from_read = n};
    lectern_status status = session(&it, href);
    CHECK(it.reads < n || status < 0, "nothing from read %d on: %s", n, lectern_status_name(status));
  }
}

static void drip(const char *href) {
  behaviour it = {.habit = ONE_BYTE, .from_read = 1};
  lectern_status status = session(&it, href);
  CHECK(status == LECTERN_OK, "one byte at a time: %s", lectern_status_name(status));
}

static void call_back(const char *href) {
  behaviour it = {0};
  lectern_publication *publication = NULL;
  lectern_buffer *bytes = NULL;
  lectern_error *error = NULL;
  lectern_resource *resource = NULL;
  CHECK_OK(open_stream(&it, &publication, &error), error);
  CHECK_OK(lectern_publication_get(publication, href, &resource, &error), error);
  int before = it.reads;
  it.own = resource;
  CHECK_OK(lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error), error);
  CHECK(it.reads > before, "the resource was not read through the stream");
  CHECK(it.from_inside == LECTERN_ERROR_BUSY, "from inside: %s", lectern_status_name(it.from_inside));
  lectern_buffer_free(bytes);
  lectern_publication_free(publication);
  CHECK(it.releases == 0, "released while a resource still needs it");
  lectern_resource_free(resource);
  CHECK(it.releases == 1, "released %d times", it.releases);
}

static void missing_functions(void) {
  const lectern_stream without_read = {sizeof without_read, NULL, NULL, NULL, on_size};
  const lectern_stream without_size = {sizeof without_size, NULL, NULL, on_read, NULL};
  lectern_publication *publication = NULL;
  CHECK(lectern_publication_open_stream(NULL, &without_read, NULL, &publication, NULL) < 0 && !publication,
      "opened without read");
  CHECK(lectern_publication_open_stream(NULL, &without_size, NULL, &publication, NULL) < 0 && !publication,
      "opened without size");
}

/* A memory-mapped file would crash the process here. */
static void truncate_while_open(const char *href) {
  for (int keep = 0; keep < 2; keep++) {
    char path[] = "/tmp/lectern-streams-XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0 && write(file, book, book_size) == (ssize_t)book_size, "cannot write %s", path);
    lectern_publication *publication = NULL;
    lectern_resource *resource = NULL;
    lectern_buffer *bytes = NULL;
    lectern_error *error = NULL;
    CHECK_OK(lectern_publication_open(NULL, path, NULL, &publication, &error), error);
    CHECK(ftruncate(file, keep ? 64 : 0) == 0, "cannot truncate %s", path);
    close(file);
    lectern_status status = lectern_publication_get(publication, href, &resource, &error);
    if (status == LECTERN_OK) status = lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error);
    CHECK_STATUS(status, LECTERN_ERROR_IO, error);
    CHECK(bytes == NULL, "bytes from nowhere");
    lectern_resource_free(resource);
    lectern_publication_free(publication);
    unlink(path);
  }
}

static int memory_releases;
static void on_memory_release(void *user_data) {
  memory_releases++;
  free(user_data);
}

static void memory(const char *href) {
  lectern_publication *publication = NULL;
  lectern_resource *resource = NULL;
  lectern_buffer *bytes = NULL;
  lectern_error *error = NULL;
  unsigned char *lent = malloc(book_size);
  memcpy(lent, book, book_size);
  CHECK_OK(lectern_publication_open_memory(NULL, lent, book_size, on_memory_release, lent, NULL, &publication, &error),
      error);
  CHECK_OK(lectern_publication_get(publication, href, &resource, &error), error);
  lectern_publication_free(publication);
  CHECK(memory_releases == 0, "released while a resource still needs it");
  CHECK_OK(lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error), error);
  lectern_buffer_free(bytes);
  lectern_resource_free(resource);
  CHECK(memory_releases == 1, "released %d times", memory_releases);

  unsigned char *copied = malloc(book_size);
  memcpy(copied, book, book_size);
  CHECK_OK(lectern_publication_open_memory(NULL, copied, book_size, NULL, NULL, NULL, &publication, &error), error);
  memset(copied, 0, book_size);
  free(copied);
  CHECK_OK(lectern_publication_get(publication, href, &resource, &error), error);
  CHECK_OK(lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error), error);
  lectern_buffer_free(bytes);
  lectern_resource_free(resource);
  lectern_publication_free(publication);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  book = read_file(argv[1], &book_size);
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_open(NULL, argv[1], NULL, &publication, &error), error);
  char *href = longest_href(publication);
  lectern_publication_free(publication);

  fail_at_every_read(href, FAILS, "an error");
  fail_at_every_read(href, FAILS_WITHOUT_ERROR, "a status without an error");
  fail_at_every_read(href, PASSES, "LECTERN_PASS");
  fail_at_every_read(href, UNKNOWN_STATUS, "an unknown status");
  fail_at_every_read(href, TOO_MANY, "more bytes than fit");
  lie_about_the_size(href);
  run_dry(href);
  drip(href);
  call_back(href);
  missing_functions();
  truncate_while_open(href);
  memory(href);

  free(href);
  free(book);
  return finish("streams");
}
