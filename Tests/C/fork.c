/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forks while three threads are busy in the library.  Each child opens a book, uses handles from before the fork, and
 * exits before a deadline.  New handles must work, inherited ones must work or return an error status, and no call may
 * hang or trap.
 *
 * Usage: fork BOOK STORE [PDF]        the environment variable FORKS sets the number of forks (for example FORKS=300)
 */
#define _GNU_SOURCE
#include "book.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 3, DEADLINE = 60 /* seconds */ };

static const char *book_path;
static char *first, *pdf_first;
static int stop;

/* Objects that exist before the fork. */
static lectern_context *context;
static lectern_publication *publication, *streamed, *pdf;
static lectern_navigator *navigator;
static lectern_preferences *draft;
static lectern_cursor *cursor;
static lectern_store *store;

/* ------------------------------------------------------------------------------------------------------ Callbacks */

static const lectern_stream stream = {sizeof stream, NULL, NULL, read_book, size_of_book};
static const lectern_listener listener = {sizeof listener, NULL, NULL, ignore_event};
static const lectern_compute compute = {sizeof compute, NULL, NULL, compute_value};

/* ---------------------------------------------------------------------------------------------------------- Calls */

/* Whether calls on these objects may also return BUSY. */
static int may_be_busy;

static void fine(lectern_status status, lectern_error *error, const char *call) {
  int is_fine = status >= 0 || (may_be_busy && status == LECTERN_ERROR_BUSY);
  CHECK(is_fine, "%s gives %s: %s", call, lectern_status_name(status), lectern_error_message(error));
  CHECK(status >= 0 || *lectern_error_message(error), "%s says nothing", call);
  lectern_error_free(error);
}

#define FINE(call)                                                                                                     \
  do {                                                                                                                 \
    lectern_error *error = NULL;                                                                                       \
    lectern_status status = (call);                                                                                    \
    fine(status, error, #call);                                                                                        \
  } while (0)
#define TEXT(call)                                                                                                     \
  do {                                                                                                                 \
    lectern_buffer *it = NULL;                                                                                         \
    FINE(call);                                                                                                        \
    lectern_buffer_free(it);                                                                                           \
  } while (0)

static void use_publication(lectern_publication *it_publication) {
  lectern_resource *resource = NULL;
  TEXT(lectern_publication_manifest(it_publication, &it, &error));
  TEXT(lectern_publication_positions(it_publication, &it, &error));
  FINE(lectern_publication_get(it_publication, it_publication == pdf ? pdf_first : first, &resource, &error));
  if (resource) TEXT(lectern_resource_read(resource, 0, UINT64_MAX, &it, &error));
  lectern_resource_free(resource), resource = NULL;
  /* The libraries that the test uses may be missing. */
  lectern_error *error = NULL;
  lectern_status status =
      lectern_publication_cover(it_publication, "{\"width\": 40, \"height\": 40}", &resource, &error);
  fine(status == LECTERN_ERROR_UNSUPPORTED ? LECTERN_OK : status, error, "cover");
  lectern_resource_free(resource);
  lectern_cursor *words = NULL;
  FINE(lectern_publication_search(it_publication, "e", NULL, &words, &error));
  if (words) TEXT(lectern_cursor_next(words, &it, &error));
  lectern_cursor_free(words);
}

static void open_book(int way) {
  lectern_publication *it = NULL;
  if (way == 0) FINE(lectern_publication_open(context, book_path, NULL, &it, &error));
  if (way == 1) FINE(lectern_publication_open_memory(NULL, book, book_size, NULL, NULL, NULL, &it, &error));
  if (way == 2) FINE(lectern_publication_open_stream(NULL, &stream, NULL, &it, &error));
  if (it) use_publication(it);
  lectern_publication_free(it);
}

static void use_view(unsigned round) {
  lectern_subscription *subscription = NULL;
  char text[64];
  snprintf(text, sizeof text, "{\"fontSize\":%u.5}", round % 3 + 1);
  FINE(lectern_navigator_observe(navigator, NULL, &listener, &subscription, &error));
  FINE(lectern_navigator_submit_preferences(navigator, text, &error));
  FINE(lectern_preferences_set(draft, "fontSize", "1.5", 0, &error));
  TEXT(lectern_preferences_submit(draft, &it, &error));
  TEXT(lectern_navigator_settings(navigator, &it, &error));
  FINE(lectern_subscription_free(subscription));
}

static void use_others(unsigned round) {
  const lectern_logger logger = {sizeof logger, NULL, NULL, ignore_log};
  char key[16];
  snprintf(key, sizeof key, "%u", round % 100);
  FINE(lectern_context_set_logger(context, &logger, &error));
  TEXT(lectern_publication_cache(publication, "key", key, &compute, &it, &error));
  TEXT(round % 2 ? lectern_cursor_next(cursor, &it, &error) : lectern_cursor_previous(cursor, &it, &error));
  TEXT(lectern_store_load(store, "{\"scope\":\"global\"}", &it, &error));
  if (round % 8 == 0) FINE(lectern_store_save(store, "{\"scope\":\"global\"}", "{\"fontSize\":1.5}", &error));
}

static void *run(void *argument) {
  for (unsigned round = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); round++) {
    if (argument == NULL) open_book((int)(round % 3));
    else if (argument == &run) use_publication(streamed), use_view(round);
    else use_others(round), use_publication(pdf ? pdf : publication);
  }
  return NULL;
}

/* ---------------------------------------------------------------------------------------------------------- Forks */

static void *open_in_thread(void *unused) { return open_book(0), open_book(2), unused; }

static int child(unsigned round) {
  may_be_busy = 0;
  open_book((int)(round % 3));
  use_publication(publication);
  may_be_busy = 1;
  use_publication(streamed);
  if (pdf) use_publication(pdf);
  use_view(round), use_others(round), use_others(round + 1);
  pthread_t thread;
  may_be_busy = 0;
  if (round % 10 == 5) {
    CHECK(pthread_create(&thread, NULL, open_in_thread, NULL) == 0, "no thread");
    pthread_join(thread, NULL);
  }
  CHECK(lectern_publication_free(publication) == LECTERN_OK, "free");
  CHECK(lectern_store_free(store) == LECTERN_OK, "free");
  return failures != 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* The time that fork() itself took. */
static double fork_once(unsigned round) {
  double begin = now();
  pid_t pid = fork();
  if (pid == 0) {
    alarm(DEADLINE);
    _exit(child(round));
  }
  double taken = now() - begin;
  int status = -1;
  CHECK(waitpid(pid, &status, 0) == pid, "no child");
  CHECK(status == 0, "child %u: %s %d", round, WIFSIGNALED(status) ? "signal" : "exit",
      WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
  return taken;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *count = getenv("FORKS");
  unsigned most = count ? (unsigned)atoi(count) : 300;
  lectern_error *error = NULL;
  book_path = argv[1];
  book = read_file(book_path, &book_size);
  CHECK_OK(lectern_context_new(LECTERN_ABI, NULL, &context, &error), error);
  CHECK_OK(lectern_publication_open(context, book_path, NULL, &publication, &error), error);
  CHECK_OK(lectern_publication_open_stream(NULL, &stream, NULL, &streamed, &error), error);
  if (argc > 3) CHECK_OK(lectern_publication_open(NULL, argv[3], NULL, &pdf, &error), error);
  if (pdf) pdf_first = first_href(pdf);
  first = first_href(publication);
  CHECK_OK(lectern_navigator_new(publication, NULL, &navigator, &error), error);
  CHECK_OK(lectern_navigator_edit_preferences(navigator, NULL, &draft, &error), error);
  CHECK_OK(lectern_publication_search(publication, "e", NULL, &cursor, &error), error);
  CHECK_OK(lectern_store_open(NULL, argv[2], NULL, &store, &error), error);

  pthread_t threads[THREADS];
  void *arguments[THREADS] = {NULL, &run, &stop};
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, run, arguments[i]);
  double longest = 0;
  for (unsigned round = 0; round < most && !failures; round++) {
    double taken = fork_once(round);
    if (taken > longest) longest = taken;
    usleep(round * 7919 % 3000);
  }
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  printf("the longest of %u forks took %.1f ms\n", most, longest * 1e3);

  lectern_cursor_free(cursor), lectern_store_free(store), lectern_preferences_free(draft),
      lectern_navigator_free(navigator);
  lectern_publication_free(publication), lectern_publication_free(streamed), lectern_publication_free(pdf);
  lectern_context_free(context);
  free(book), free(first), free(pdf_first);
  return finish("fork");
}
