/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs the scenario through the C functions.  Usage: scenario SCENARIO, in the folder of the books.
 * See README.md in this folder for the steps. */
#include "scenario_host.h"

/* ------------------------------------------------------------------------------------------------------- A step */

enum { MAX_WORDS = 8, MAX_HANDLES = 64 };

static char *words[MAX_WORDS]; /* of the step, without the verb */
static lectern_error *error;
static lectern_buffer *buffer;
static uint64_t number;
static int32_t flag;

/** The outputs of a function. */
static union {
  void *handle;
  lectern_context *context;
  lectern_publication *publication;
  lectern_resource *resource;
  lectern_cursor *cursor;
  lectern_navigator *navigator;
  lectern_preferences *preferences;
  lectern_subscription *subscription;
  lectern_store *store;
} out;

static struct named {
  char name[32];
  void *handle;
  struct text events;
} handles[MAX_HANDLES];

static const char *word(int index) {
  const char *found = words[index];
  return found == NULL || strcmp(found, "-") == 0 ? NULL : found;
}

/** The entry for a name, which is created if necessary. */
static struct named *entry(int index) {
  struct named *found = handles;
  while (found->name[0] != 0 && strcmp(found->name, words[index]) != 0) found++;
  snprintf(found->name, sizeof found->name, "%s", words[index]);
  return found;
}

static void *handle(int index) { return word(index) == NULL ? NULL : entry(index)->handle; }
static uint64_t count(int index) { return word(index) == NULL ? UINT64_MAX : strtoull(words[index], NULL, 10); }

/* ------------------------------------------------------------------------------------------------------- Answers */

static int failed(lectern_status status) {
  if (status >= 0) return 0;
  printf("{\"error\": {\"status\": \"%s\", \"path\": ", lectern_status_name(status));
  const char *path = lectern_error_path(error);
  print_string(path, strlen(path));
  printf("}}");
  return 1;
}

static void done(lectern_status status) {
  if (!failed(status)) printf("null");
}

static void unless_end(lectern_status status) {
  if (!failed(status)) printf(status == LECTERN_END ? "false" : "true");
}

static void json(lectern_status status) {
  if (!failed(status)) printf("%s", status == LECTERN_END ? "null" : lectern_buffer_data(buffer));
}

static void text(lectern_status status) {
  if (!failed(status)) print_string(lectern_buffer_data(buffer), lectern_buffer_size(buffer));
}

static void size(lectern_status status) {
  if (!failed(status)) printf("%llu", (unsigned long long)number);
}

static void yes(lectern_status status) {
  if (!failed(status)) printf(flag ? "true" : "false");
}

static void order(lectern_status status) {
  if (!failed(status)) printf("%d", (int)flag);
}

static void made(int index, lectern_status status) {
  if (failed(status)) return;
  entry(index)->handle = out.handle;
  printf("true");
}

/** Frees the handle again, which must fail harmlessly. */
static void again(lectern_status status) {
  if (status == LECTERN_ERROR_HANDLE) printf("null");
  else printf("\"freed again with %s\"", lectern_status_name(status));
}

/* ---------------------------------------------------------------------------------------- Steps with more than a call */

static void open_memory(void) {
  FILE *file = fopen(words[2], "rb");
  static char bytes[1 << 20];
  const size_t length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  made(0, lectern_publication_open_memory(handle(1), bytes, length, NULL, NULL, word(3), &out.publication, &error));
}

static void set_editor(void) {
  if (word(1)) snprintf(edited_manifest, sizeof edited_manifest, "%s", word(1));
  done(lectern_context_set_editor(handle(0), word(1) ? &scenario_editor : NULL, &error));
}

static void cache(int is_kept) {
  computed = 0;
  const lectern_status status = (is_kept ? lectern_publication_keep : lectern_publication_cache)(
      handle(0), word(1), word(2), computing(words[3]), &buffer, &error);
  if (failed(status)) return;
  printf("{\"value\": ");
  text(status);
  printf(", \"computed\": %d}", computed);
}

static void set_progress(void) {
  progress.calls = 0;
  progress.stop_at = (int)count(1);
  done(lectern_context_set_progress(handle(0), word(1) == NULL ? NULL : &stop_early, &error));
}

static void get(void) {
  if (failed(lectern_navigator_get(handle(0), word(1), word(2), &buffer, &out.resource, &error))) return;
  printf("{\"response\": %s, \"body\": ", lectern_buffer_data(buffer));
  lectern_buffer_free(buffer);
  text(lectern_resource_read(out.resource, 0, UINT64_MAX, &buffer, &error));
  printf("}");
  lectern_resource_free(out.resource);
}

static void live_handles(void) { json(lectern_live_handles(&buffer, &error)); }

/* --------------------------------------------------------------------------------------------------------- Verbs */

#define J &buffer, &error
#define MADE(type, call, ...) made(0, lectern_##call(__VA_ARGS__, &out.type, &error))
#define VERBS(X)                                                                                                       \
  X(context_new, MADE(context, context_new, LECTERN_ABI, word(1)))                                                     \
  X(context_add_service, done(lectern_context_add_service(handle(0), &scenario_service, &error)))                      \
  X(context_set_logger, done(lectern_context_set_logger(handle(0), &logger, &error)))                                  \
  X(context_set_editor, set_editor())                                                                                  \
  X(context_set_progress, set_progress())                                                                              \
  X(logged, print_items(&log_entries))                                                                                 \
  X(service_calls, printf("{\"opened\": %d, \"closed\": %d}", service_calls.opened, service_calls.closed))             \
  X(publication_open, MADE(publication, publication_open, handle(1), word(2), word(3)))                                \
  X(publication_open_memory, open_memory())                                                                            \
  X(publication_open_stream, MADE(publication, publication_open_stream, handle(1), file_stream(words[2]), word(3)))    \
  X(publication_open_failing, MADE(publication, publication_open_stream, handle(1), &failing_stream, NULL))            \
  X(publication_open_manifest, MADE(publication, publication_open_manifest, handle(1), word(2), &host_files, word(3))) \
  X(publication_sniff, json(lectern_publication_sniff(file_stream(words[0]), word(1), J)))                             \
  X(publication_manifest, json(lectern_publication_manifest(handle(0), J)))                                            \
  X(publication_info, json(lectern_publication_info(handle(0), J)))                                                    \
  X(publication_accessibility, json(lectern_publication_accessibility(handle(0), word(1), J)))                         \
  X(publication_warnings, json(lectern_publication_warnings(handle(0), J)))                                            \
  X(publication_services, json(lectern_publication_services(handle(0), J)))                                            \
  X(publication_positions, json(lectern_publication_positions(handle(0), J)))                                          \
  X(publication_positions_by_reading_order, json(lectern_publication_positions_by_reading_order(handle(0), J)))        \
  X(publication_collection, json(lectern_publication_collection(handle(0), word(1), J)))                               \
  X(publication_layout, json(lectern_publication_layout(handle(0), word(1), J)))                                       \
  X(publication_link, json(lectern_publication_link(handle(0), word(1), J)))                                           \
  X(publication_links, json(lectern_publication_links(handle(0), word(1), J)))                                         \
  X(publication_locate, json(lectern_publication_locate(handle(0), word(1), J)))                                       \
  X(publication_cfi, json(lectern_publication_cfi(handle(0), word(1), J)))                                             \
  X(publication_pages, json(lectern_publication_pages(handle(0), J)))                                                  \
  X(publication_footnote, json(lectern_publication_footnote(handle(0), word(1), J)))                                   \
  X(publication_word, json(lectern_publication_word(handle(0), word(1), J)))                                           \
  X(publication_statistics, json(lectern_publication_statistics(handle(0), word(1), J)))                               \
  X(publication_text, text(lectern_publication_text(handle(0), word(1), J)))                                           \
  X(publication_markdown, text(lectern_publication_markdown(handle(0), word(1), J)))                                   \
  X(publication_page_images, json(lectern_publication_page_images(handle(0), J)))                                      \
  X(publication_cache, cache(0))                                                                                       \
  X(publication_keep, cache(1))                                                                                        \
  X(publication_copy, MADE(publication, publication_copy, handle(1), word(2)))                                         \
  X(publication_get, MADE(resource, publication_get, handle(1), word(2)))                                              \
  X(publication_cover, MADE(resource, publication_cover, handle(1), word(2)))                                          \
  X(publication_thumbnail, MADE(resource, publication_thumbnail, handle(1), word(2)))                                  \
  X(publication_search, MADE(cursor, publication_search, handle(1), word(2), word(3)))                                 \
  X(publication_content, MADE(cursor, publication_content, handle(1), word(2), word(3)))                               \
  X(resource_link, json(lectern_resource_link(handle(0), J)))                                                          \
  X(resource_size, size(lectern_resource_size(handle(0), &number, &error)))                                            \
  X(resource_read, text(lectern_resource_read(handle(0), count(1), count(2), J)))                                      \
  X(resource_json, json(lectern_resource_read(handle(0), 0, UINT64_MAX, J)))                                           \
  X(cursor_next, json(lectern_cursor_next(handle(0), J)))                                                              \
  X(cursor_previous, json(lectern_cursor_previous(handle(0), J)))                                                      \
  X(links_filter, json(lectern_links_filter(word(0), word(1), J)))                                                     \
  X(links_index, order(lectern_links_index(word(0), word(1), &flag, &error)))                                          \
  X(links_all, yes(lectern_links_all(word(0), word(1), &flag, &error)))                                                \
  X(link_parameters, json(lectern_link_parameters(word(0), J)))                                                        \
  X(link_expand, json(lectern_link_expand(word(0), word(1), J)))                                                       \
  X(link_url, text(lectern_link_url(word(0), word(1), J)))                                                             \
  X(voices_select, json(lectern_voices_select(word(0), word(1), J)))                                                   \
  X(text_tokenize, json(lectern_text_tokenize(word(0), word(1), J)))                                                   \
  X(cfi_parse, json(lectern_cfi_parse(word(0), J)))                                                                    \
  X(cfi_compare, order(lectern_cfi_compare(word(0), word(1), &flag, &error)))                                          \
  X(cfi_join, text(lectern_cfi_join(word(0), word(1), J)))                                                             \
  X(decorations_diff, json(lectern_decorations_diff(word(0), word(1), J)))                                             \
  X(navigator_new, MADE(navigator, navigator_new, handle(1), word(2)))                                                 \
  X(navigator_observe, MADE(subscription, navigator_observe, handle(1), word(2), listener(&entry(0)->events)))         \
  X(events, print_items(&entry(0)->events))                                                                            \
  X(navigator_edit_preferences, MADE(preferences, navigator_edit_preferences, handle(1), word(2)))                     \
  X(navigator_submit_preferences, done(lectern_navigator_submit_preferences(handle(0), word(1), &error)))              \
  X(navigator_location, json(lectern_navigator_location(handle(0), J)))                                                \
  X(navigator_set_location, done(lectern_navigator_set_location(handle(0), word(1), &error)))                          \
  X(navigator_set_viewport, done(lectern_navigator_set_viewport(handle(0), word(1), &error)))                          \
  X(navigator_spreads, json(lectern_navigator_spreads(handle(0), J)))                                                  \
  X(navigator_go, unless_end(lectern_navigator_go(handle(0), word(1), &error)))                                        \
  X(navigator_receive, done(lectern_navigator_receive(handle(0), word(1), &error)))                                    \
  X(navigator_send, done(lectern_navigator_send(handle(0), word(1), &error)))                                          \
  X(navigator_get, get())                                                                                              \
  X(navigator_apply_decorations, json(lectern_navigator_apply_decorations(handle(0), word(1), word(2), J)))            \
  X(navigator_decorations, json(lectern_navigator_decorations(handle(0), word(1), J)))                                 \
  X(navigator_render_decorations, json(lectern_navigator_render_decorations(handle(0), word(1), J)))                   \
  X(navigator_supports_decoration,                                                                                     \
      yes(lectern_navigator_supports_decoration(handle(0), word(1), word(2), &flag, &error)))                          \
  X(navigator_activate_decoration,                                                                                     \
      done(lectern_navigator_activate_decoration(handle(0), word(1), word(2), word(3), &error)))                       \
  X(navigator_set_decoration_template,                                                                                 \
      done(lectern_navigator_set_decoration_template(handle(0), word(1), word(2), &renderer, &error)))                 \
  X(preferences_new, MADE(preferences, preferences_new, word(1), word(2)))                                             \
  X(preferences_json, json(lectern_preferences_json(handle(0), J)))                                                    \
  X(preferences_setting, json(lectern_preferences_setting(handle(0), word(1), J)))                                     \
  X(preferences_label, text(lectern_preferences_label(handle(0), word(1), word(2), J)))                                \
  X(preferences_set, done(lectern_preferences_set(handle(0), word(1), word(2), (uint32_t)count(3), &error)))           \
  X(preferences_increment, unless_end(lectern_preferences_increment(handle(0), word(1), (uint32_t)count(2), &error)))  \
  X(preferences_decrement, unless_end(lectern_preferences_decrement(handle(0), word(1), (uint32_t)count(2), &error)))  \
  X(preferences_toggle, done(lectern_preferences_toggle(handle(0), word(1), (uint32_t)count(2), &error)))              \
  X(preferences_activate, done(lectern_preferences_activate(handle(0), word(1), &error)))                              \
  X(preferences_is_active, yes(lectern_preferences_is_active(handle(0), word(1), &flag, &error)))                      \
  X(preferences_merge, done(lectern_preferences_merge(handle(0), word(1), &error)))                                    \
  X(preferences_clear, done(lectern_preferences_clear(handle(0), word(1), &error)))                                    \
  X(preferences_filter, json(lectern_preferences_filter(handle(0), word(1), (int32_t)count(2), J)))                    \
  X(preferences_copy, made(1, lectern_preferences_copy(handle(0), &out.preferences, &error)))                          \
  X(preferences_submit, json(lectern_preferences_submit(handle(0), J)))                                                \
  X(store_open, MADE(store, store_open, handle(1), word(2), word(3)))                                                  \
  X(store_observe, MADE(subscription, store_observe, handle(1), word(2), listener(&entry(0)->events)))                 \
  X(store_save, done(lectern_store_save(handle(0), word(1), word(2), &error)))                                         \
  X(store_save_all, done(lectern_store_save_all(handle(0), word(1), &error)))                                          \
  X(store_load, json(lectern_store_load(handle(0), word(1), J)))                                                       \
  X(store_scopes, json(lectern_store_scopes(handle(0), J)))                                                            \
  X(store_profiles, json(lectern_store_profiles(handle(0), word(1), J)))                                               \
  X(store_save_profiles, done(lectern_store_save_profiles(handle(0), word(1), &error)))                                \
  X(store_migrate, json(lectern_store_migrate(handle(0), J)))                                                          \
  X(store_refresh, done(lectern_store_refresh(handle(0), &error)))                                                     \
  X(store_warnings, json(lectern_store_warnings(handle(0), J)))                                                        \
  X(notes_read, MADE(cursor, notes_read, file_stream(words[1]), word(2)))                                              \
  X(notes_write, text(lectern_notes_write(word(0), word(1), J)))                                                       \
  X(notes_merge, json(lectern_notes_merge(word(0), word(1), J)))                                                       \
  X(publication_identity, json(lectern_publication_identity(handle(0), J)))                                            \
  X(store_add_publication, json(lectern_store_add_publication(handle(0), word(1), J)))                                 \
  X(store_publications, json(lectern_store_publications(handle(0), J)))                                                \
  X(store_save_notes, json(lectern_store_save_notes(handle(0), word(1), J)))                                           \
  X(store_notes, json(lectern_store_notes(handle(0), word(1), J)))                                                     \
  X(store_note_changes, json(lectern_store_note_changes(handle(0), word(1), J)))                                       \
  X(store_merge_notes, json(lectern_store_merge_notes(handle(0), word(1), J)))                                         \
  X(store_observe_notes, MADE(subscription, store_observe_notes, handle(1), word(2), listener(&entry(0)->events)))     \
  X(navigator_show_notes, MADE(subscription, navigator_show_notes, handle(1), word(2), handle(3), word(4)))            \
  X(threads, run_threads(handle(0), (int)count(1), (int)count(2)))                                                     \
  X(context_free, done(lectern_context_free(handle(0))))                                                               \
  X(publication_free, done(lectern_publication_free(handle(0))))                                                       \
  X(resource_free, done(lectern_resource_free(handle(0))))                                                             \
  X(cursor_free, done(lectern_cursor_free(handle(0))))                                                                 \
  X(navigator_free, done(lectern_navigator_free(handle(0))))                                                           \
  X(preferences_free, done(lectern_preferences_free(handle(0))))                                                       \
  X(subscription_free, done(lectern_subscription_free(handle(0))))                                                     \
  X(store_free, done(lectern_store_free(handle(0))))                                                                   \
  X(publication_free_again, again(lectern_publication_free(handle(0))))                                                \
  X(preferences_free_again, again(lectern_preferences_free(handle(0))))                                                \
  X(live_handles, live_handles())

#define FUNCTION(name, call)                                                                                           \
  static void verb_##name(void) { call; }
#define ENTRY(name, call) {#name, verb_##name},

VERBS(FUNCTION)

static const struct {
  const char *name;
  void (*run)(void);
} verbs[] = {VERBS(ENTRY)};

/* ----------------------------------------------------------------------------------------------------- Scenario */

/** Splits a line at runs of two or more spaces. */
static const char *cut(char *line) {
  int index = -1;
  memset(words, 0, sizeof words);
  line[strcspn(line, "\r\n")] = 0;
  for (char *word = line; word != NULL && index < MAX_WORDS;) {
    char *end = strstr(word, "  ");
    if (end != NULL) *end = 0;
    if (index >= 0) words[index] = word;
    index++;
    word = end == NULL ? NULL : end + 1 + strspn(end + 1, " ");
  }
  return line;
}

static int run(char *line) {
  const char *verb = cut(line);
  for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
    if (strcmp(verbs[i].name, verb) != 0) continue;
    error = NULL;
    buffer = NULL;
    verbs[i].run();
    putchar('\n');
    lectern_error_free(error);
    lectern_buffer_free(buffer);
    return 0;
  }
  fprintf(stderr, "There is no verb %s.\n", verb);
  return 1;
}

int main(int argc, char **argv) {
  static char line[1 << 16];
  FILE *scenario = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (scenario == NULL) {
    fprintf(stderr, "usage: scenario SCENARIO\n");
    return 2;
  }
  int status = 0;
  while (status == 0 && fgets(line, sizeof line, scenario) != NULL) {
    if (line[0] != '#' && strspn(line, " \r\n") < strlen(line)) status = run(line);
  }
  fclose(scenario);
  for (struct named *one = handles; one->name[0] != 0; one++) clear(&one->events);
  return status;
}
