/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opens a book and prints its manifest as JSON, the mistakes found in it, and the number of
 * its positions.  If it fails, prints the error and its location.
 *
 *   cc -std=c99 -Iinclude examples/c/describe.c -o describe build/lib/liblectern.so -Wl,-rpath,$PWD/build/lib
 *   ./describe book.epub
 */
#include <lectern.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(lectern_error *error) {
    fprintf(stderr, "%s\n  at %s\n  %s\n", lectern_error_message(error), lectern_error_path(error),
        lectern_status_name(lectern_error_status(error)));
    lectern_error_free(error);
    return EXIT_FAILURE;
}

static void print(const char *title, lectern_buffer *json) {
    printf("%s\n%s\n\n", title, lectern_buffer_data(json));
    lectern_buffer_free(json);
}

/* The answer begins with {"total": a number. */
static long total(const lectern_buffer *positions) {
    const char *member = strstr(lectern_buffer_data(positions), "\"total\":");
    return member == NULL ? 0 : strtol(member + strlen("\"total\":"), NULL, 10);
}

static int describe(lectern_publication *book) {
    lectern_error *error;
    lectern_buffer *manifest, *warnings, *positions;

    if (lectern_publication_manifest(book, &manifest, &error) < 0) { return fail(error); }
    print("Manifest", manifest);
    if (lectern_publication_warnings(book, &warnings, &error) < 0) { return fail(error); }
    print("Warnings", warnings);
    if (lectern_publication_positions(book, &positions, &error) < 0) { return fail(error); }
    printf("%ld positions\n", total(positions));
    lectern_buffer_free(positions);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    lectern_error *error;
    lectern_publication *book;
    int result;

    if (argc != 2) {
        fprintf(stderr, "usage: %s book.epub\n", argv[0]);
        return 2;
    }
    if (lectern_publication_open(NULL, argv[1], NULL, &book, &error) < 0) { return fail(error); }
    result = describe(book);
    lectern_publication_free(book);
    return result;
}
