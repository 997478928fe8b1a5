/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values that a host computes and files that it serves: from many threads, with failures, with callbacks that request
 * their own result or each other's, and across publications and streams.  A call that would deadlock must return an
 * error instead, and nothing may be computed twice.
 *
 * Usage: cache BOOK
 */
#define _GNU_SOURCE
#include "check.h"

#include <pthread.h>

static const char *book_path;
static char *first;

static lectern_publication *open_book(void) {
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_open(NULL, book_path, NULL, &publication, &error), error);
  return publication;
}

typedef struct {
  const lectern_publication *publication;
  const char *key;
  lectern_status (*compute)(void *user_data, lectern_buffer **bytes, lectern_error **error);
  int calls, releases;
  lectern_status inner;
} task;

static void on_release(void *user_data) { __atomic_add_fetch(&((task *)user_data)->releases, 1, __ATOMIC_SEQ_CST); }

static lectern_status ask(
    task *task, const char *key, const char *variant, lectern_buffer **bytes, lectern_error **error) {
  const lectern_compute compute = {sizeof compute, task, on_release, task->compute};
  return lectern_publication_cache(task->publication, key, variant, &compute, bytes, error);
}

/* ------------------------------------------------------------------------------------------------------- Failures */

static enum { VALUE, PASS, FAIL, SILENT, POSITIVE, NOTHING, WRONG, ERROR_TOO, HABITS } habit;

static lectern_status misbehaving(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  task *it = user_data;
  it->calls++;
  switch (habit) {
    case VALUE: return lectern_buffer_new("value", 5, bytes, error);
    case PASS: return LECTERN_PASS;
    case FAIL:
      lectern_buffer_new("value", 5, bytes, NULL);
      return lectern_error_new(LECTERN_ERROR_PROTECTED, "no", NULL, error);
    case SILENT: return LECTERN_ERROR_LIMIT;
    case POSITIVE: return 9;
    case NOTHING: return LECTERN_OK;
    case WRONG: *bytes = (lectern_buffer *)it->publication; return LECTERN_OK;
    default:
      lectern_error_new(LECTERN_ERROR_IO, "left over", NULL, error);
      return lectern_buffer_new("value", 5, bytes, NULL);
  }
}

static void failing(void) {
  static const lectern_status expected[HABITS] = {[PASS] = LECTERN_END,
      [FAIL] = LECTERN_ERROR_PROTECTED,
      [SILENT] = LECTERN_ERROR_LIMIT,
      [POSITIVE] = LECTERN_ERROR_CALLBACK,
      [NOTHING] = LECTERN_ERROR_CALLBACK,
      [WRONG] = LECTERN_ERROR_CALLBACK};
  for (int i = HABITS - 1; i >= VALUE; i--) {
    lectern_publication *publication = open_book();
    task it = {publication, "k", misbehaving, 0, 0, 0};
    for (int again = 1; again <= 2; again++) {
      lectern_buffer *bytes = (lectern_buffer *)1;
      lectern_error *error = (lectern_error *)1;
      habit = i;
      lectern_status status = ask(&it, "k", NULL, &bytes, &error);
      CHECK(status == expected[i], "habit %d: %s", i, lectern_status_name(status));
      CHECK(status >= 0 ? !error && !bytes == (status == LECTERN_END) : !bytes && error, "the outputs of habit %d", i);
      CHECK(it.calls == (expected[i] < 0 ? again : 1), "habit %d: %d calls", i, it.calls);
      CHECK(it.releases == again, "released %d times, not %d", it.releases, again);
      lectern_buffer_free(bytes), lectern_error_free(error);
    }
    lectern_buffer *bytes = NULL;
    habit = VALUE;
    CHECK(ask(&it, "k", "", &bytes, NULL) == LECTERN_OK && lectern_buffer_size(bytes) == 5, "another variant");
    lectern_buffer_free(bytes);
    CHECK(lectern_publication_free(publication) == LECTERN_OK, "nobody frees what is borrowed");
  }
}

static void many(void) {
  lectern_publication *publication = open_book();
  task it = {publication, NULL, misbehaving, 0, 0, 0};
  habit = VALUE;
  enum { MANY = 100000 };
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < MANY; i++) {
      char key[16];
      lectern_buffer *bytes = NULL;
      snprintf(key, sizeof key, "%d", i);
      if (ask(&it, key, i % 2 ? "v" : NULL, &bytes, NULL) != LECTERN_OK) CHECK(0, "key %d", i);
      lectern_buffer_free(bytes);
    }
  CHECK(it.calls == MANY && it.releases == 2 * MANY, "%d calls, %d releases", it.calls, it.releases);
  lectern_publication_free(publication);
}

/* ------------------------------------------------------------------------------------------------------- Recursion */

static lectern_status itself(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  task *it = user_data;
  it->inner = ask(it, "k", NULL, bytes, error);
  return it->inner;
}

static lectern_status another(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  task *it = user_data;
  char key[16];
  snprintf(key, sizeof key, "%d", ++it->calls);
  return ask(it, key, NULL, bytes, error);
}

static void recursion(void) {
  lectern_publication *publication = open_book();
  lectern_error *error = NULL;
  lectern_buffer *bytes = NULL;
  task self = {publication, NULL, itself, 0, 0, 0}, endless = {publication, NULL, another, 0, 0, 0};
  CHECK_STATUS(ask(&self, "k", NULL, &bytes, &error), LECTERN_ERROR_BUSY, error);
  CHECK(self.inner == LECTERN_ERROR_BUSY && self.releases == 2, "%d releases", self.releases);
  CHECK_STATUS(ask(&endless, "0", NULL, &bytes, &error), LECTERN_ERROR_BUSY, error);
  CHECK(endless.calls > 16 && endless.calls < 100 && endless.releases == endless.calls + 1, "%d deep", endless.calls);
  CHECK_STATUS(ask(&endless, "0", NULL, &bytes, &error), LECTERN_ERROR_BUSY, error);
  lectern_publication_free(publication);
}

/* --------------------------------------------------------------------------------------- Threads, and their circles */

/* Two tasks that both start, and then each need the value that the other is computing. */
static pthread_barrier_t both;
static task pair[2];
static int busy;

static lectern_status crosswise(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  task *it = user_data, *other = it == &pair[0] ? &pair[1] : &pair[0];
  if (__atomic_add_fetch(&it->calls, 1, __ATOMIC_SEQ_CST) > 1) return lectern_buffer_new("late", 4, bytes, error);
  lectern_buffer *inner = NULL;
  pthread_barrier_wait(&both);
  it->inner = ask(other, other->key, NULL, &inner, NULL);
  if (it->inner == LECTERN_ERROR_BUSY) __atomic_add_fetch(&busy, 1, __ATOMIC_SEQ_CST);
  else CHECK(it->inner == LECTERN_OK, "%s", lectern_status_name(it->inner));
  lectern_buffer_free(inner);
  return lectern_buffer_new("own", 3, bytes, error);
}

static void *begin(void *argument) {
  task *it = argument;
  lectern_buffer *bytes = NULL;
  lectern_error *error = NULL;
  CHECK_OK(ask(it, it->key, NULL, &bytes, &error), error);
  CHECK(strcmp(lectern_buffer_data(bytes), "own") == 0, "%s", lectern_buffer_data(bytes));
  lectern_buffer_free(bytes);
  return NULL;
}

static void circles(lectern_publication *one, lectern_publication *other) {
  pthread_t threads[2];
  busy = 0;
  pair[0] = (task){one, "a", crosswise, 0, 0, 0}, pair[1] = (task){other, "b", crosswise, 0, 0, 0};
  pthread_barrier_init(&both, NULL, 2);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, begin, &pair[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&both);
  CHECK(busy == 1, "%d of two were refused", busy);
  CHECK(pair[0].calls == 1 && pair[1].calls == 1, "computed twice");
}

/* Two streams: the first read of each one reads the other. */
static struct crossing {
  lectern_resource *resource;
  int calls;
  lectern_status inner;
} streams[2];

static lectern_status on_size(void *user_data, uint64_t *size, lectern_error **error) {
  (void)user_data, (void)error;
  *size = 4;
  return LECTERN_OK;
}

static lectern_status on_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  (void)error;
  struct crossing *it = user_data, *other = it == &streams[0] ? &streams[1] : &streams[0];
  if (it->calls++ == 0) {
    lectern_buffer *inner = NULL;
    pthread_barrier_wait(&both);
    it->inner = lectern_resource_read(other->resource, 0, 4, &inner, NULL);
    lectern_buffer_free(inner);
  }
  *count = offset < 4 && capacity >= 4 ? 4 - (size_t)offset : 0;
  memset(bytes, 'x', *count);
  return LECTERN_OK;
}

static void *read_crossing(void *argument) {
  struct crossing *it = argument;
  lectern_buffer *bytes = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_resource_read(it->resource, 0, 4, &bytes, &error), error);
  CHECK(strcmp(lectern_buffer_data(bytes), "xxxx") == 0, "%s", lectern_buffer_data(bytes));
  lectern_buffer_free(bytes);
  return NULL;
}

static void crossing_streams(void) {
  pthread_t threads[2];
  lectern_error *error = NULL;
  pthread_barrier_init(&both, NULL, 2);
  for (int i = 0; i < 2; i++) {
    const lectern_stream stream = {sizeof stream, &streams[i], NULL, on_read, on_size};
    CHECK_OK(lectern_resource_new_stream("{\"href\":\"a\"}", &stream, &streams[i].resource, &error), error);
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, read_crossing, &streams[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  CHECK((streams[0].inner == LECTERN_ERROR_BUSY) != (streams[1].inner == LECTERN_ERROR_BUSY), "%d, %d",
      streams[0].inner, streams[1].inner);
  pthread_barrier_destroy(&both);
  for (int i = 0; i < 2; i++) lectern_resource_free(streams[i].resource);
}

static int computing;
static lectern_status alone(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  task *it = user_data;
  CHECK(__atomic_exchange_n(&computing, 1, __ATOMIC_SEQ_CST) == 0, "computed by two at once");
  int calls = __atomic_add_fetch(&it->calls, 1, __ATOMIC_SEQ_CST);
  sched_yield();
  __atomic_store_n(&computing, 0, __ATOMIC_SEQ_CST);
  return calls < 20 ? LECTERN_ERROR_IO : lectern_buffer_new("at last", 7, bytes, error);
}

static void *insist(void *argument) {
  task *it = argument;
  lectern_buffer *bytes = NULL;
  while (ask(it, "k", NULL, &bytes, NULL) == LECTERN_ERROR_IO) CHECK(bytes == NULL, "an output of a failure");
  CHECK(strcmp(lectern_buffer_data(bytes), "at last") == 0, "%s", lectern_buffer_data(bytes));
  lectern_buffer_free(bytes);
  return NULL;
}

static void threads(void) {
  pthread_t all[8];
  lectern_publication *publication = open_book();
  task it = {publication, "k", alone, 0, 0, 0};
  for (int i = 0; i < 8; i++) pthread_create(&all[i], NULL, insist, &it);
  for (int i = 0; i < 8; i++) pthread_join(all[i], NULL);
  CHECK(it.calls == 20, "computed %d times", it.calls);
  lectern_publication_free(publication);
}

/* -------------------------------------------------------------------------------------------------------- Fetchers */

typedef struct {
  lectern_publication *publication;
  int calls, releases;
  enum { SERVES, ASKS_ITSELF, FAILS, DECLINES, LIES } habit;
} serving;

static lectern_status on_lie(void *user_data, uint64_t *size, lectern_error **error) {
  (void)user_data, (void)error;
  *size = UINT64_MAX;
  return LECTERN_OK;
}

static lectern_status on_get(void *user_data, const char *href, lectern_resource **resource, lectern_error **error) {
  serving *it = user_data;
  it->calls++;
  const lectern_stream lie = {sizeof lie, NULL, NULL, on_read, on_lie};
  switch (it->habit) {
    case ASKS_ITSELF: return lectern_publication_get(it->publication, href, resource, error);
    case FAILS: return lectern_error_new(LECTERN_ERROR_IO, "no disk", NULL, error);
    case DECLINES: return LECTERN_PASS;
    case LIES: return lectern_resource_new_stream("{\"href\":\"x\"}", &lie, resource, error);
    default: return lectern_resource_new("{\"href\":\"x\"}", href, strlen(href), resource, error);
  }
}

static void on_fetcher_release(void *user_data) { ((serving *)user_data)->releases++; }

static void fetchers(void) {
  static const char manifest[] = "{\"metadata\":{\"title\":\"T\"},\"links\":[],\"readingOrder\":[{\"href\":\"a.html?x="
                                 "1#f\",\"type\":\"text/html\"},"
                                 "{\"href\":\"b%20c.html\",\"type\":\"text/html\"}]}";
  static const lectern_status expected[] = {
      LECTERN_OK, LECTERN_ERROR_BUSY, LECTERN_ERROR_IO, LECTERN_ERROR_NOT_FOUND, LECTERN_OK};
  for (int i = SERVES; i <= LIES; i++) {
    serving it = {.habit = i};
    const lectern_fetcher fetcher = {sizeof fetcher, &it, on_fetcher_release, on_get};
    lectern_error *error = NULL;
    lectern_resource *resource = (lectern_resource *)1;
    lectern_buffer *bytes = NULL;
    CHECK_OK(lectern_publication_open_manifest(NULL, manifest, &fetcher, NULL, &it.publication, &error), error);
    lectern_status status = lectern_publication_get(it.publication, "b c.html?q", &resource, &error);
    CHECK(status == expected[i] && (status == LECTERN_OK) == (resource != NULL), "habit %d: %s", i,
        lectern_status_name(status));
    lectern_error_free(error), error = NULL;
    status = resource ? lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error) : LECTERN_OK;
    if (i == SERVES)
      CHECK(strcmp(lectern_buffer_data(bytes), "b%20c.html") == 0, "asked for %s", lectern_buffer_data(bytes));
    if (i == LIES) CHECK(status == LECTERN_ERROR_LIMIT && !bytes, "%s", lectern_status_name(status));
    if (i == ASKS_ITSELF) CHECK(it.calls > 16 && it.calls < 100, "%d deep", it.calls);
    lectern_buffer_free(bytes), bytes = NULL, lectern_error_free(error), error = NULL;
    /* Without the length of a file there are no positions; a missing file has none. */
    status = lectern_publication_positions(it.publication, &bytes, &error);
    CHECK(status == (i == DECLINES ? LECTERN_OK : expected[i]) && (status == LECTERN_OK) == (bytes != NULL),
        "habit %d: %s", i, lectern_status_name(status));
    lectern_buffer_free(bytes), lectern_error_free(error);
    CHECK(lectern_publication_free(it.publication) == LECTERN_OK && it.releases == 1, "released %d times", it.releases);
    lectern_resource_free(resource);
  }
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  book_path = argv[1];
  lectern_publication *one = open_book(), *other = open_book();
  first = first_href(one);
  failing();
  many();
  recursion();
  threads();
  fetchers();
  circles(one, one);
  lectern_publication_free(one), one = open_book();
  circles(one, other);
  crossing_streams();
  lectern_publication_free(one), lectern_publication_free(other);
  free(first);
  return finish("cache");
}
