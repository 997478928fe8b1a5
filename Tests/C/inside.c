/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls every function from inside every kind of callback: the library must return a result or report that it is
 * busy, and must never deadlock.
 *
 * Usage: inside BOOK
 */
#define _GNU_SOURCE
#include "check.h"

static const char *book_path;
static char *first;
static lectern_context *context;
static lectern_publication *publication;
static lectern_navigator *navigator;
static lectern_resource *streamed;
static const char *where;
static int inside, visits, opens, closes, releases;

static lectern_status on_nothing(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  (void)user_data;
  return lectern_buffer_new("", 0, bytes, error);
}

/* Success, or the status for freed handles, or for objects that this thread is already using. */
static void fine(lectern_status status, const char *call) {
  CHECK(status >= 0 || status == LECTERN_ERROR_HANDLE || status == LECTERN_ERROR_BUSY, "in %s, %s gives %s", where,
      call, lectern_status_name(status));
}

#define FINE(call) fine(call, #call)
#define TEXT(call)                                                                                                     \
  do {                                                                                                                 \
    lectern_buffer *it = NULL;                                                                                         \
    FINE(call);                                                                                                        \
    lectern_buffer_free(it);                                                                                           \
  } while (0)

static void ask(lectern_publication *book) {
  const lectern_compute compute = {sizeof compute, NULL, NULL, on_nothing};
  lectern_resource *resource = NULL;
  TEXT(lectern_publication_manifest(book, &it, NULL));
  TEXT(lectern_publication_info(book, &it, NULL));
  TEXT(lectern_publication_accessibility(book, "{\"language\":\"ja\"}", &it, NULL));
  TEXT(lectern_publication_warnings(book, &it, NULL));
  TEXT(lectern_publication_services(book, &it, NULL));
  TEXT(lectern_publication_collection(book, "toc", &it, NULL));
  TEXT(lectern_publication_layout(book, first, &it, NULL));
  TEXT(lectern_publication_link(book, first, &it, NULL));
  TEXT(lectern_publication_links(book, "{\"kind\":\"html\"}", &it, NULL));
  TEXT(lectern_publication_statistics(book, NULL, &it, NULL));
  TEXT(lectern_publication_positions(book, &it, NULL));
  TEXT(lectern_publication_positions_by_reading_order(book, &it, NULL));
  TEXT(lectern_publication_cache(book, "inside", where, &compute, &it, NULL));
  FINE(lectern_publication_get(book, first, &resource, NULL));
  TEXT(lectern_resource_read(resource, 0, UINT64_MAX, &it, NULL));
  TEXT(lectern_resource_link(resource, &it, NULL));
  FINE(lectern_resource_free(resource)), resource = NULL;
  FINE(lectern_publication_get_builtin(book, first, &resource, NULL));
  FINE(lectern_resource_free(resource));
}

static void ask_navigator(lectern_navigator *it_navigator) {
  lectern_preferences *draft = NULL;
  TEXT(lectern_navigator_settings(it_navigator, &it, NULL));
  FINE(lectern_navigator_submit_preferences(it_navigator, "{\"fontSize\":1.5}", NULL));
  FINE(lectern_navigator_edit_preferences(it_navigator, NULL, &draft, NULL));
  if (draft) FINE(lectern_preferences_increment(draft, "fontSize", 0, NULL));
  FINE(lectern_preferences_free(draft));
  TEXT(lectern_navigator_apply_decorations(it_navigator, "others", "[]", &it, NULL));
  TEXT(lectern_navigator_render_decorations(it_navigator, "elsewhere", &it, NULL));
}

/* Calls everything once; callbacks may call this again. */
static void everything(const char *from, lectern_publication *book) {
  if (inside) return;
  inside = 1, visits++, where = from;
  uint64_t size = 0;
  lectern_publication *other = NULL;
  lectern_navigator *own = NULL;
  ask(book);
  ask(publication);
  if (navigator) ask_navigator(navigator);
  FINE(lectern_publication_open(context, book_path, NULL, &other, NULL));
  if (other) ask(other);
  FINE(lectern_navigator_new(other, NULL, &own, NULL));
  if (own) ask_navigator(own);
  FINE(lectern_publication_free(other)), FINE(lectern_navigator_free(own));
  FINE(lectern_resource_size(streamed, &size, NULL));
  TEXT(lectern_resource_read(streamed, 0, 4, &it, NULL));
  TEXT(lectern_publication_sniff(NULL, "{\"name\":\"a.epub\"}", &it, NULL));
  TEXT(lectern_live_handles(&it, NULL));
  TEXT(lectern_build_info(&it, NULL));
  inside = 0;
}

/* ------------------------------------------------------------------------------------------------------ Callbacks */

static lectern_publication *borrowed;

static void on_release(void *user_data) { releases++, everything(user_data, publication); }

static lectern_status on_open(void *user_data, lectern_publication *book, void **instance, lectern_error **error) {
  (void)user_data, (void)error;
  opens++;
  if (!inside) borrowed = book;
  *instance = book;
  everything("open", book);
  return LECTERN_OK;
}

static lectern_status on_links(void *instance, lectern_buffer **links, lectern_error **error) {
  (void)links, (void)error;
  everything("links", instance);
  return LECTERN_PASS;
}

static lectern_status on_get(void *instance, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)href, (void)resource, (void)error;
  everything("get", instance);
  return LECTERN_PASS;
}

static void on_close(void *instance) { closes++, everything("close", instance); }

static lectern_status on_compute(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  everything("compute", publication);
  return on_nothing(user_data, bytes, error);
}

static lectern_status on_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  (void)user_data, (void)error;
  everything("read", publication);
  *count = offset < 4 ? capacity < 4 - offset ? capacity : 4 - (size_t)offset : 0;
  memset(bytes, 'x', *count);
  return LECTERN_OK;
}

static lectern_status on_size(void *user_data, uint64_t *size, lectern_error **error) {
  (void)user_data, (void)error;
  everything("size", publication);
  *size = 4;
  return LECTERN_OK;
}

static lectern_status on_fetch(void *user_data, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)user_data, (void)href;
  everything("fetch", publication);
  return lectern_resource_new("{\"href\":\"a\"}", "", 0, resource, error);
}

static void on_log(void *user_data, const char *entry) { (void)user_data, (void)entry, everything("log", publication); }

static int32_t on_step(void *user_data, const char *task, uint64_t done, uint64_t total) {
  (void)user_data, (void)task, (void)done, (void)total;
  everything("step", publication);
  return 0;
}

static void on_event(void *user_data, const char *topic, const char *event) {
  (void)user_data, (void)topic, (void)event;
  everything("event", publication);
}

static lectern_status on_element(
    void *user_data, const char *decoration, lectern_buffer **html, lectern_error **error) {
  (void)user_data, (void)decoration;
  everything("element", publication);
  return lectern_buffer_new("<i></i>", 7, html, error);
}

/* ---------------------------------------------------------------------------------------------------------- Visits */

static void visited(const char *name, int from) { CHECK(visits > from, "nobody was inside of %s", name); }

static void services(void) {
  lectern_error *error = NULL;
  const lectern_service service = {
      sizeof service, "release", on_release, "org.example.inside", on_open, on_links, on_get, on_close};
  const lectern_logger logger = {sizeof logger, "release", on_release, on_log};
  const lectern_progress progress = {sizeof progress, "release", on_release, on_step};
  int before = visits;
  CHECK_OK(lectern_context_new(LECTERN_ABI, NULL, &context, &error), error);
  CHECK_OK(lectern_context_set_logger(context, &logger, &error), error);
  CHECK_OK(lectern_context_set_progress(context, &progress, &error), error);
  CHECK_OK(lectern_publication_open(context, book_path, NULL, &publication, &error), error);
  visited("step", before);
  lectern_publication_free(publication), publication = NULL;
  CHECK_OK(lectern_context_set_progress(context, NULL, &error), error);
  CHECK_OK(lectern_context_add_service(context, &service, &error), error);
  before = visits;
  CHECK_OK(lectern_publication_open(context, book_path, NULL, &publication, &error), error);
  CHECK(visits >= before + 2, "open and links");
  before = visits;
  ask(publication);
  visited("get", before);
}

static void values(void) {
  lectern_error *error = NULL;
  lectern_buffer *bytes = NULL;
  lectern_publication *served = NULL;
  lectern_resource *resource = NULL;
  const lectern_compute compute = {sizeof compute, "release", on_release, on_compute};
  const lectern_stream stream = {sizeof stream, "release", on_release, on_read, on_size};
  const lectern_fetcher fetcher = {sizeof fetcher, "release", on_release, on_fetch};
  int before = visits;
  CHECK_OK(lectern_publication_cache(publication, "k", NULL, &compute, &bytes, &error), error);
  CHECK(visits == before + 2, "compute and its release");
  lectern_buffer_free(bytes), before = visits;
  CHECK_OK(lectern_resource_new_stream("{\"href\":\"a\"}", &stream, &streamed, &error), error);
  CHECK_OK(lectern_resource_read(streamed, 0, 4, &bytes, &error), error);
  CHECK(visits == before + 2 && strcmp(lectern_buffer_data(bytes), "xxxx") == 0, "size and read");
  lectern_buffer_free(bytes), before = visits;
  CHECK_OK(lectern_publication_open_manifest(context,
               "{\"metadata\":{\"title\":\"T\"},\"links\":[],\"readingOrder\":[]}", &fetcher, NULL, &served, &error),
      error);
  CHECK_OK(lectern_publication_get(served, "a", &resource, &error), error);
  visited("fetch", before);
  lectern_resource_free(resource), lectern_publication_free(served);
}

static void views(void) {
  lectern_error *error = NULL;
  lectern_subscription *subscription = NULL;
  lectern_buffer *json = NULL;
  char decorations[512];
  const lectern_listener listener = {sizeof listener, "release", on_release, on_event};
  const lectern_renderer renderer = {sizeof renderer, "release", on_release, on_element};
  CHECK_OK(lectern_navigator_new(publication, NULL, &navigator, &error), error);
  int before = visits;
  CHECK_OK(lectern_navigator_observe(navigator, NULL, &listener, &subscription, &error), error);
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":2}", &error), error);
  visited("event", before), before = visits;
  snprintf(decorations, sizeof decorations,
      "[{\"id\":\"1\",\"locator\":{\"href\":\"%s\",\"type\":\"application/xhtml+xml\"},"
      "\"style\":{\"id\":\"note\"}}]",
      first);
  CHECK_OK(lectern_navigator_set_decoration_template(
               navigator, "note", "{\"layout\":\"bounds\",\"element\":\"<b></b>\"}", &renderer, &error),
      error);
  CHECK_OK(lectern_navigator_apply_decorations(navigator, "marks", decorations, NULL, &error), error);
  CHECK_OK(lectern_navigator_render_decorations(navigator, first, &json, &error), error);
  visited("element", before);
  lectern_buffer_free(json), before = visits;
  lectern_subscription_free(subscription);
  visited("release", before);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  book_path = argv[1];
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_open(NULL, book_path, NULL, &publication, &error), error);
  first = first_href(publication);
  lectern_publication_free(publication);

  services();
  values();
  views();
  int before = visits;
  CHECK(lectern_publication_free(publication) == LECTERN_OK, "free");
  CHECK(visits == before, "the navigator keeps its publication");
  CHECK(lectern_navigator_free(navigator) == LECTERN_OK, "free");
  visited("close", before);
  lectern_resource_free(streamed), lectern_context_free(context);
  CHECK(opens == closes && opens > 3, "%d opened, %d closed", opens, closes);
  CHECK(releases == 8, "%d released", releases);
  free(first);
  return finish("inside");
}
