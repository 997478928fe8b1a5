/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Eight threads use one publication: each with its own navigator and cursors, and all with shared ones and a store.
 * Every thread must get the same results as a single-threaded caller, a stream must never be called concurrently, and
 * no listener may receive an older value after a newer one.
 *
 * Usage: threads BOOK
 */
#define _GNU_SOURCE
#include "book.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 25 };

static int inside_stream;

static lectern_status on_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  CHECK(__atomic_exchange_n(&inside_stream, 1, __ATOMIC_SEQ_CST) == 0, "the stream is read by two threads at once");
  lectern_status status = read_book(user_data, offset, bytes, capacity, count, error);
  __atomic_store_n(&inside_stream, 0, __ATOMIC_SEQ_CST);
  return status;
}

static int events;
static void on_event(void *user_data, const char *topic, const char *event) {
  CHECK(*topic && *event == '{', "an event without content");
  __atomic_add_fetch((int *)user_data, 1, __ATOMIC_RELAXED);
}

/* The record of one preferences listener, which must receive increasing numbers, one call at a time.  A call may
 * outlive the subscription, so no record is reused. */
typedef struct {
  int calls, inside, last;
} order;
static order orders[2 * 3 * THREADS * ROUNDS];
static int listeners;
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static int submissions, saves;

static void on_number(order *it, const char *event, const char *number_text) {
  int number = -1, last;
  CHECK(__atomic_exchange_n(&it->inside, 1, __ATOMIC_SEQ_CST) == 0, "a listener is called by two threads at once");
  CHECK(number_text && sscanf(number_text, "{\"acme:number\":%d}", &number) == 1, "%s", event);
  last = __atomic_exchange_n(&it->last, number, __ATOMIC_RELAXED);
  CHECK(number > last, "%d comes after %d", number, last);
  __atomic_add_fetch(&it->calls, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&it->inside, 0, __ATOMIC_SEQ_CST);
}

static void on_preferences(void *user_data, const char *topic, const char *event) {
  (void)topic;
  on_number(user_data, event, event);
}

static void on_stored(void *user_data, const char *topic, const char *event) {
  (void)topic;
  on_number(user_data, event, strstr(event, "{\"acme:number\""));
}

/* State shared by all threads, with the answers that a single caller got. */
typedef struct {
  const lectern_publication *publication;
  lectern_navigator *navigator, *numbered;
  lectern_preferences *draft;
  lectern_cursor *cursors[2];
  lectern_store *store;
  const char *href;
  const lectern_buffer *manifest, *positions, *bytes, *pages[2];
} shared;

static void read_shared(const shared *it) {
  lectern_buffer *manifest = NULL, *positions = NULL, *bytes = NULL;
  lectern_resource *resource = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_manifest(it->publication, &manifest, &error), error);
  CHECK_OK(lectern_publication_positions(it->publication, &positions, &error), error);
  CHECK_OK(lectern_publication_get(it->publication, it->href, &resource, &error), error);
  CHECK_OK(lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error), error);
  CHECK(same_bytes(manifest, it->manifest), "another manifest");
  CHECK(same_bytes(positions, it->positions), "other positions");
  CHECK(same_bytes(bytes, it->bytes), "other bytes");
  lectern_buffer_free(manifest), lectern_buffer_free(positions), lectern_buffer_free(bytes);
  lectern_resource_free(resource);
}

/* Uses a navigator, which may be shared: settings, preferences, decorations and a listener. */
static void use_navigator(const shared *it, lectern_navigator *navigator, int number) {
  const lectern_listener listener = {sizeof listener, &events, NULL, on_event};
  lectern_subscription *subscription = NULL;
  lectern_preferences *draft = NULL;
  lectern_buffer *json = NULL;
  lectern_error *error = NULL;
  char preferences[64], decorations[512];
  snprintf(preferences, sizeof preferences, "{\"fontSize\":%d.5}", number % 3 + 1);
  snprintf(decorations, sizeof decorations,
      "[{\"id\":\"%d\",\"locator\":{\"href\":\"%s\",\"type\":\"application/"
      "xhtml+xml\"},\"style\":{\"id\":\"highlight\"}}]",
      number, it->href);
  CHECK_OK(lectern_navigator_observe(navigator, NULL, &listener, &subscription, &error), error);
  CHECK_OK(lectern_navigator_submit_preferences(navigator, preferences, &error), error);
  CHECK_OK(lectern_navigator_apply_decorations(navigator, "group", decorations, NULL, &error), error);
  CHECK_OK(lectern_navigator_edit_preferences(navigator, NULL, &draft, &error), error);
  CHECK_OK(lectern_preferences_increment(draft, "fontSize", 0, &error), error);
  CHECK_OK(lectern_navigator_settings(navigator, &json, &error), error);
  lectern_buffer_free(json);
  CHECK_OK(lectern_navigator_render_decorations(navigator, it->href, &json, &error), error);
  lectern_buffer_free(json);
  CHECK(lectern_subscription_free(subscription) == LECTERN_OK, "free");
  CHECK(lectern_preferences_free(draft) == LECTERN_OK, "free");
}

/* Submits the next number, one thread after the other; the thread that delivers notifies the listener. */
static void submit_next(const shared *it) {
  lectern_buffer *submission = NULL;
  lectern_error *error = NULL;
  char number[16];
  pthread_mutex_lock(&counting);
  snprintf(number, sizeof number, "%d", ++submissions);
  CHECK_OK(lectern_preferences_set(it->draft, "acme:number", number, 0, &error), error);
  CHECK_OK(lectern_preferences_submit(it->draft, &submission, &error), error);
  pthread_mutex_unlock(&counting);
  CHECK(strstr(lectern_buffer_data(submission), "[\"acme:number\"]") != NULL, "%s", lectern_buffer_data(submission));
  lectern_buffer_free(submission);
}

static lectern_cursor *open_cursor(const lectern_publication *publication, int is_search) {
  lectern_cursor *cursor = NULL;
  lectern_error *error = NULL;
  CHECK_OK(is_search ? lectern_publication_search(publication, "e", NULL, &cursor, &error)
                     : lectern_publication_content(publication, NULL, "{\"tokens\": {}}", &cursor, &error),
      error);
  return cursor;
}

/* A thread's own cursor returns the expected pages, whatever other threads do; a shared one gives each caller some
 * page. */
static void walk(const shared *it, int round) {
  lectern_buffer *page = NULL;
  lectern_error *error = NULL;
  lectern_cursor *own = open_cursor(it->publication, round % 2), *lone = it->cursors[round % 2];
  CHECK_OK(lectern_cursor_next(own, &page, &error), error);
  CHECK(same_bytes(page, it->pages[round % 2]), "another first page");
  lectern_buffer_free(page);
  CHECK(lectern_cursor_free(own) == LECTERN_OK, "free");
  for (int step = 0; step < 3; step++) {
    lectern_status status =
        (round + step) % 3 ? lectern_cursor_next(lone, &page, &error) : lectern_cursor_previous(lone, &page, &error);
    CHECK(status == LECTERN_OK ? page != NULL : status == LECTERN_END && !page, "%s", lectern_error_message(error));
    lectern_buffer_free(page);
  }
}

/* Saves the next number, one thread after the other; all listeners receive the numbers in this order. */
static void save_next(const shared *it) {
  lectern_error *error = NULL;
  char number[32];
  pthread_mutex_lock(&counting);
  snprintf(number, sizeof number, "{\"acme:number\":%d}", ++saves);
  CHECK_OK(lectern_store_save(it->store, "{\"scope\":\"global\"}", number, &error), error);
  pthread_mutex_unlock(&counting);
}

static void keep(const shared *it) {
  order *heard = &orders[__atomic_fetch_add(&listeners, 1, __ATOMIC_RELAXED)];
  const lectern_listener listener = {sizeof listener, heard, NULL, on_stored};
  lectern_subscription *subscription = NULL;
  lectern_buffer *json = NULL;
  lectern_error *error = NULL;
  const char *scope = "{\"scope\":\"global\"}";
  save_next(it);
  CHECK_OK(lectern_store_observe(it->store, scope, &listener, &subscription, &error), error);
  CHECK(__atomic_load_n(&heard->calls, __ATOMIC_RELAXED) > 0, "what is kept did not come");
  save_next(it);
  CHECK_OK(lectern_store_load(it->store, scope, &json, &error), error);
  CHECK(strncmp(lectern_buffer_data(json), "{\"acme:number\":", 15) == 0, "%s", lectern_buffer_data(json));
  lectern_buffer_free(json);
  CHECK(lectern_subscription_free(subscription) == LECTERN_OK, "free");
}

/* Starts listening while others submit: the current value arrives first, and nothing older arrives later. */
static void listen_in_order(const shared *it) {
  order *heard = &orders[__atomic_fetch_add(&listeners, 1, __ATOMIC_RELAXED)];
  const lectern_listener listener = {sizeof listener, heard, NULL, on_preferences};
  lectern_subscription *subscription = NULL;
  lectern_error *error = NULL;
  submit_next(it);
  CHECK_OK(lectern_navigator_observe(it->numbered, "preferences", &listener, &subscription, &error), error);
  CHECK(__atomic_load_n(&heard->calls, __ATOMIC_RELAXED) > 0, "the present value did not come");
  submit_next(it);
  CHECK(lectern_subscription_free(subscription) == LECTERN_OK, "free");
}

static void *run(void *argument) {
  const shared *it = argument;
  for (int round = 0; round < ROUNDS; round++) {
    lectern_navigator *own = NULL;
    lectern_error *error = NULL;
    read_shared(it);
    CHECK_OK(lectern_navigator_new((lectern_publication *)it->publication, NULL, &own, &error), error);
    use_navigator(it, own, round);
    use_navigator(it, it->navigator, round);
    listen_in_order(it);
    if (round % 5 == 0) walk(it, round / 5);
    keep(it);
    CHECK(lectern_navigator_free(own) == LECTERN_OK, "free");
  }
  return NULL;
}

/* Collects the answers of a single caller, then makes the same calls from all threads. */
static void share(lectern_publication *publication) {
  lectern_buffer *manifest = NULL, *positions = NULL, *bytes = NULL;
  lectern_resource *resource = NULL;
  lectern_navigator *navigator = NULL, *numbered = NULL;
  lectern_preferences *draft = NULL;
  lectern_error *error = NULL;
  const char *options = "{\"settings\":[{\"key\":\"acme:number\",\"type\":\"value\"}]}";
  char *href = first_href(publication);
  CHECK_OK(lectern_publication_manifest(publication, &manifest, &error), error);
  CHECK_OK(lectern_publication_positions(publication, &positions, &error), error);
  CHECK_OK(lectern_publication_get(publication, href, &resource, &error), error);
  CHECK_OK(lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error), error);
  CHECK_OK(lectern_navigator_new(publication, NULL, &navigator, &error), error);
  CHECK_OK(lectern_navigator_new(publication, options, &numbered, &error), error);
  CHECK_OK(lectern_navigator_edit_preferences(numbered, NULL, &draft, &error), error);

  lectern_cursor *cursors[2] = {open_cursor(publication, 0), open_cursor(publication, 1)};
  lectern_buffer *pages[2] = {NULL, NULL};
  lectern_store *store = NULL;
  for (int i = 0; i < 2; i++) CHECK_OK(lectern_cursor_next(cursors[i], &pages[i], &error), error);
  CHECK_OK(lectern_store_open(NULL, NULL, NULL, &store, &error), error);

  shared it = {publication, navigator, numbered, draft, {cursors[0], cursors[1]}, store, href, manifest, positions,
      bytes, {pages[0], pages[1]}};
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, &it);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);

  lectern_buffer_free(manifest), lectern_buffer_free(positions), lectern_buffer_free(bytes);
  for (int i = 0; i < 2; i++) {
    lectern_buffer_free(pages[i]);
    CHECK(lectern_cursor_free(cursors[i]) == LECTERN_OK, "free");
  }
  CHECK(lectern_store_free(store) == LECTERN_OK, "free");
  CHECK(lectern_resource_free(resource) == LECTERN_OK, "free");
  CHECK(lectern_navigator_free(navigator) == LECTERN_OK, "free");
  CHECK(lectern_navigator_free(numbered) == LECTERN_OK, "free");
  CHECK(lectern_preferences_free(draft) == LECTERN_OK, "free");
  CHECK(lectern_publication_free(publication) == LECTERN_OK, "free");
  free(href);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  const lectern_stream stream = {sizeof stream, NULL, NULL, on_read, size_of_book};
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  book = read_file(argv[1], &book_size);

  CHECK_OK(lectern_publication_open(NULL, argv[1], NULL, &publication, &error), error);
  share(publication);
  CHECK_OK(lectern_publication_open_memory(NULL, book, book_size, NULL, NULL, NULL, &publication, &error), error);
  share(publication);
  CHECK_OK(lectern_publication_open_stream(NULL, &stream, NULL, &publication, &error), error);
  share(publication);

  CHECK(events > 0, "no listener heard anything");
  free(book);
  return finish("threads");
}
