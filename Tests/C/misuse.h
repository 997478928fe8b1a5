/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The fixture of the generated program misuse.c: one valid value of each type, and lists of invalid ones.
 */
#ifndef LECTERN_TESTS_MISUSE_H
#define LECTERN_TESTS_MISUSE_H

#include "book.h"

/* ----------------------------------------------------------------------------------------------- Good values */

static lectern_context *good_context;
static lectern_publication *good_publication;
static lectern_resource *good_resource;
static lectern_cursor *good_cursor;
static lectern_navigator *good_navigator;
static lectern_preferences *good_preferences;
static lectern_subscription *good_subscription;
static lectern_buffer *good_buffer;
static lectern_error *good_error;
static lectern_store *good_store;

static const char *good_path;
static char *good_href;
static char good_decorations[512], good_location[256];

static int32_t on_step(void *user_data, const char *task, uint64_t done, uint64_t total) {
  (void)user_data, (void)task, (void)done, (void)total;
  return 0;
}
static lectern_status on_element(
    void *user_data, const char *decoration, lectern_buffer **html, lectern_error **error) {
  (void)user_data, (void)decoration;
  return lectern_buffer_new("<div></div>", 11, html, error);
}
static lectern_status edit_manifest(
    void *user_data, const char *manifest, lectern_buffer **edited, lectern_error **error) {
  (void)user_data, (void)manifest, (void)edited, (void)error;
  return LECTERN_PASS;
}
static lectern_status on_get(void *user_data, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)user_data, (void)href, (void)resource, (void)error;
  return LECTERN_PASS;
}
static lectern_status on_open(
    void *user_data, lectern_publication *publication, void **instance, lectern_error **error) {
  (void)user_data, (void)publication, (void)instance, (void)error;
  return LECTERN_PASS;
}
static const char good_manifest[] =
    "{\"metadata\":{\"title\":\"T\"},\"links\":[],\"readingOrder\":[{\"href\":\"a\",\"type\":\"text/html\"}]}";

/* How often the release function of the current struct or memory was called. */
static int releases;
static void on_release(void *user_data) { ++*(int *)user_data; }

/* A callback struct with room for members that this library does not know. */
#define WITH_TAIL(type)                                                                                                \
  union {                                                                                                              \
    lectern_##type table;                                                                                              \
    void *tail[sizeof(lectern_##type) / sizeof(void *) + 8];                                                           \
  }
static const lectern_logger table_logger = {sizeof(lectern_logger), &releases, on_release, ignore_log};
static const lectern_progress table_progress = {sizeof(lectern_progress), &releases, on_release, on_step};
static const lectern_fetcher table_fetcher = {sizeof(lectern_fetcher), &releases, on_release, on_get};
static const lectern_compute table_compute = {sizeof(lectern_compute), &releases, on_release, compute_value};
static const lectern_editor table_editor = {sizeof(lectern_editor), &releases, on_release, edit_manifest};
static const lectern_service table_service = {
    sizeof(lectern_service), &releases, on_release, "good", on_open, NULL, NULL, NULL};
static const lectern_listener table_listener = {sizeof(lectern_listener), &releases, on_release, ignore_event};
static const lectern_renderer table_renderer = {sizeof(lectern_renderer), &releases, on_release, on_element};
static const lectern_stream table_stream = {sizeof(lectern_stream), &releases, on_release, read_book, size_of_book};

/* A new handle of each type that may be freed, unlike the shared ones. */
static lectern_context *new_context(void) {
  lectern_context *it = NULL;
  lectern_context_new(LECTERN_ABI, NULL, &it, NULL);
  return it;
}
static lectern_publication *new_publication(void) {
  lectern_publication *it = NULL;
  lectern_publication_open(NULL, good_path, NULL, &it, NULL);
  return it;
}
static lectern_resource *new_resource(void) {
  lectern_resource *it = NULL;
  lectern_publication_get(good_publication, good_href, &it, NULL);
  return it;
}
static lectern_cursor *new_cursor(void) {
  lectern_cursor *it = NULL;
  lectern_publication_search(good_publication, "the", NULL, &it, NULL);
  return it;
}
static lectern_navigator *new_navigator(void) {
  lectern_navigator *it = NULL;
  lectern_navigator_new(good_publication, NULL, &it, NULL);
  return it;
}
static lectern_preferences *new_preferences(void) {
  lectern_preferences *it = NULL;
  lectern_preferences_new("reflowable", NULL, &it, NULL);
  return it;
}
static lectern_subscription *new_subscription(void) {
  const lectern_listener listener = {sizeof listener, NULL, NULL, ignore_event};
  lectern_subscription *it = NULL;
  lectern_navigator_observe(good_navigator, NULL, &listener, &it, NULL);
  return it;
}
static lectern_buffer *new_buffer(void) {
  lectern_buffer *it = NULL;
  lectern_buffer_new("good", 4, &it, NULL);
  return it;
}
static lectern_error *new_error(void) {
  lectern_error *it = NULL;
  lectern_error_new(LECTERN_ERROR_IO, "good", "good > path", &it);
  return it;
}

static lectern_store *new_store(void) {
  lectern_store *it = NULL;
  lectern_store_open(NULL, NULL, NULL, &it, NULL);
  return it;
}

/* ------------------------------------------------------------------------------------------------ Bad values */

typedef struct {
  const char *name;
  void *value;
} bad_handle;
enum { BAD_HANDLES = 16 };

/* Freed, of another type, and never issued.  NULL comes first, because some functions allow it. */
#define FILL_BAD(type)                                                                                                 \
  static bad_handle bad_##type[BAD_HANDLES];                                                                           \
  static void fill_bad_##type(void) {                                                                                  \
    lectern_##type *freed = new_##type();                                                                              \
    CHECK(freed != NULL, "cannot make a " #type);                                                                      \
    CHECK(lectern_##type##_free(freed) == LECTERN_OK, "cannot free a " #type);                                         \
    static char on_stack_like;                                                                                         \
    const bad_handle all[BAD_HANDLES] = {{"NULL", NULL}, {"freed", freed}, {"0x12345678", (void *)0x12345678},         \
        {"one", (void *)1}, {"all ones", (void *)UINTPTR_MAX}, {"an address", &on_stack_like},                         \
        {"a context", good_context}, {"a publication", good_publication}, {"a resource", good_resource},               \
        {"a cursor", good_cursor}, {"a navigator", good_navigator}, {"preferences", good_preferences},                 \
        {"a subscription", good_subscription}, {"a buffer", good_buffer}, {"an error", good_error},                    \
        {"a store", good_store}};                                                                                      \
    size_t count = 0;                                                                                                  \
    for (size_t i = 0; i < BAD_HANDLES; i++)                                                                           \
      if (all[i].value != (void *)good_##type) bad_##type[count++] = all[i];                                           \
    bad_##type[count] = (bad_handle){"another bit", (void *)((uintptr_t)good_##type ^ ((uintptr_t)1 << 30))};          \
  }
// clang-format off: not statements, but definitions of functions
FILL_BAD(context)
FILL_BAD(publication)
FILL_BAD(resource)
FILL_BAD(cursor)
FILL_BAD(navigator)
FILL_BAD(preferences)
FILL_BAD(subscription)
FILL_BAD(buffer)
FILL_BAD(error)
FILL_BAD(store)
// clang-format on

typedef struct {
  const char *name, *value;
} bad_text;

static const bad_text not_utf8[] = {{"a lone continuation byte", "a\x80z"}, {"an overlong slash", "a\xc0\xaf"},
    {"an overlong of three bytes", "\xe0\x80\xaf"}, {"an overlong of four bytes", "\xf0\x80\x80\xaf"},
    {"a surrogate", "\xed\xa0\x80"}, {"truncated after one of two", "a\xc3"},
    {"truncated after two of three", "a\xe2\x82"}, {"truncated after three of four", "\xf0\x9f\x93"},
    {"above U+10FFFF", "\xf4\x90\x80\x80"}, {"byte 0xFF", "\xff"}};

enum { NOT_UTF8 = sizeof not_utf8 / sizeof *not_utf8 };

/* Texts that are not JSON.  The last two are filled in at startup. */
static bad_text not_json[] = {{"empty", ""}, {"white space", "  "}, {"an open brace", "{"},
    {"a trailing comma", "[1,]"}, {"a trailing comma in an object", "{\"a\":1,}"}, {"nul", "nul"}, {"NaN", "NaN"},
    {"Infinity", "[-Infinity]"}, {"single quotes", "{'a':1}"}, {"two values", "{} {}"}, {"a comment", "{/**/}"},
    {"a lone surrogate", "\"\\ud800\""}, {"a lone surrogate in an object", "{\"a\":\"\\udc00\"}"},
    {"a lone surrogate in an array", "[\"\\ud800x\"]"}, {"a leading zero", "[01]"}, {"a control character", "[\"\n\"]"},
    {"an unknown escape", "[\"\\x\"]"}, {"100,000 brackets", NULL}, {"100,000 objects", NULL}};

enum { NOT_JSON = sizeof not_json / sizeof *not_json, DEPTH = 100000 };

static char *nested(const char *open, const char *close) {
  size_t width = strlen(open), end = strlen(close);
  char *text = malloc(DEPTH * (width + end) + 1), *at = text;
  for (int i = 0; i < DEPTH; i++) at = (char *)memcpy(at, open, width) + width;
  for (int i = 0; i < DEPTH; i++) at = (char *)memcpy(at, close, end) + end;
  *at = 0;
  return text;
}

/* -------------------------------------------------------------------------------------------------- Verdicts */

/* The call must have failed with one of two statuses; an error, if requested, must agree. */
static void refused(const char *call, const char *how, lectern_status got, lectern_status expected, lectern_status also,
    lectern_error *error, int with_error) {
  CHECK(got == expected || got == also, "%s with %s gives %s, not %s", call, how, lectern_status_name(got),
      lectern_status_name(expected));
  if (!with_error) return;
  CHECK(got >= 0 || error != NULL, "%s with %s leaves no error", call, how);
  if (error == NULL) return;
  CHECK(lectern_error_status(error) == got, "%s with %s: the error says %s", call, how,
      lectern_status_name(lectern_error_status(error)));
  CHECK(*lectern_error_message(error), "%s with %s: the error has no message", call, how);
  lectern_error_free(error);
}

static void set_up(const char *path) {
  lectern_error *error = NULL;
  good_path = path;
  book = read_file(path, &book_size);
  good_context = new_context();
  good_publication = new_publication();
  good_href = first_href(good_publication);
  good_resource = new_resource();
  good_cursor = new_cursor();
  good_navigator = new_navigator();
  good_preferences = new_preferences();
  good_subscription = new_subscription();
  good_buffer = new_buffer();
  good_error = new_error();
  good_store = new_store();
  snprintf(good_decorations, sizeof good_decorations,
      "[{\"id\":\"1\",\"locator\":{\"href\":\"%s\",\"type\":\"application/xhtml+xml\"},"
      "\"style\":{\"id\":\"highlight\"},\"interactions\":[\"activate\"]}]",
      good_href);
  snprintf(good_location, sizeof good_location, "{\"href\":\"%s\",\"type\":\"text/html\"}", good_href);
  CHECK_OK(lectern_navigator_apply_decorations(good_navigator, "group", good_decorations, NULL, &error), error);
  fill_bad_context(), fill_bad_publication(), fill_bad_resource(), fill_bad_cursor(), fill_bad_navigator();
  fill_bad_preferences(), fill_bad_subscription(), fill_bad_buffer(), fill_bad_error();
  fill_bad_store();
  not_json[NOT_JSON - 2].value = nested("[", "]");
  not_json[NOT_JSON - 1].value = nested("{\"a\":", "}");
}

static void tear_down(void) {
  CHECK(lectern_subscription_free(good_subscription) == LECTERN_OK, "free");
  CHECK(lectern_preferences_free(good_preferences) == LECTERN_OK, "free");
  CHECK(lectern_cursor_free(good_cursor) == LECTERN_OK, "free");
  CHECK(lectern_navigator_free(good_navigator) == LECTERN_OK, "free");
  CHECK(lectern_resource_free(good_resource) == LECTERN_OK, "free");
  CHECK(lectern_publication_free(good_publication) == LECTERN_OK, "free");
  CHECK(lectern_context_free(good_context) == LECTERN_OK, "free");
  CHECK(lectern_buffer_free(good_buffer) == LECTERN_OK, "free");
  CHECK(lectern_error_free(good_error) == LECTERN_OK, "free");
  CHECK(lectern_store_free(good_store) == LECTERN_OK, "free");
  free((void *)not_json[NOT_JSON - 2].value);
  free((void *)not_json[NOT_JSON - 1].value);
  free(book);
  free(good_href);
}

#endif
