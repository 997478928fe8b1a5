/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times Lectern against the yardstick on the same books, in alternation, and prints medians.
 *
 * Usage: bench LIBRARY FOLDER [PDFIUM]
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <lectern.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measuring.h"
#include "yardstick.h"

enum { ROUNDS_AT_MOST = 301, ROUNDS_AT_LEAST = 11 };
static const double SECONDS_FOR_EACH = 1.5;

static void *library;

/* A function of the loaded library, with the type from the header. */
#define L(name) ((__typeof__(&lectern_##name))dlsym(library, "lectern_" #name))

static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}

static void load(const char *path) {
  library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fail("dlopen", dlerror());
}

static void must(lectern_status status, const char *what) {
  if (status != LECTERN_OK) fail(what, L(status_name)(status));
}

static double now(void) { return clock_of(CLOCK_MONOTONIC); }

/* --------------------------------------------------------------------------------------------------------- Measuring */

typedef double (*measurement)(const char *argument);

/* Measures both alternately, so that other load on the machine affects both. */
static void measure(
    measurement ours, measurement theirs, const char *argument, double *our_median, double *their_median) {
  double first[ROUNDS_AT_MOST], second[ROUNDS_AT_MOST], start = now();
  int round = 0;
  ours(argument);
  if (theirs) theirs(argument);
  while (round < ROUNDS_AT_LEAST || (round < ROUNDS_AT_MOST && now() - start < SECONDS_FOR_EACH)) {
    first[round] = ours(argument);
    if (theirs) second[round] = theirs(argument);
    round++;
  }
  *our_median = median(first, round);
  *their_median = theirs ? median(second, round) : 0;
}

static void print_row(const char *what, const char *book, double ours, double theirs, double target) {
  printf("%-28s %-14s %9.3f ms %9.3f ms %7.2f   %5.2f  %s\n", what, book, ours * 1e3, theirs * 1e3, ours / theirs,
      target, ours / theirs <= target ? "met" : "MISSED");
}

/* NULL except for measurements that need an option. */
static lectern_context *context;

static lectern_publication *opened(const char *path) {
  lectern_publication *publication = NULL;
  must(L(publication_open)(context, path, NULL, &publication, NULL), path);
  return publication;
}

static double open_and_describe(const char *path) {
  lectern_buffer *manifest = NULL;
  double start = now();
  lectern_publication *publication = opened(path);
  must(L(publication_manifest)(publication, &manifest, NULL), "manifest");
  double end = now();
  L(buffer_free)(manifest);
  L(publication_free)(publication);
  return end - start;
}

static double yardstick_open_and_describe(const char *path) {
  size_t size;
  double start = now();
  yardstick *it = yardstick_open(path);
  if (!it || !yardstick_manifest(it, &size)) exit(1);
  double end = now();
  yardstick_close(it);
  return end - start;
}

/* What is searched: a word, or the query of a locator as JSON. */
static const char *query;

static double answer(const char *path, int locates) {
  lectern_buffer *json = NULL;
  lectern_publication *it = opened(path);
  double start = now();
  must(locates ? L(publication_locate)(it, query, &json, NULL) : L(publication_positions)(it, &json, NULL), "answer");
  double end = now();
  L(buffer_free)(json);
  L(publication_free)(it);
  return end - start;
}

static double positions(const char *path) { return answer(path, 0); }
static double locate(const char *path) { return answer(path, 1); }

static double yardstick_positions_of(const char *path) {
  size_t size;
  yardstick *it = yardstick_open(path);
  double start = now();
  yardstick_positions(it, &size);
  double end = now();
  yardstick_close(it);
  return end - start;
}

/* ----------------------------------------------------------------------------------------------------------- Search */

/* Reads this many pages, or all of them. */
static double search_pages(const char *path, int pages) {
  lectern_cursor *cursor = NULL;
  lectern_publication *publication = opened(path);
  double start = now();
  must(L(publication_search)(publication, query, NULL, &cursor, NULL), "search");
  for (lectern_status status = LECTERN_OK; pages != 0 && status == LECTERN_OK; pages--) {
    lectern_buffer *page = NULL;
    status = L(cursor_next)(cursor, &page, NULL);
    if (status < 0) must(status, "next page");
    L(buffer_free)(page);
  }
  double end = now();
  L(cursor_free)(cursor);
  L(publication_free)(publication);
  return end - start;
}

static double search_all(const char *path) { return search_pages(path, -1); }
static double search_first(const char *path) { return search_pages(path, 1); }

static double yardstick_search_all(const char *path) {
  yardstick *it = yardstick_open(path);
  double start = now();
  if (yardstick_search(it, query) < 0) exit(1);
  double end = now();
  yardstick_close(it);
  return end - start;
}

static long status_kilobytes(const char *name) {
  char line[256];
  long value = -1;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && value < 0 && fgets(line, sizeof line, status))
    if (strncmp(line, name, strlen(name)) == 0) value = strtol(line + strlen(name), NULL, 10);
  if (status) fclose(status);
  return value;
}

/* Resets the peak memory of the process to its current memory. */
static int forget_peak(void) {
  FILE *references = fopen("/proc/self/clear_refs", "w");
  if (!references) return -1;
  int failed = fputs("5", references) < 0;
  return fclose(references) || failed ? -1 : 0;
}

/* Prints the peak memory of a search of the whole text, compared with the size of the largest resource. */
static void print_search_memory(const char *folder, const char *book, long largest) {
  char path[1024];
  lectern_cursor *cursor = NULL;
  lectern_buffer *page = NULL;
  snprintf(path, sizeof path, "%s/%s.epub", folder, book);
  lectern_publication *publication = opened(path);
  malloc_trim(0);
  if (forget_peak()) {
    printf("%-28s %-14s not measured: there is no peak to reset\n", "memory of a search", book);
  } else {
    long before = status_kilobytes("VmRSS:");
    must(L(publication_search)(publication, "zephyrine", NULL, &cursor, NULL), "search");
    if (L(cursor_next)(cursor, &page, NULL) != LECTERN_END) exit(1);
    long grown = status_kilobytes("VmHWM:") - before, limit = largest * 4 + 2048;
    printf("%-28s %-14s %9ld KB, largest resource %ld KB   under %ld KB: %s\n", "memory of a search", book, grown,
        largest, limit, grown < limit ? "met" : "MISSED");
    L(cursor_free)(cursor);
  }
  L(publication_free)(publication);
}

static void print_searches(const char *folder) {
  static const char *const names[] = {"novel", "long-novel", "2000-items"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[1024];
    double ours, theirs;
    snprintf(path, sizeof path, "%s/%s.epub", folder, names[i]);
    query = "zephyrine";
    measure(search_all, yardstick_search_all, path, &ours, &theirs);
    print_row("search of the whole text", names[i], ours, theirs, 1.0);
    query = "chapter 7";
    measure(search_all, yardstick_search_all, path, &ours, &theirs);
    print_row("search, with some matches", names[i], ours, theirs, 1.0);
    query = "ba";
    measure(search_all, yardstick_search_all, path, &ours, &theirs);
    printf("%-28s %-14s %9.3f ms %9.3f ms %7.2f\n", "search, in every chapter", names[i], ours * 1e3, theirs * 1e3,
        ours / theirs);
    measure(search_first, NULL, path, &ours, &theirs);
    printf("%-28s %-14s %9.3f ms              under 10 ms: %s\n", "first page of matches", names[i], ours * 1e3,
        ours < 0.01 ? "met" : "MISSED");
  }
  print_search_memory(folder, "large-items", 200);
  print_search_memory(folder, "200-MB", 30);
}

/* ---------------------------------------------------------------------------------------------------- Cold processes */

static const char *self, *library_path;
extern char **environ;

static double spawn(const char *mode, const char *path) {
  char *arguments[] = {(char *)self, (char *)mode, (char *)library_path, (char *)path, NULL};
  pid_t child;
  int status = 1;
  double start = now();
  if (posix_spawn(&child, self, NULL, NULL, arguments, environ) == 0) waitpid(child, &status, 0);
  double end = now();
  if (status) fail(mode, "the process failed");
  return end - start;
}

static double cold(const char *path) { return spawn("--cold", path); }
static double yardstick_cold(const char *path) { return spawn("--cold-yardstick", path); }

/* ---------------------------------------------------------------------------------------------------------- Settings */

enum { SUBMITS = 100000 };

static lectern_navigator *navigator;
static yardstick_values *shown;

/* Submits preferences that differ from the last ones, so that the settings change. */
static void submit(void) {
  static int round;
  char preferences[64];
  snprintf(preferences, sizeof preferences, "{\"fontSize\":1.%d,\"theme\":\"dark\"}", round++ % 10);
  must(L(navigator_submit_preferences)(navigator, preferences, NULL), "submit");
}

static double submit_and_settings(const char *unused) {
  lectern_buffer *json = NULL;
  (void)unused;
  double start = now();
  submit();
  must(L(navigator_settings)(navigator, &json, NULL), "settings");
  double end = now();
  L(buffer_free)(json);
  return end - start;
}

static double yardstick_settings(const char *unused) {
  size_t size;
  (void)unused;
  double start = now();
  if (!yardstick_write(shown, &size)) exit(1);
  return now() - start;
}

/* The yardstick writes the same output as Lectern, without computing it. */
static void take_settings_apart(void) {
  lectern_buffer *json = NULL;
  size_t size;
  must(L(navigator_settings)(navigator, &json, NULL), "settings");
  shown = yardstick_values_of(L(buffer_data)(json));
  if (strcmp(yardstick_write(shown, &size), L(buffer_data)(json))) fail("yardstick", "the settings are different");
  L(buffer_free)(json);
}

/* Prints how much the heap grows between some submits and many. */
static void print_growth(void) {
  for (int i = 0; i < 1000; i++) submit();
  size_t before = mallinfo2().uordblks;
  double start = now();
  for (int i = 0; i < SUBMITS; i++) submit();
  double time = now() - start;
  long growth = (long)mallinfo2().uordblks - (long)before;
  printf("%-28s %-14d %9.1f us each, heap grown by %ld bytes   under 4096: %s\n", "submit again and again", SUBMITS,
      time * 1e6 / SUBMITS, growth, growth < 4096 ? "met" : "MISSED");
}

static void print_settings(const char *book) {
  double ours, theirs;
  lectern_publication *publication = opened(book);
  must(L(navigator_new)(publication, NULL, &navigator, NULL), "navigator");
  take_settings_apart();
  measure(submit_and_settings, yardstick_settings, NULL, &ours, &theirs);
  print_row("submit, settings as JSON", "", ours, theirs, 20);
  print_growth();
  yardstick_values_free(shown);
  L(navigator_free)(navigator);
  L(publication_free)(publication);
}

/* ------------------------------------------------------------------------------------------------------- Decorations */

enum { LISTS = 2 };
static struct {
  lectern_navigator *navigator;
  const char *lists[LISTS];
  unsigned next;
} group;

/* A list of decorations; every tenth differs from one version to the next. */
static char *list(int count, int version) {
  char *text = malloc((size_t)count * 200 + 3), *at = text;
  *at++ = '[';
  for (int i = 0; i < count; i++)
    at += sprintf(at,
        "%s{\"id\":\"%d\",\"locator\":{\"href\":\"c%d.xhtml\",\"type\":\"application/xhtml+xml\",\"locations\":"
        "{\"progression\":0.5}},\"style\":{\"id\":\"highlight\",\"tint\":\"#FF%02d00\"}}",
        i ? "," : "", i % 20 == 5 ? i + version * count : i, i / 100, i % 10 == 0 ? version : 0);
  strcpy(at, "]");
  return text;
}

/* Creates a navigator for a publication with the resources of the decorations. */
static void begin_group(int count) {
  lectern_publication *publication;
  char *manifest = malloc((size_t)count / 100 * 64 + 256), *at = manifest;
  at += sprintf(at, "{\"metadata\":{\"title\":\"T\"},\"readingOrder\":[");
  for (int i = 0; i <= count / 100; i++)
    at += sprintf(at, "%s{\"href\":\"c%d.xhtml\",\"type\":\"application/xhtml+xml\"}", i ? "," : "", i);
  strcpy(at, "]}");
  must(L(publication_open_manifest)(NULL, manifest, NULL, NULL, &publication, NULL), "manifest");
  must(L(navigator_new)(publication, NULL, &group.navigator, NULL), "navigator");
  L(publication_free)(publication);
  for (int i = 0; i < LISTS; i++) group.lists[i] = list(count, i);
  free(manifest);
}

static double apply(const char *unused) {
  lectern_buffer *changes = NULL;
  (void)unused;
  double start = now();
  must(L(navigator_apply_decorations)(group.navigator, "notes", group.lists[group.next++ % LISTS], &changes, NULL),
      "apply");
  double end = now();
  L(buffer_free)(changes);
  return end - start;
}

static void print_decorations(void) {
  static const int counts[] = {1000, 5000, 20000};
  double time, none;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    char label[32];
    begin_group(counts[i]);
    measure(apply, NULL, NULL, &time, &none);
    snprintf(label, sizeof label, "%d", counts[i]);
    printf("%-28s %-14s %9.3f ms %9.3f us each%s\n", "decorations, applied again", label, time * 1e3,
        time * 1e6 / counts[i],
        counts[i] == 5000 ? (time < 0.01 ? "   under 10 ms: met" : "   under 10 ms: MISSED") : "");
    L(navigator_free)(group.navigator);
    for (int j = 0; j < LISTS; j++) free((char *)group.lists[j]);
  }
}

enum { COVER_WIDTH = 600, COVER_HEIGHT = 400 };

static double scaled_cover(const char *path) {
  lectern_resource *cover = NULL;
  lectern_publication *publication = opened(path);
  double start = now();
  must(L(publication_cover)(publication, "{\"width\": 600, \"height\": 400}", &cover, NULL), "cover");
  double end = now();
  L(resource_free)(cover);
  L(publication_free)(publication);
  return end - start;
}

static double yardstick_scaled_cover(const char *path) {
  double start = now();
  if (yardstick_thumbnail(path, COVER_WIDTH, COVER_HEIGHT)) exit(1);
  return now() - start;
}

static void print_cover(const char *folder) {
  char path[1024];
  double ours, theirs;
  snprintf(path, sizeof path, "%s/24-megapixels.jpg", folder);
  if (yardstick_thumbnail(path, COVER_WIDTH, COVER_HEIGHT)) {
    printf("%-28s %-14s not measured: there is no libturbojpeg\n", "cover of 600 x 400", "24-megapixels");
    return;
  }
  measure(scaled_cover, yardstick_scaled_cover, path, &ours, &theirs);
  print_row("cover of 600 x 400", "24-megapixels", ours, theirs, 1.2);
}

/* Large publications of other formats, which should open in a few milliseconds. */
static void print_others(const char *folder, const char *pdfium) {
  static const char *const names[] = {"5000-pages.cbz", "1000-pages.pdf"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[1024], options[1100];
    double time, none;
    if (i == 1 && !pdfium) {
      printf("%-28s %-14s not measured: there is no pdfium\n", "open and describe", names[i]);
      continue;
    }
    snprintf(options, sizeof options, "{\"pdfium\":\"%s\"}", pdfium ? pdfium : "libpdfium.so");
    must(L(context_new)(LECTERN_ABI, options, &context, NULL), "context");
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    measure(open_and_describe, NULL, path, &time, &none);
    printf("%-28s %-14s %9.3f ms\n", "open and describe", names[i], time * 1e3);
    L(context_free)(context);
    context = NULL;
  }
}

/* ------------------------------------------------------------------------------------------------------- Repetitions */

/* The jobs that instructions.py counts. */
static const struct {
  const char *name, *book, *query;
  measurement ours, theirs;
} jobs[] = {
    {"open", "novel", NULL, open_and_describe, yardstick_open_and_describe},
    {"open 2000-items", "2000-items", NULL, open_and_describe, yardstick_open_and_describe},
    {"positions", "2000-items", NULL, positions, yardstick_positions_of},
    {"search", "novel", "zephyrine", search_all, yardstick_search_all},
    {"search, 10,000 matches", "novel", "ba", search_all, yardstick_search_all},
    {"locate", "novel", "{\"text\":{\"highlight\":\"sou bacomur mo hivice\"}}", locate, NULL},
    {"locate, misquoted", "novel", "{\"text\":{\"highlight\":\"sou bacomur mu hivice\"}}", locate, NULL},
    {"submit, settings", "novel", NULL, submit_and_settings, yardstick_settings},
    {"5,000 decorations", "novel", NULL, apply, NULL},
};

/* --repeat LIBRARY FOLDER JOB TIMES [yardstick]: runs a job repeatedly, and prints the time of each run in
 * milliseconds. */
static int repeat(int argc, char **argv) {
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
    char path[1024];
    measurement it = argc > 6 ? jobs[i].theirs : jobs[i].ours;
    if (strcmp(jobs[i].name, argv[4]) || !it) continue;
    load(argv[2]);
    snprintf(path, sizeof path, "%s/%s.epub", argv[3], jobs[i].book);
    query = jobs[i].query;
    lectern_publication *publication = opened(path);
    must(L(navigator_new)(publication, NULL, &navigator, NULL), "navigator");
    take_settings_apart();
    begin_group(5000);
    for (int n = atoi(argv[5]); n > 0; n--) printf("%.6f\n", it(path) * 1e3);
    return 0;
  }
  return 2;
}

/* -------------------------------------------------------------------------------------------------------------- Main */

static const char *const books[] = {"small", "novel", "2000-items", "200-MB"};

static int cold_child(char **argv) {
  lectern_buffer *json = NULL;
  size_t size = 0;
  if (strcmp(argv[1], "--cold-yardstick") == 0) return yardstick_manifest(yardstick_open(argv[3]), &size) == NULL;
  load(argv[2]);
  must(L(publication_manifest)(opened(argv[3]), &json, NULL), "manifest");
  return 0;
}

int main(int argc, char **argv) {
  if (argc > 5 && strcmp(argv[1], "--repeat") == 0) return repeat(argc, argv);
  if (argc == 4 && argv[1][0] == '-') return cold_child(argv);
  if (argc != 3 && argc != 4) return 2;
  self = argv[0], library_path = argv[1];
  load(library_path);
  printf("%-28s %-14s %12s %12s %7s   %5s\n", "", "book", "Lectern", "yardstick", "ratio", "target");
  for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
    char path[1024];
    double ours, theirs;
    snprintf(path, sizeof path, "%s/%s.epub", argv[2], books[i]);
    measure(open_and_describe, yardstick_open_and_describe, path, &ours, &theirs);
    print_row("open and describe", books[i], ours, theirs, 1.5);
    measure(positions, yardstick_positions_of, path, &ours, &theirs);
    print_row("positions as JSON", books[i], ours, theirs, 1.5);
    measure(cold, yardstick_cold, path, &ours, &theirs);
    print_row("cold process, dlopen", books[i], ours, theirs, strcmp(books[i], "2000-items") ? 2.5 : 1.5);
    if (i == 1) print_settings(path), print_decorations();
  }
  print_cover(argv[2]);
  print_searches(argv[2]);
  print_others(argv[2], argc == 4 && *argv[3] ? argv[3] : NULL);
  return 0;
}
