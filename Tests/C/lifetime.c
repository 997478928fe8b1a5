/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads the library at run time, twice, and each time frees related handles in every order.
 * The remaining handles must keep working, freed handles must be rejected, and unloading must leave the process in its
 * original state.
 *
 * Usage: lifetime LIBRARY BOOK
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <lectern.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *library;
static unsigned long checks, failures;

static void *symbol(const char *name) {
  void *found = dlsym(library, name);
  if (!found) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  return found;
}

/* A function of the currently loaded library, with the type from the header. */
#define L(name) ((__typeof__(&lectern_##name))symbol("lectern_" #name))

static void check(int condition, const char *what, const char *more) {
  checks++;
  if (condition) return;
  failures++;
  fprintf(stderr, "lifetime: %s %s\n", what, more);
}

/* --------------------------------------------------------------------------------------- What belongs together */

enum { PUBLICATION, RESOURCE, NAVIGATOR, DRAFT, SUBSCRIPTION, TEXT, KINDS };
static const char *const kind_names[KINDS] = {"publication", "resource", "navigator", "draft", "subscription", "text"};

static int events, releases;
static void on_event(void *user_data, const char *topic, const char *event) {
  (void)topic, (void)event;
  ++*(int *)user_data;
}
static void on_release(void *user_data) {
  (void)user_data;
  releases++;
}

static char first_item[1024];
/* Outlives all others: one more kind would multiply the number of orders by seven. */
static lectern_cursor *cursor;

static void make_all(const char *book, void *handles[KINDS]) {
  const lectern_listener listener = {sizeof listener, &events, on_release, on_event};
  lectern_publication *publication = NULL;
  lectern_resource *resource = NULL;
  lectern_navigator *navigator = NULL;
  lectern_preferences *draft = NULL;
  lectern_subscription *subscription = NULL;
  lectern_buffer *manifest = NULL;
  check(L(publication_open)(NULL, book, NULL, &publication, NULL) == LECTERN_OK, "cannot open", book);
  check(L(publication_manifest)(publication, &manifest, NULL) == LECTERN_OK, "no manifest of", book);
  if (!*first_item) {
    const char *order = strstr(L(buffer_data)(manifest), "\"readingOrder\"");
    const char *href = order ? strstr(order, "\"href\":\"") : NULL;
    check(href && sscanf(href, "\"href\":\"%1023[^\"]", first_item) == 1, "no reading order in", book);
  }
  check(L(publication_get)(publication, first_item, &resource, NULL) == LECTERN_OK, "cannot get", first_item);
  check(L(publication_search)(publication, "e", NULL, &cursor, NULL) == LECTERN_OK, "cannot search", book);
  check(L(navigator_new)(publication, NULL, &navigator, NULL) == LECTERN_OK, "no navigator of", book);
  check(L(navigator_edit_preferences)(navigator, NULL, &draft, NULL) == LECTERN_OK, "no draft of", book);
  check(L(navigator_observe)(navigator, "preferences", &listener, &subscription, NULL) == LECTERN_OK, "cannot observe",
      book);
  void *all[KINDS] = {publication, resource, navigator, draft, subscription, manifest};
  memcpy(handles, all, sizeof all);
}

static lectern_status free_one(int kind, void *handle) {
  switch (kind) {
    case PUBLICATION: return L(publication_free)(handle);
    case RESOURCE: return L(resource_free)(handle);
    case NAVIGATOR: return L(navigator_free)(handle);
    case DRAFT: return L(preferences_free)(handle);
    case SUBSCRIPTION: return L(subscription_free)(handle);
    default: return L(buffer_free)(handle);
  }
}

static lectern_status use_one(int kind, void *handle) {
  lectern_buffer *answer = NULL;
  lectern_status status = LECTERN_OK;
  switch (kind) {
    case PUBLICATION: status = L(publication_positions)(handle, &answer, NULL); break;
    case RESOURCE: status = L(resource_read)(handle, 0, UINT64_MAX, &answer, NULL); break;
    case NAVIGATOR: status = L(navigator_settings)(handle, &answer, NULL); break;
    case DRAFT: status = L(preferences_settings)(handle, &answer, NULL); break;
    case SUBSCRIPTION: return LECTERN_OK; /* can only be freed */
    default: return L(buffer_size)(handle) > 0 ? LECTERN_OK : LECTERN_ERROR_HANDLE;
  }
  check(status != LECTERN_OK || L(buffer_size)(answer) > 0, "an empty answer of the", kind_names[kind]);
  L(buffer_free)(answer);
  return status;
}

static void free_in_order(const char *book, const int order[KINDS]) {
  void *handles[KINDS];
  int freed[KINDS] = {0};
  make_all(book, handles);
  releases = 0;
  for (int step = 0; step < KINDS; step++) {
    int kind = order[step];
    check(free_one(kind, handles[kind]) == LECTERN_OK, "cannot free the", kind_names[kind]);
    check(free_one(kind, handles[kind]) == LECTERN_ERROR_HANDLE, "freed twice: the", kind_names[kind]);
    freed[kind] = 1;
    for (int other = 0; other < KINDS; other++) {
      lectern_status expected = freed[other] && other != SUBSCRIPTION ? LECTERN_ERROR_HANDLE : LECTERN_OK;
      check(use_one(other, handles[other]) == expected,
          freed[other] ? "used after free: the" : "does not work any more: the", kind_names[other]);
    }
  }
  static int searched;
  lectern_buffer *page = NULL;
  if (!searched++)
    check(L(cursor_next)(cursor, &page, NULL) == LECTERN_OK && page, "finds nothing any more: the", "cursor");
  L(buffer_free)(page);
  check(L(cursor_previous)(cursor, &page, NULL) == LECTERN_END, "does not work any more: the", "cursor");
  check(L(cursor_free)(cursor) == LECTERN_OK, "cannot free the", "cursor");
  check(releases == 1, "the listener was not released exactly once", "");
}

/* Visits every permutation of the kinds, by swapping the elements after the first n. */
static void every_order(const char *book, int order[KINDS], int n) {
  if (n == KINDS) {
    free_in_order(book, order);
    return;
  }
  for (int i = n; i < KINDS; i++) {
    int kept = order[n];
    order[n] = order[i], order[i] = kept;
    every_order(book, order, n + 1);
    order[i] = order[n], order[n] = kept;
  }
}

/* ------------------------------------------------------------------------------- Process state that must not change */

static int entries(const char *directory) {
  int count = 0;
  DIR *open = opendir(directory);
  while (open && readdir(open)) count++;
  if (open) closedir(open);
  return count;
}

static void signal_handlers(void (*handlers[65])(int)) {
  for (int number = 1; number < 65; number++) {
    struct sigaction action;
    handlers[number] = sigaction(number, NULL, &action) == 0 ? action.sa_handler : NULL;
  }
}

static void one_life(const char *path, const char *book) {
  int order[KINDS] = {0, 1, 2, 3, 4, 5};
  void (*before[65])(int), (*after[65])(int);
  signal_handlers(before);
  int files = entries("/proc/self/fd"), threads = entries("/proc/self/task");

  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    exit(2);
  }
  check(L(abi)() == LECTERN_ABI && strcmp(L(version)(), LECTERN_VERSION) == 0, "another version:", L(version)());
  every_order(book, order, 0);
  check(entries("/proc/self/fd") == files, "a file is still open", "");

  lectern_buffer *left = NULL;
  check(L(live_handles)(&left, NULL) == LECTERN_OK, "no count of handles", "");
  check(strcmp(L(buffer_data)(left), "{}") == 0, "handles are left:", L(buffer_data)(left));
  L(buffer_free)(left);
  check(entries("/proc/self/task") == threads, "a thread was started", "");
  dlclose(library);

  signal_handlers(after);
  for (int number = 1; number < 65; number++)
    check(before[number] == after[number], "a signal handler was installed", "");
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  one_life(argv[1], argv[2]);
  one_life(argv[1], argv[2]);
  printf("lifetime: %lu checks, %lu failed\n", checks, failures);
  return failures != 0;
}
