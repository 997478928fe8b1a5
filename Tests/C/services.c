/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Services whose functions fail in every way, return invalid results, and free memory that they do not own.  The
 * library must not crash or leak, and must close and release everything exactly once.
 *
 * Usage: services BOOK
 */
#define _GNU_SOURCE
#include "services.h"

/* -------------------------------------------------------------------------------- Each function, with each habit */

static void habits(void) {
  for (int habit = ANSWERS; habit < HABITS; habit++) {
    int open_works =
        habit == ANSWERS || habit == ANSWERS_WITH_ERROR || (habit >= RETURNS_NOTHING && habit <= RETURNS_FREED);
    int passes = habit == PASSES || habit == PASSES_WITH_ANSWER;
    it open = {.open = habit};
    lectern_publication *publication = open_with(&open, NULL);
    CHECK(has(lectern_publication_services, publication, "org.example.test") == open_works, "habit %d", habit);
    CHECK(
        (has(lectern_publication_warnings, publication, "service") > 0) == (!open_works && !passes), "habit %d", habit);
    closed_once(publication, &open, open_works);

    it links = {.links = habit};
    publication = open_with(&links, NULL);
    int works = expected[habit] == LECTERN_OK;
    CHECK(has(lectern_publication_services, publication, "org.example.test") == works, "habit %d", habit);
    CHECK(has(lectern_publication_manifest, publication, "\"~own/route") == (works && !passes), "habit %d", habit);
    closed_once(publication, &links, 1);

    it get = {.get = habit};
    publication = open_with(&get, NULL);
    lectern_resource *resource = (lectern_resource *)1;
    lectern_error *error = (lectern_error *)1;
    lectern_status status = lectern_publication_get(publication, first, &resource, &error);
    CHECK(status == expected[habit], "habit %d: %s", habit, lectern_status_name(status));
    CHECK(status == LECTERN_OK ? resource && !error : !resource && error, "outputs of habit %d", habit);
    CHECK(lectern_error_status(error) == (error ? status : LECTERN_ERROR_HANDLE), "habit %d", habit);
    lectern_resource_free(resource), lectern_error_free(error);
    lectern_buffer *positions = (lectern_buffer *)1;
    status = lectern_publication_positions(publication, &positions, NULL);
    CHECK(passes ? status == LECTERN_OK && positions : status < 0 && !positions, "\"bytes\" are no positions: %s",
        lectern_status_name(status));
    lectern_buffer_free(positions);
    closed_once(publication, &get, 1);
  }
}

static void link_lists(void) {
  static const char *const wrong[] = {
      "", "{", "{}", "null", "[1]", "[null]", "[{}]", "[{\"href\":1}]", "[\"\xff\"]", "[] []"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    it links = {.links_text = wrong[i]};
    lectern_publication *publication = open_with(&links, NULL);
    CHECK(has(lectern_publication_services, publication, "org.example.test") == 0, "%s", wrong[i]);
    CHECK(has(lectern_publication_warnings, publication, "service") > 0, "%s", wrong[i]);
    closed_once(publication, &links, 1);
  }
  enum { MANY = 50000 };
  char *many = malloc(MANY * 48), *at = many;
  for (int i = 0; i < MANY; i++) at += sprintf(at, "%c{\"href\":\"/~own/%d\"}", i ? ',' : '[', i);
  strcpy(at, "]");
  it links = {.links_text = many}, same = {.links_text = many};
  lectern_publication *publication = open_with(&links, &same);
  CHECK(has(lectern_publication_manifest, publication, "\"~own/") == MANY, "a route is listed once");
  for (int i = 0; i < 2000; i++) CHECK(has(lectern_publication_warnings, publication, "service") == 0, "warnings");
  closed_once(publication, &links, 1);
  CHECK(same.closes == 1 && same.releases == 1, "%d, %d", same.closes, same.releases);
  free(many);
}

/* The link of a route that the host overrides is the host's. */
static void replaced_link(void) {
  it links = {
      .links_text = "[{\"href\":\"~readium/positions\",\"rel\":\"own\"},{\"href\":\"https://example.org/~a\"}]"};
  lectern_publication *publication = open_with(&links, NULL);
  CHECK(has(lectern_publication_manifest, publication, "~readium/positions") == 1, "listed once");
  CHECK(has(lectern_publication_manifest, publication, "\"own\"") == 1, "as the host has it");
  closed_once(publication, &links, 1);
}

/* ------------------------------------------------------------------------------------- Permitted behaviour of services
 * */

static lectern_status answer_hrefs(it *it, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)it;
  return lectern_resource_new("{\"href\":\"href\"}", href, strlen(href), resource, error);
}

static void spelling(void) {
  static const char *const hrefs[][2] = {{"/~own/a", "/~own/a"}, {"/~readium/x?q=1", "/~readium/x?q=1"},
      {"~readium/x", "/~readium/x"}, {"/a/b.html", "a/b.html"}, {"a/../c.html?x#y", "c.html?x#y"}, {"~file", "~file"},
      {"/a/../~own/a b", "/~own/a%20b"}};
  it get = {.inside_get = answer_hrefs};
  lectern_publication *publication = open_with(&get, NULL);
  for (size_t i = 0; i < sizeof hrefs / sizeof *hrefs; i++) {
    lectern_resource *resource = NULL;
    lectern_buffer *bytes = NULL;
    lectern_error *error = NULL;
    CHECK_OK(lectern_publication_get(publication, hrefs[i][0], &resource, &error), error);
    CHECK_OK(lectern_resource_read(resource, 0, UINT64_MAX, &bytes, &error), error);
    CHECK(
        strcmp(lectern_buffer_data(bytes), hrefs[i][1]) == 0, "%s became %s", hrefs[i][0], lectern_buffer_data(bytes));
    lectern_buffer_free(bytes), lectern_resource_free(resource);
  }
  closed_once(publication, &get, 1);
}

static lectern_status free_borrowed(it *it) {
  CHECK(lectern_publication_free(it->borrowed) == LECTERN_ERROR_HANDLE, "a borrowed handle was freed");
  CHECK(has(lectern_publication_manifest, it->borrowed, "readingOrder") > 0, "it does not work any more");
  return LECTERN_OK;
}

static lectern_resource *kept;
static lectern_status answer_kept(it *it, const char *href, lectern_resource **resource, lectern_error **error) {
  (void)it, (void)href, (void)error;
  *resource = kept;
  return LECTERN_OK;
}

/* In get, the host frees the only owned handle of the publication; the call continues, and close follows later. */
static lectern_status free_owned(it *it, const char *href, lectern_resource **resource, lectern_error **error) {
  CHECK(lectern_publication_free(it->owned) == LECTERN_OK, "free");
  CHECK(it->closes == 0, "closed while it is in use");
  return lectern_publication_get_builtin(it->borrowed, href, resource, error);
}

static void borrowing(void) {
  it it1 = {.inside_open = free_borrowed, .get = PASSES};
  lectern_publication *publication = open_with(&it1, NULL);
  CHECK(free_borrowed(&it1) == LECTERN_OK, "later");
  closed_once(publication, &it1, 1);
  CHECK(lectern_publication_free(it1.borrowed) == LECTERN_ERROR_HANDLE, "kept after close");

  lectern_error *error = NULL;
  lectern_resource *one = NULL, *two = (lectern_resource *)1;
  it twice = {.inside_get = answer_kept};
  publication = open_with(&twice, NULL);
  CHECK_OK(lectern_publication_get_builtin(publication, first, &kept, &error), error);
  CHECK_OK(lectern_publication_get(publication, first, &one, &error), error);
  CHECK_STATUS(lectern_publication_get(publication, first, &two, &error), LECTERN_ERROR_CALLBACK, error);
  CHECK(two == NULL && lectern_resource_free(kept) == LECTERN_ERROR_HANDLE, "given away");
  lectern_resource_free(one);
  closed_once(publication, &twice, 1);

  it freeing = {.inside_get = free_owned};
  publication = open_with(&freeing, NULL);
  CHECK_OK(lectern_publication_get(publication, first, &one, &error), error);
  CHECK(freeing.closes == 1 && freeing.releases == 1, "%d, %d", freeing.closes, freeing.releases);
  CHECK(lectern_resource_free(one) == LECTERN_OK, "free");
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  set_up(argv[1]);
  habits();
  link_lists();
  replaced_link();
  spelling();
  borrowing();
  free(first);
  return finish("services");
}
