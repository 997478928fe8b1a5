/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Services that recurse: they open the book that they are being opened for, or request each other's results, on many
 * threads.  The library must detect the cycle before the stack overflows.
 *
 * Usage: circles BOOK
 */
#define _GNU_SOURCE
#include "services.h"

#include <pthread.h>

/* ------------------------------------------------------------------------------------------------- Without an end */

static lectern_status open_again(it *it) {
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_open(it->context, book_path, NULL, &publication, &error), error);
  CHECK(
      has(lectern_publication_services, publication, "org.example.test") == 0, "a book inside of open has the service");
  return lectern_publication_free(publication);
}

static lectern_status get_another(it *it, const char *href, lectern_resource **resource, lectern_error **error) {
  char longer[512];
  snprintf(longer, sizeof longer, "/~own/%d", it->gets);
  lectern_status status = lectern_publication_get(it->borrowed, longer, resource, error);
  CHECK(status == LECTERN_ERROR_NOT_FOUND, "%s: %s", href, lectern_status_name(status));
  return status;
}

static lectern_context *endless_context;
static lectern_status open_and_get(it *it, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)it;
  lectern_publication *publication = NULL;
  lectern_status status = lectern_publication_open(endless_context, book_path, NULL, &publication, error);
  if (status == LECTERN_OK) status = lectern_publication_get(publication, href, resource, error);
  lectern_publication_free(publication);
  return status;
}

static void recursion(void) {
  it open = {.inside_open = open_again, .get = PASSES};
  lectern_publication *publication = open_with(&open, NULL);
  CHECK(open.opens == 1, "opened %d times", open.opens);
  closed_once(publication, &open, 1);

  it one = {.inside_get = get_another}, other = {.inside_get = get_another};
  lectern_resource *resource = NULL;
  lectern_error *error = NULL;
  publication = open_with(&one, &other);
  CHECK_STATUS(lectern_publication_get(publication, "/~own/route", &resource, &error), LECTERN_ERROR_NOT_FOUND, error);
  CHECK(one.gets == 1 && other.gets == 1, "%d and %d", one.gets, other.gets);
  closed_once(publication, &one, 1);

  it endless = {.inside_get = open_and_get, .links = PASSES, .measured = 1};
  lectern_service table = service(&endless);
  CHECK_OK(lectern_context_new(LECTERN_ABI, NULL, &endless_context, &error), error);
  CHECK_OK(lectern_context_add_service(endless_context, &table, &error), error);
  CHECK_OK(lectern_publication_open(endless_context, book_path, NULL, &publication, &error), error);
  CHECK_STATUS(lectern_publication_get(publication, first, &resource, &error), LECTERN_ERROR_BUSY, error);
  CHECK(endless.deepest > 16 && endless.deepest < 100, "%d deep", endless.deepest);
  printf("circles: %d deep in %zu bytes of the stack\n", endless.deepest, (size_t)(endless.highest - endless.lowest));
  lectern_context_free(endless_context);
  lectern_publication_free(publication);
  CHECK(endless.closes == endless.opens && endless.releases == 1, "%d, %d, %d", endless.opens, endless.closes,
      endless.releases);
}

/* --------------------------------------------------------------------------------------------------------- Threads */

static lectern_status wrap(it *it, const char *href, lectern_resource **resource, lectern_error **error) {
  return lectern_publication_get(it->borrowed, href, resource, error);
}

static void *ask(void *argument) {
  for (int round = 0; round < 200; round++) {
    lectern_resource *resource = NULL;
    lectern_error *error = NULL;
    lectern_status status = lectern_publication_get(argument, first, &resource, &error);
    /* Another thread frees the publication meanwhile. */
    CHECK(status == LECTERN_OK || status == LECTERN_ERROR_HANDLE, "%s", lectern_error_message(error));
    lectern_error_free(error), lectern_resource_free(resource);
  }
  return NULL;
}

static void threads(void) {
  it one = {.inside_get = wrap}, other = {.inside_get = wrap};
  lectern_publication *publication = open_with(&one, &other);
  pthread_t all[8];
  for (int i = 0; i < 8; i++) pthread_create(&all[i], NULL, ask, publication);
  while (__atomic_load_n(&one.gets, __ATOMIC_RELAXED) < 200) sched_yield();
  CHECK(lectern_publication_free(publication) == LECTERN_OK, "free");
  for (int i = 0; i < 8; i++) pthread_join(all[i], NULL);
  CHECK(one.closes == 1 && other.closes == 1 && one.releases == 1 && other.releases == 1, "not closed once");
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  set_up(argv[1]);
  recursion();
  threads();
  free(first);
  return finish("circles");
}
