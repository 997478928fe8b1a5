/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Callbacks that terminate their thread, which they must not do.  The next call must return a result or an error
 * status instead of hanging, and so must calls that are already waiting.  Later threads, which may reuse the same
 * pthread_t, must not inherit any state.
 *
 * Usage: ends BOOK
 */
#define _GNU_SOURCE
#include "book.h"

#include <pthread.h>
#include <unistd.h>

static char *first;
static lectern_publication *publication;

/* Whether callbacks of this thread end it. */
static __thread int ends;
static int ended;

static void end(void) {
  if (!ends) return;
  __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
  /* Gives other threads time to start waiting. */
  usleep(50000);
  pthread_exit(NULL);
}

/* ------------------------------------------------------------------------------------------------------ Callbacks */

static lectern_status on_read(void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count,
                              lectern_error **error) {
  end();
  return read_book(user_data, offset, bytes, capacity, count, error);
}

static lectern_status on_compute(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  end();
  return compute_value(user_data, bytes, error);
}

static int events;
static void on_event(void *user_data, const char *topic, const char *event) {
  (void)user_data, (void)topic, (void)event;
  end();
  __atomic_add_fetch(&events, 1, __ATOMIC_SEQ_CST);
}

static int32_t on_step(void *user_data, const char *task, uint64_t done, uint64_t total) {
  (void)user_data, (void)task, (void)done, (void)total;
  end();
  return 0;
}

static void on_log(void *user_data, const char *entry) { (void)user_data, (void)entry, end(); }

static lectern_status on_get(void *instance, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)instance, (void)href, (void)resource, (void)error;
  end();
  return LECTERN_PASS;
}

static lectern_status on_element(void *user_data, const char *decoration, lectern_buffer **html, lectern_error **error) {
  (void)user_data, (void)decoration;
  end();
  return lectern_buffer_new("<i></i>", 7, html, error);
}

/* ---------------------------------------------------------------------------------------------------------- Calls */

static lectern_publication *served;
static lectern_resource *streamed;
static lectern_cursor *cursor;
static lectern_navigator *navigator;
static lectern_store *store;
static lectern_context *context;

static lectern_status read_stream(void) {
  lectern_buffer *it = NULL;
  lectern_status status = lectern_resource_read(streamed, 0, UINT64_MAX, &it, NULL);
  return lectern_buffer_free(it), status;
}

static lectern_status compute_cached(void) {
  const lectern_compute compute = {sizeof compute, NULL, NULL, on_compute};
  lectern_buffer *it = NULL;
  lectern_status status = lectern_publication_cache(publication, "key", NULL, &compute, &it, NULL);
  return lectern_buffer_free(it), status;
}

static lectern_status turn_page(void) {
  lectern_buffer *it = NULL;
  lectern_status status = lectern_cursor_next(cursor, &it, NULL);
  return lectern_buffer_free(it), status;
}

static lectern_status submit(void) {
  static int number;
  char text[64];
  snprintf(text, sizeof text, "{\"fontSize\":%d.25}", __atomic_add_fetch(&number, 1, __ATOMIC_SEQ_CST) % 3 + 1);
  return lectern_navigator_submit_preferences(navigator, text, NULL);
}

static lectern_status save(void) {
  static int number;
  char text[64];
  snprintf(text, sizeof text, "{\"fontSize\":%d.25}", __atomic_add_fetch(&number, 1, __ATOMIC_SEQ_CST) % 3 + 1);
  return lectern_store_save(store, "{\"scope\":\"global\"}", text, NULL);
}

static lectern_status open_book(void) {
  lectern_publication *it = NULL;
  lectern_status status = lectern_publication_open_memory(context, book, book_size, NULL, NULL, NULL, &it, NULL);
  return lectern_publication_free(it), status;
}

static lectern_status ask_service(void) {
  lectern_resource *it = NULL;
  lectern_status status = lectern_publication_get(served, first, &it, NULL);
  return lectern_resource_free(it), status;
}

static lectern_status render(void) {
  lectern_buffer *it = NULL;
  lectern_status status = lectern_navigator_render_decorations(navigator, first, &it, NULL);
  return lectern_buffer_free(it), status;
}

static lectern_status log_something(void) { return lectern_navigator_submit_preferences(navigator, "{\"fontSize\":\"x\"}", NULL); }

/* Calls, with the status of the same call after a callback has ended its thread inside it. */
static const struct { const char *name; lectern_status (*call)(void); lectern_status after; } calls[] = {
  {"a stream", read_stream, LECTERN_ERROR_BUSY},
  {"a value", compute_cached, LECTERN_OK},
  {"a cursor", turn_page, LECTERN_ERROR_BUSY},
  {"a listener of a navigator", submit, LECTERN_OK},
  {"a listener of a store", save, LECTERN_OK},
  {"a progress", open_book, LECTERN_OK},
  {"a service", ask_service, LECTERN_OK},
  {"a renderer", render, LECTERN_OK},
  {"a logger", log_something, LECTERN_OK},
};
enum { CALLS = sizeof calls / sizeof *calls };

static void *call_and_end(void *number) {
  ends = 1;
  lectern_status status = calls[(size_t)number].call();
  CHECK(0, "%s calls nothing: %s", calls[(size_t)number].name, lectern_status_name(status));
  __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
  return number;
}

static lectern_status waited[CALLS];
static void *call_and_wait(void *number) {
  waited[(size_t)number] = calls[(size_t)number].call();
  return NULL;
}

static void end_one(size_t number) {
  pthread_t ending, waiting;
  int before = ended;
  pthread_create(&ending, NULL, call_and_end, (void *)number);
  while (__atomic_load_n(&ended, __ATOMIC_SEQ_CST) == before) usleep(1000);
  pthread_create(&waiting, NULL, call_and_wait, (void *)number);
  pthread_join(ending, NULL), pthread_join(waiting, NULL);
  const char *name = calls[number].name;
  lectern_status expected = calls[number].after;
  CHECK(waited[number] == expected || waited[number] == LECTERN_ERROR_BUSY || waited[number] >= 0, "who waits for %s gets %s",
        name, lectern_status_name(waited[number]));
  for (int i = 0; i < 3; i++) {
    lectern_status status = calls[number].call();
    CHECK(status == expected, "after %s: %s", name, lectern_status_name(status));
  }
  CHECK(open_book() == LECTERN_OK, "nothing can be opened after %s", name);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  lectern_error *error = NULL;
  lectern_subscription *subscriptions[2] = {NULL, NULL};
  const lectern_stream stream = {sizeof stream, NULL, NULL, on_read, size_of_book};
  const lectern_listener listener = {sizeof listener, NULL, NULL, on_event};
  const lectern_progress progress = {sizeof progress, NULL, NULL, on_step};
  const lectern_logger logger = {sizeof logger, NULL, NULL, on_log};
  const lectern_service service = {sizeof service, NULL, NULL, "org.example.ends", NULL, NULL, on_get, NULL};
  const lectern_renderer renderer = {sizeof renderer, NULL, NULL, on_element};
  lectern_context *serving = NULL;
  char decorations[512];
  book = read_file(argv[1], &book_size);
  CHECK_OK(lectern_publication_open(NULL, argv[1], NULL, &publication, &error), error);
  first = first_href(publication);
  snprintf(decorations, sizeof decorations,
           "[{\"id\":\"1\",\"locator\":{\"href\":\"%s\",\"type\":\"application/xhtml+xml\"},\"style\":{\"id\":\"note\"}}]", first);
  CHECK_OK(lectern_context_new(LECTERN_ABI, NULL, &context, &error), error);
  CHECK_OK(lectern_context_set_progress(context, &progress, &error), error);
  CHECK_OK(lectern_context_set_logger(context, &logger, &error), error);
  CHECK_OK(lectern_context_new(LECTERN_ABI, NULL, &serving, &error), error);
  CHECK_OK(lectern_context_add_service(serving, &service, &error), error);
  CHECK_OK(lectern_publication_open_memory(serving, book, book_size, NULL, NULL, NULL, &served, &error), error);
  CHECK_OK(lectern_resource_new_stream("{\"href\":\"a\"}", &stream, &streamed, &error), error);
  lectern_publication *searched = NULL;
  CHECK_OK(lectern_publication_open_memory(serving, book, book_size, NULL, NULL, NULL, &searched, &error), error);
  CHECK_OK(lectern_publication_search(searched, "e", NULL, &cursor, &error), error);
  lectern_publication *viewed = NULL;
  CHECK_OK(lectern_publication_open_memory(context, book, book_size, NULL, NULL, NULL, &viewed, &error), error);
  CHECK_OK(lectern_navigator_new(viewed, NULL, &navigator, &error), error);
  CHECK_OK(lectern_navigator_set_decoration_template(navigator, "note", "{\"layout\":\"bounds\",\"element\":\"<b></b>\"}", &renderer, &error), error);
  CHECK_OK(lectern_navigator_apply_decorations(navigator, "marks", decorations, NULL, &error), error);
  CHECK_OK(lectern_navigator_observe(navigator, "preferences", &listener, &subscriptions[0], &error), error);
  CHECK_OK(lectern_store_open(NULL, NULL, NULL, &store, &error), error);
  CHECK_OK(lectern_store_observe(store, NULL, &listener, &subscriptions[1], &error), error);

  alarm(120);
  for (size_t i = 0; i < CALLS; i++) end_one(i);

  /* More threads end inside callbacks than the nesting limit for callbacks of one thread. */
  for (int i = 0; i < 100; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, call_and_end, (void *)(size_t)5);
    pthread_join(thread, NULL);
    CHECK(open_book() == LECTERN_OK, "after %d threads", i);
  }
  int before = events;
  CHECK(submit() == LECTERN_OK && submit() == LECTERN_OK && events >= before + 1, "nothing is heard any more");

  for (int i = 0; i < 2; i++) lectern_subscription_free(subscriptions[i]);
  lectern_store_free(store), lectern_navigator_free(navigator), lectern_cursor_free(cursor);
  lectern_publication_free(publication), lectern_resource_free(streamed), lectern_publication_free(served);
  lectern_publication_free(searched), lectern_publication_free(viewed);
  lectern_context_free(context), lectern_context_free(serving);
  free(first);
  return finish("ends");
}
