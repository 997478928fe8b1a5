/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Measures how much faster two threads are than one at opening books, and at searching either a book each or one
 * shared book.
 *
 * Usage: threads FOLDER [ROUNDS]
 *
 * Each round does the same work with one thread and with two, so that other load on the machine affects both equally.
 * Two idle cores would reach a factor of 2.00.  On a busy machine, the processor time per piece of work is more
 * meaningful: it stays constant unless the threads contend with each other.
 */
#define _GNU_SOURCE
#include <lectern.h>
#include "measuring.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { MOST_ROUNDS = 101, OPENINGS = 20, SEARCHES = 2 };

typedef struct {
  void (*work)(void *argument);
  const char *path;
  lectern_publication *shared;
} job;

static void must(lectern_status status, const char *what) {
  if (status >= 0) return;
  fprintf(stderr, "%s: %s\n", what, lectern_status_name(status));
  exit(1);
}

static lectern_publication *opened(const char *path) {
  lectern_publication *publication = NULL;
  must(lectern_publication_open(NULL, path, NULL, &publication, NULL), path);
  return publication;
}

static void open_and_describe(void *argument) {
  for (int i = 0; i < OPENINGS; i++) {
    lectern_buffer *manifest = NULL;
    lectern_publication *publication = opened(((job *)argument)->path);
    must(lectern_publication_manifest(publication, &manifest, NULL), "manifest");
    lectern_buffer_free(manifest);
    lectern_publication_free(publication);
  }
}

static void search(void *argument) {
  for (int i = 0; i < SEARCHES; i++) {
    lectern_cursor *cursor = NULL;
    lectern_status status = LECTERN_OK;
    must(lectern_publication_search(((job *)argument)->shared, "ba", NULL, &cursor, NULL), "search");
    while (status == LECTERN_OK) {
      lectern_buffer *page = NULL;
      must(status = lectern_cursor_next(cursor, &page, NULL), "next page");
      lectern_buffer_free(page);
    }
    lectern_cursor_free(cursor);
  }
}

static void *run(void *argument) {
  ((job *)argument)->work(argument);
  return NULL;
}

typedef struct {
  double wall, processor;
} cost;

static cost of_threads(job *jobs, int count) {
  pthread_t threads[2];
  cost before = {clock_of(CLOCK_MONOTONIC), clock_of(CLOCK_PROCESS_CPUTIME_ID)};
  for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, run, &jobs[i]);
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  return (cost){clock_of(CLOCK_MONOTONIC) - before.wall, clock_of(CLOCK_PROCESS_CPUTIME_ID) - before.processor};
}

static void measure(const char *what, job *jobs, int rounds) {
  double gain[MOST_ROUNDS], processor[MOST_ROUNDS];
  struct rusage before, after;
  of_threads(jobs, 2);
  getrusage(RUSAGE_SELF, &before);
  for (int i = 0; i < rounds; i++) {
    cost one = of_threads(jobs, 1), two = of_threads(jobs, 2);
    gain[i] = 2 * one.wall / two.wall;
    processor[i] = two.processor / (2 * one.processor);
  }
  getrusage(RUSAGE_SELF, &after);
  double middle = median(gain, rounds);
  printf(
      "%-36s %5.2f times as much with two threads (at best %.2f)   processor time each %5.2f   waits %5.1f a round\n",
      what, middle, gain[rounds - 1], median(processor, rounds), (double)(after.ru_nvcsw - before.ru_nvcsw) / rounds);
}

int main(int argc, char **argv) {
  char path[1024];
  int rounds = argc > 2 ? atoi(argv[2]) : 11;
  if (argc < 2 || rounds < 1 || rounds > MOST_ROUNDS) return 2;
  snprintf(path, sizeof path, "%s/novel.epub", argv[1]);
  job books[] = {{open_and_describe, path, NULL}, {open_and_describe, path, NULL}};
  measure("open and describe, a book each", books, rounds);
  lectern_publication *one = opened(path), *other = opened(path);
  job each[] = {{search, NULL, one}, {search, NULL, other}};
  measure("search with matches, a book each", each, rounds);
  job both[] = {{search, NULL, one}, {search, NULL, one}};
  measure("search with matches, one book", both, rounds);
  lectern_publication_free(one);
  lectern_publication_free(other);
  return 0;
}
