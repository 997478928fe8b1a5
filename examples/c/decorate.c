/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Presents a book: edits preferences, applies decorations, and prints every event that a
 * listener receives on the way.
 *
 *   cc -std=c99 -Iinclude examples/c/decorate.c -o decorate build/lib/liblectern.so -Wl,-rpath,$PWD/build/lib
 *   ./decorate book.epub EPUB/text/loomings.xhtml
 */
#include <lectern.h>

#include <stdio.h>
#include <stdlib.h>

/* Exits with the error if a call has failed. */
static void check(lectern_status status, lectern_error **error) {
    if (status < 0) {
        fprintf(stderr, "%s\n  at %s\n", lectern_error_message(*error), lectern_error_path(*error));
        exit(EXIT_FAILURE);
    }
}

static void on_event(void *user_data, const char *topic, const char *event) {
    int *events = user_data;
    printf("event %d, %s: %.64s...\n", ++*events, topic, event);
}

static void print(const char *title, lectern_buffer *json) {
    printf("%s: %s\n", title, lectern_buffer_data(json));
    lectern_buffer_free(json);
}

int main(int argc, char **argv) {
    lectern_error *error;
    lectern_publication *book;
    lectern_navigator *navigator;
    lectern_subscription *subscription;
    lectern_preferences *draft;
    lectern_buffer *json;
    int events = 0;
    char decorations[512];
    lectern_listener listener = {sizeof listener, &events, NULL, on_event};

    if (argc != 3) {
        fprintf(stderr, "usage: %s book.epub href\n", argv[0]);
        return 2;
    }
    check(lectern_publication_open(NULL, argv[1], NULL, &book, &error), &error);
    check(lectern_navigator_new(book, "{\"locale\":\"en\"}", &navigator, &error), &error);
    lectern_publication_free(book); /* the navigator keeps the parts that it needs alive */
    check(lectern_navigator_observe(navigator, NULL, &listener, &subscription, &error), &error);

    check(lectern_navigator_edit_preferences(navigator, NULL, &draft, &error), &error);
    check(lectern_preferences_set(draft, "theme", "\"sepia\"", 0, &error), &error);
    check(lectern_preferences_increment(draft, "lineHeight", 0, &error), &error);
    check(lectern_preferences_submit(draft, &json, &error), &error);
    print("submitted", json);
    lectern_preferences_free(draft);

    snprintf(decorations, sizeof decorations,
        "[{\"id\":\"1\",\"locator\":{\"href\":\"%s\",\"type\":\"application/xhtml+xml\","
        "\"text\":{\"highlight\":\"Call me Ishmael.\"}},"
        "\"style\":{\"id\":\"highlight\",\"tint\":\"#FFD54F\"},\"interactions\":[\"activate\"]}]",
        argv[2]);
    check(lectern_navigator_apply_decorations(navigator, "notes", decorations, &json, &error), &error);
    print("changes", json);
    check(lectern_navigator_activate_decoration(navigator, "notes", "1", NULL, &error), &error);

    lectern_subscription_free(subscription);
    lectern_navigator_free(navigator);
    return EXIT_SUCCESS;
}
