/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A service that violates every rule of its contract, to test how the library copes.
 */
#ifndef LECTERN_TESTS_SERVICES_H
#define LECTERN_TESTS_SERVICES_H

#include "check.h"

static const char *book_path;
static char *first;

/* -------------------------------------------------------------------------------------------------- The service */

typedef enum {
  ANSWERS,
  PASSES,
  FAILS,
  FAILS_SILENTLY,
  FAILS_STRANGELY,
  IS_POSITIVE,
  RETURNS_NOTHING,
  RETURNS_THE_PUBLICATION,
  RETURNS_NONSENSE,
  RETURNS_FREED,
  ANSWERS_WITH_ERROR,
  FAILS_WITH_ANSWER,
  PASSES_WITH_ANSWER,
  HABITS
} habit;

/* The result of a library call for each habit of a callback; LECTERN_OK for habits that decline. */
__attribute__((unused)) static const lectern_status expected[HABITS] = {[FAILS] = LECTERN_ERROR_NOT_FOUND,
    [FAILS_SILENTLY] = LECTERN_ERROR_IO,
    [FAILS_STRANGELY] = LECTERN_ERROR_CALLBACK,
    [IS_POSITIVE] = LECTERN_ERROR_CALLBACK,
    [RETURNS_NOTHING] = LECTERN_ERROR_CALLBACK,
    [RETURNS_THE_PUBLICATION] = LECTERN_ERROR_CALLBACK,
    [RETURNS_NONSENSE] = LECTERN_ERROR_CALLBACK,
    [RETURNS_FREED] = LECTERN_ERROR_CALLBACK,
    [FAILS_WITH_ANSWER] = LECTERN_ERROR_NOT_FOUND};

typedef struct it it;
struct it {
  habit open, links, get;
  const char *links_text;
  lectern_context *context;
  lectern_publication *borrowed, *owned;
  lectern_status (*inside_open)(it *),
      (*inside_get)(it *, const char *href, lectern_resource **resource, lectern_error **error);
  int opens, closes, gets, releases;
  /* The current recursion depth on one thread. */
  int measured, depth, deepest;
  uintptr_t highest, lowest;
};

static inline lectern_status misbehave(habit habit, void **output, void *publication, void *answer,
    lectern_error **error, lectern_status (*free_answer)(void *)) {
  switch (habit) {
    case ANSWERS: *output = answer; return LECTERN_OK;
    case ANSWERS_WITH_ERROR:
      *output = answer;
      lectern_error_new(LECTERN_ERROR_IO, "left over", NULL, error);
      return LECTERN_OK;
    case FAILS_WITH_ANSWER:
      *output = answer;
      return lectern_error_new(LECTERN_ERROR_NOT_FOUND, "failed", "a > b", error);
    case PASSES_WITH_ANSWER:
      *output = answer;
      lectern_error_new(LECTERN_ERROR_IO, "left over", NULL, error);
      return LECTERN_PASS;
    case RETURNS_FREED:
      free_answer(answer);
      *output = answer;
      return LECTERN_OK;
    default: free_answer(answer);
  }
  switch (habit) {
    case PASSES: return LECTERN_PASS;
    case FAILS: return lectern_error_new(LECTERN_ERROR_NOT_FOUND, "failed", NULL, error);
    case FAILS_SILENTLY: return LECTERN_ERROR_IO;
    case FAILS_STRANGELY: return -999;
    case IS_POSITIVE: return 77;
    case RETURNS_THE_PUBLICATION: *output = publication; return LECTERN_OK;
    case RETURNS_NONSENSE:
      *output = (void *)0xdeadbeef;
      *error = (lectern_error *)0xdeadbeef;
      return LECTERN_OK;
    default: return LECTERN_OK;
  }
}

static inline lectern_status free_nothing(void *it) { return it ? LECTERN_OK : LECTERN_ERROR_HANDLE; }
static inline lectern_status free_resource(void *it) { return lectern_resource_free(it); }
static inline lectern_status free_buffer(void *it) { return lectern_buffer_free(it); }

static inline void enter(it *it) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (!it->depth++) it->highest = it->lowest = here;
  if (it->depth > it->deepest) it->deepest = it->depth;
  if (here < it->lowest) it->lowest = here;
}

static inline lectern_status on_open(
    void *user_data, lectern_publication *publication, void **instance, lectern_error **error) {
  it *it = user_data;
  it->opens++;
  it->borrowed = publication;
  lectern_status status = it->inside_open ? it->inside_open(it) : LECTERN_OK;
  CHECK(status == LECTERN_OK, "inside of open: %s", lectern_status_name(status));
  /* The instance is opaque to the library, which passes it back unchanged. */
  status = misbehave(it->open, instance, it, it, error, free_nothing);
  *instance = it;
  return status;
}

static inline lectern_status on_links(void *instance, lectern_buffer **links, lectern_error **error) {
  it *it = instance;
  if (it->links == PASSES) return LECTERN_PASS;
  lectern_buffer *text = NULL;
  const char *json = it->links_text ? it->links_text : "[{\"href\":\"/~own/route{?q}\",\"templated\":true}]";
  CHECK(lectern_buffer_new(json, strlen(json), &text, NULL) == LECTERN_OK, "buffer");
  return misbehave(it->links, (void **)links, it->borrowed, text, error, free_buffer);
}

static inline lectern_status on_get(
    void *instance, const char *href, lectern_resource **resource, lectern_error **error) {
  it *it = instance;
  __atomic_add_fetch(&it->gets, 1, __ATOMIC_RELAXED);
  if (it->inside_get) {
    if (it->measured) enter(it);
    lectern_status status = it->inside_get(it, href, resource, error);
    if (it->measured) it->depth--;
    return status;
  }
  lectern_resource *answer = NULL;
  CHECK(lectern_resource_new("{\"href\":\"answer\"}", "bytes", 5, &answer, NULL) == LECTERN_OK, "resource");
  return misbehave(it->get, (void **)resource, it->borrowed, answer, error, free_resource);
}

static inline void on_close(void *instance) {
  it *it = instance;
  lectern_buffer *json = NULL;
  it->closes++;
  lectern_status status = lectern_publication_manifest(it->borrowed, &json, NULL);
  CHECK((status == LECTERN_OK) == (json != NULL), "the publication: %s", lectern_status_name(status));
  lectern_buffer_free(json);
}

static inline void on_release(void *user_data) { ((it *)user_data)->releases++; }

static inline lectern_service service(it *it) {
  return (lectern_service){
      sizeof(lectern_service), it, on_release, "org.example.test", on_open, on_links, on_get, on_close};
}

static inline lectern_publication *open_with(it *a, it *b) {
  lectern_context *context = NULL;
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  lectern_service first_one = service(a), second = b ? service(b) : first_one;
  CHECK_OK(lectern_context_new(LECTERN_ABI, NULL, &context, &error), error);
  CHECK_OK(lectern_context_add_service(context, &first_one, &error), error);
  if (b) CHECK_OK(lectern_context_add_service(context, &second, &error), error);
  a->context = context;
  CHECK_OK(lectern_publication_open(context, book_path, NULL, &publication, &error), error);
  a->owned = publication;
  if (b) b->owned = publication, b->context = context;
  CHECK(lectern_context_free(context) == LECTERN_OK, "free");
  return publication;
}

static inline void closed_once(lectern_publication *publication, it *it, int closes) {
  CHECK(lectern_publication_free(publication) == LECTERN_OK, "free");
  CHECK(it->closes == closes, "closed %d times, not %d", it->closes, closes);
  CHECK(it->releases == 1, "released %d times", it->releases);
}

static inline int has(lectern_status (*ask)(const lectern_publication *, lectern_buffer **, lectern_error **),
    lectern_publication *publication, const char *text) {
  lectern_buffer *json = NULL;
  lectern_error *error = NULL;
  CHECK_OK(ask(publication, &json, &error), error);
  int count = 0;
  const char *at = lectern_buffer_data(json), *end = at + lectern_buffer_size(json);
  while ((at = memmem(at, (size_t)(end - at), text, strlen(text)))) count++, at++;
  lectern_buffer_free(json);
  return count;
}

static inline void set_up(const char *path) {
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  book_path = path;
  CHECK_OK(lectern_publication_open(NULL, path, NULL, &publication, &error), error);
  first = first_href(publication);
  lectern_publication_free(publication);
}

#endif
