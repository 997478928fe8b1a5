/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reentrant callbacks: listeners that add and remove listeners, free their caller or cancel the work, and renderers
 * that return invalid results.
 *
 * Usage: callbacks BOOK
 */
#define _GNU_SOURCE
#include "check.h"

static char *href;
static const char *book_path;

/* ---------------------------------------------------------------------------------------------------- Listeners */

typedef struct {
  lectern_navigator *navigator;
  lectern_subscription *subscription, *other;
  int events, settings, preferences, decorations, others, releases, depth, deepest;
  enum { LISTEN, SUBMIT_AGAIN, FREE_ITSELF, FREE_THE_OTHER, FREE_NAVIGATOR } habit;
  char *last;
} listening;

static void on_event(void *user_data, const char *topic, const char *event) {
  listening *it = user_data;
  it->events++;
  it->depth++;
  if (it->depth > it->deepest) it->deepest = it->depth;
  free(it->last);
  it->last = strdup(event);
  if (!strcmp(topic, "settings")) it->settings++;
  else if (!strcmp(topic, "preferences")) it->preferences++;
  else if (!strncmp(topic, "decorations/", 12)) it->decorations++;
  else if (!strcmp(topic, "spreads") || !strcmp(topic, "location")) it->others++;
  else CHECK(0, "an unknown topic %s", topic);
  lectern_error *error = NULL;
  /* The initial value, which arrives before the subscription exists, is only received. */
  switch (it->subscription ? it->habit : LISTEN) {
    case SUBMIT_AGAIN:
      if (it->preferences == 2)
        CHECK_OK(lectern_navigator_submit_preferences(it->navigator, "{\"fontSize\":2}", &error), error);
      break;
    case FREE_ITSELF:
      CHECK(lectern_subscription_free(it->subscription) == LECTERN_OK, "free");
      it->subscription = NULL;
      break;
    case FREE_THE_OTHER:
      if (it->other) CHECK(lectern_subscription_free(it->other) == LECTERN_OK, "free");
      it->other = NULL;
      break;
    case FREE_NAVIGATOR:
      if (it->navigator) CHECK(lectern_navigator_free(it->navigator) == LECTERN_OK, "free");
      it->navigator = NULL;
      break;
    case LISTEN: break;
  }
  it->depth--;
}

static void on_release(void *user_data) { ((listening *)user_data)->releases++; }

static lectern_navigator *new_navigator(void) {
  lectern_publication *publication = NULL;
  lectern_navigator *navigator = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_open(NULL, book_path, NULL, &publication, &error), error);
  CHECK_OK(lectern_navigator_new(publication, NULL, &navigator, &error), error);
  lectern_publication_free(publication);
  return navigator;
}

static void observe(listening *it, const char *topic) {
  const lectern_listener listener = {sizeof listener, it, on_release, on_event};
  lectern_error *error = NULL;
  CHECK_OK(lectern_navigator_observe(it->navigator, topic, &listener, &it->subscription, &error), error);
}

static void listeners(void) {
  lectern_error *error = NULL;
  lectern_navigator *navigator = new_navigator();

  listening settings = {.navigator = navigator};
  observe(&settings, "settings");
  CHECK(settings.settings == 1 && settings.events == 1, "the current settings come at once: %d", settings.events);
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.5}", &error), error);
  CHECK(settings.settings == 2, "other settings: %d", settings.settings);
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.5}", &error), error);
  CHECK(settings.preferences == 0, "another topic was delivered");

  listening again = {.navigator = navigator, .habit = SUBMIT_AGAIN};
  observe(&again, "preferences");
  CHECK(again.events == 1 && !strcmp(again.last, "{\"fontSize\":1.5}"), "the current preferences come at once: %s",
      again.last);
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.2}", &error), error);
  CHECK(again.preferences == 3 && again.deepest == 1, "%d events, %d deep", again.preferences, again.deepest);

  listening alone = {.navigator = navigator, .habit = FREE_ITSELF};
  observe(&alone, "preferences");
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.3}", &error), error);
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.4}", &error), error);
  CHECK(alone.events == 2 && alone.releases == 1, "%d events, %d releases", alone.events, alone.releases);

  listening later = {.navigator = navigator}, first = {.navigator = navigator, .habit = FREE_THE_OTHER};
  observe(&first, "preferences");
  observe(&later, "preferences");
  first.other = later.subscription;
  CHECK_OK(lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.6}", &error), error);
  CHECK(first.events == 2 && later.events == 1, "a listener was called after it was freed");
  CHECK(later.releases == 1, "released %d times", later.releases);

  listening end = {.navigator = navigator, .habit = FREE_NAVIGATOR};
  observe(&end, "preferences");
  lectern_navigator_submit_preferences(navigator, "{\"fontSize\":1.7}", &error);
  CHECK(lectern_navigator_free(navigator) == LECTERN_ERROR_HANDLE, "the navigator survived its listener");
  lectern_error_free(error);

  lectern_subscription_free(settings.subscription), lectern_subscription_free(again.subscription);
  lectern_subscription_free(first.subscription), lectern_subscription_free(end.subscription);
  CHECK(settings.releases == 1 && again.releases == 1 && first.releases == 1 && end.releases == 1, "not released once");
  free(settings.last), free(again.last), free(alone.last), free(later.last), free(first.last), free(end.last);
}

/* -------------------------------------------------------------------------------------------------- Decorations */

static char *decoration(const char *style, const char *interactions) {
  char *text = NULL;
  CHECK(asprintf(&text,
            "[{\"id\":\"1\",\"locator\":{\"href\":\"%s\",\"type\":\"application/xhtml+xml\"},"
            "\"style\":{\"id\":\"%s\"},\"interactions\":[%s]}]",
            href, style, interactions) > 0,
      "memory");
  return text;
}

static void activation(void) {
  lectern_error *error = NULL;
  lectern_navigator *navigator = new_navigator();
  char *active = decoration("highlight", "\"activate\""), *passive = decoration("highlight", "");
  CHECK_OK(lectern_navigator_apply_decorations(navigator, "marks", passive, NULL, &error), error);
  CHECK_STATUS(
      lectern_navigator_activate_decoration(navigator, "marks", "2", NULL, &error), LECTERN_ERROR_NOT_FOUND, error);
  CHECK_STATUS(
      lectern_navigator_activate_decoration(navigator, "others", "1", NULL, &error), LECTERN_ERROR_NOT_FOUND, error);
  CHECK_STATUS(
      lectern_navigator_activate_decoration(navigator, "marks", "1", NULL, &error), LECTERN_ERROR_UNSUPPORTED, error);
  CHECK_OK(lectern_navigator_apply_decorations(navigator, "marks", active, NULL, &error), error);

  listening marks = {.navigator = navigator}, others = {.navigator = navigator}, all = {.navigator = navigator};
  observe(&marks, "decorations/marks");
  observe(&others, "decorations/others");
  observe(&all, NULL);
  int before = all.events;
  CHECK_OK(lectern_navigator_activate_decoration(navigator, "marks", "1", NULL, &error), error);
  CHECK(marks.decorations == 1 && others.events == 0, "%d and %d events", marks.decorations, others.events);
  CHECK(all.events == before + 1 && all.decorations == 1, "all topics: %d events", all.events - before);
  CHECK(strstr(marks.last, "\"group\":\"marks\"") && strstr(marks.last, "\"decoration\":{"), "%s", marks.last);

  lectern_subscription_free(marks.subscription), lectern_subscription_free(others.subscription);
  lectern_subscription_free(all.subscription);
  lectern_navigator_free(navigator);
  free(marks.last), free(others.last), free(all.last), free(active), free(passive);
}

/* ---------------------------------------------------------------------------------------------------- Renderers */

typedef struct {
  enum {
    RENDERS,
    PASSES,
    FAILS,
    FAILS_SILENTLY,
    RETURNS_NULL,
    RETURNS_A_STRANGER,
    RETURNS_TWO,
    RETURNS_BAD_TEXT
  } habit;
  lectern_navigator *navigator;
  int calls, releases;
} rendering;

static lectern_status on_element(void *user_data, const char *json, lectern_buffer **html, lectern_error **error) {
  rendering *it = user_data;
  it->calls++;
  CHECK(strstr(json, "\"id\":\"1\"") != NULL, "not the decoration: %s", json);
  switch (it->habit) {
    case RENDERS: return lectern_buffer_new("<i class=\"own\"></i>", 19, html, error);
    case PASSES: return LECTERN_PASS;
    case FAILS: return lectern_error_new(LECTERN_ERROR_CALLBACK, "no ink", NULL, error);
    case FAILS_SILENTLY: return LECTERN_ERROR_IO;
    case RETURNS_NULL: *html = NULL; return LECTERN_OK;
    case RETURNS_A_STRANGER: *html = (lectern_buffer *)it->navigator; return LECTERN_OK;
    case RETURNS_TWO: return lectern_buffer_new("<i></i><b></b>", 14, html, error);
    case RETURNS_BAD_TEXT: return lectern_buffer_new("<i>\xff</i>", 8, html, error);
  }
  return LECTERN_OK;
}

static void on_renderer_release(void *user_data) { ((rendering *)user_data)->releases++; }

static void renderers(void) {
  const char *definition = "{\"layout\":\"bounds\",\"width\":\"page\",\"element\":\"<b class='plain'></b>\"}";
  char *decorations = decoration("note", "");
  for (int habit = RENDERS; habit <= RETURNS_BAD_TEXT; habit++) {
    rendering it = {.habit = habit, .navigator = new_navigator()};
    const lectern_renderer renderer = {sizeof renderer, &it, on_renderer_release, on_element};
    lectern_buffer *json = NULL;
    lectern_error *error = NULL;
    CHECK_OK(lectern_navigator_set_decoration_template(it.navigator, "note", definition, &renderer, &error), error);
    CHECK_OK(lectern_navigator_apply_decorations(it.navigator, "marks", decorations, NULL, &error), error);
    lectern_status status = lectern_navigator_render_decorations(it.navigator, href, &json, &error);
    const char *text = lectern_buffer_data(json);
    CHECK(it.calls == 1, "the renderer was called %d times", it.calls);
    if (habit == RENDERS)
      CHECK(status == LECTERN_OK && strstr(text, "own"), "%s: %s", lectern_status_name(status), text);
    else if (habit == PASSES)
      CHECK(status == LECTERN_ERROR_CALLBACK || strstr(text, "plain"), "%s: %s", lectern_status_name(status), text);
    else if (habit == FAILS_SILENTLY)
      CHECK(status == LECTERN_ERROR_IO && json == NULL, "%s", lectern_status_name(status));
    else if (habit == RETURNS_TWO)
      CHECK(status == LECTERN_OK || status == LECTERN_ERROR_CALLBACK, "%s", lectern_status_name(status));
    else CHECK(status == LECTERN_ERROR_CALLBACK && json == NULL, "habit %d: %s", habit, lectern_status_name(status));
    lectern_buffer_free(json);
    lectern_error_free(error);
    error = NULL;
    CHECK_OK(lectern_navigator_set_decoration_template(it.navigator, "note", NULL, NULL, &error), error);
    CHECK(it.releases == 1, "released %d times", it.releases);
    CHECK(lectern_navigator_free(it.navigator) == LECTERN_OK, "a renderer freed what is not its own");
  }
  free(decorations);
}

/* ------------------------------------------------------------------------------------------ Logger and progress */

typedef struct {
  lectern_context *context;
  int calls, releases, stop;
} watching;

static void on_log(void *user_data, const char *entry) {
  watching *it = user_data;
  it->calls++;
  CHECK(strstr(entry, "\"severity\":") && strstr(entry, "\"message\":"), "%s", entry);
  lectern_context_set_logger(it->context, NULL, NULL);
}

static int32_t on_step(void *user_data, const char *task, uint64_t done, uint64_t total) {
  watching *it = user_data;
  it->calls++;
  CHECK(*task && done <= total, "%s: %llu of %llu", task, (unsigned long long)done, (unsigned long long)total);
  return it->stop;
}

static void on_watch_release(void *user_data) { ((watching *)user_data)->releases++; }

static void contexts(void) {
  lectern_error *error = NULL;
  watching log = {0}, step = {0};
  lectern_publication *publication = NULL;
  lectern_buffer *positions = NULL;
  const lectern_logger logger = {sizeof logger, &log, on_watch_release, on_log};
  const lectern_progress progress = {sizeof progress, &step, on_watch_release, on_step};
  CHECK_OK(lectern_context_new(LECTERN_ABI, "{\"maxEntries\":1000}", &log.context, &error), error);
  CHECK_OK(lectern_context_set_logger(log.context, &logger, &error), error);
  CHECK_OK(lectern_context_set_progress(log.context, &progress, &error), error);
  CHECK_OK(lectern_publication_open(log.context, book_path, NULL, &publication, &error), error);
  lectern_publication_free(publication);
  CHECK(log.releases == (log.calls > 0), "the logger was released %d times after %d entries", log.releases, log.calls);

  step.stop = 1, step.calls = 0;
  lectern_status status = lectern_publication_open(log.context, book_path, NULL, &publication, &error);
  if (status == LECTERN_OK) status = lectern_publication_positions(publication, &positions, &error);
  CHECK(step.calls ? status == LECTERN_ERROR_CANCELLED : status == LECTERN_OK, "after %d steps: %s", step.calls,
      lectern_status_name(status));
  CHECK(step.calls <= 1, "the work went on after step said stop, %d times", step.calls);
  lectern_error_free(error), error = NULL;
  lectern_buffer_free(positions);
  lectern_publication_free(publication);

  CHECK_OK(lectern_context_set_progress(log.context, NULL, &error), error);
  CHECK(step.releases == 1, "the progress was released %d times", step.releases);
  CHECK(lectern_context_free(log.context) == LECTERN_OK, "free");
  CHECK(log.releases == 1, "the logger was released %d times", log.releases);

  lectern_context *small = NULL;
  CHECK_OK(lectern_context_new(LECTERN_ABI, "{\"maxEntries\":2}", &small, &error), error);
  CHECK_STATUS(lectern_publication_open(small, book_path, NULL, &publication, &error), LECTERN_ERROR_LIMIT, error);
  lectern_context_free(small);
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  book_path = argv[1];
  lectern_publication *publication = NULL;
  lectern_error *error = NULL;
  CHECK_OK(lectern_publication_open(NULL, book_path, NULL, &publication, &error), error);
  href = first_href(publication);
  lectern_publication_free(publication);

  listeners();
  activation();
  renderers();
  contexts();

  free(href);
  return finish("callbacks");
}
