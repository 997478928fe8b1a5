/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The host side of the scenario: streams, files, a service and listeners.  Also writes the answers as JSON. */
#ifndef SCENARIO_HOST_H
#define SCENARIO_HOST_H

#include <lectern.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------- Text and JSON */

/** A growing text. */
struct text {
  char *data;
  size_t size;
};

static void append(struct text *text, const char *data, size_t size) {
  text->data = realloc(text->data, text->size + size + 1);
  memcpy(text->data + text->size, data, size);
  text->size += size;
  text->data[text->size] = 0;
}

static void clear(struct text *text) {
  free(text->data);
  memset(text, 0, sizeof *text);
}

/** Prints the items of an array, and clears it. */
static void print_items(struct text *items) {
  printf("[%s]", items->size > 0 ? items->data : "");
  clear(items);
}

static void append_item(struct text *items, const char *item) {
  if (items->size > 0) append(items, ",", 1);
  append(items, item, strlen(item));
}

static void print_string(const char *data, size_t size) {
  putchar('"');
  for (size_t i = 0; i < size; i++) {
    const unsigned char byte = (unsigned char)data[i];
    if (byte == '"' || byte == '\\') printf("\\%c", byte);
    else if (byte < 0x20) printf("\\u%04x", byte);
    else putchar(byte);
  }
  putchar('"');
}

/* ------------------------------------------------------------------------------------------------------- Streams */

static lectern_status file_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  if (fseek(user_data, (long)offset, SEEK_SET) != 0) {
    return lectern_error_new(LECTERN_ERROR_IO, "The file cannot be read there.", NULL, error);
  }
  *count = fread(bytes, 1, capacity, user_data);
  return LECTERN_OK;
}

static lectern_status file_size(void *user_data, uint64_t *size, lectern_error **error) {
  (void)error;
  fseek(user_data, 0, SEEK_END);
  *size = (uint64_t)ftell(user_data);
  return LECTERN_OK;
}

static void file_close(void *user_data) { fclose(user_data); }

/** Reads a file, which is closed when the library releases the stream. */
static const lectern_stream *file_stream(const char *path) {
  static lectern_stream stream;
  stream = (lectern_stream){sizeof stream, fopen(path, "rb"), file_close, file_read, file_size};
  return &stream;
}

static lectern_status failing_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  (void)user_data, (void)offset, (void)bytes, (void)capacity, (void)count;
  return lectern_error_new(LECTERN_ERROR_IO, "The disk is gone.", NULL, error);
}

static lectern_status failing_size(void *user_data, uint64_t *size, lectern_error **error) {
  (void)user_data, (void)error;
  *size = 1000;
  return LECTERN_OK;
}

static const lectern_stream failing_stream = {sizeof failing_stream, NULL, NULL, failing_read, failing_size};

/* -------------------------------------------------------------------------------------------- Files of the host */

static lectern_status serve(void *user_data, const char *href, lectern_resource **resource, lectern_error **error) {
  char link[200], document[400];
  (void)user_data;
  snprintf(link, sizeof link, "{\"href\": \"%s\", \"type\": \"application/xhtml+xml\"}", href);
  const int size = snprintf(document, sizeof document,
      "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>Served"
      "</title></head><body><p>%s</p></body></html>",
      href);
  return lectern_resource_new(link, document, (size_t)size, resource, error);
}

static const lectern_fetcher host_files = {sizeof host_files, NULL, NULL, serve};

/* ------------------------------------------------------------------------------------------------------- Service */

struct service_instance {
  lectern_publication *publication;
  lectern_buffer *order;
};

static struct {
  int opened, closed;
} service_calls;

static lectern_status service_open(
    void *user_data, lectern_publication *publication, void **instance, lectern_error **error) {
  lectern_buffer *order;
  const lectern_status status = lectern_publication_collection(publication, "readingOrder", &order, error);
  (void)user_data;
  if (status < 0) return status;
  struct service_instance *made = malloc(sizeof *made);
  *made = (struct service_instance){publication, order};
  *instance = made;
  service_calls.opened++;
  return LECTERN_OK;
}

static lectern_status service_links(void *instance, lectern_buffer **links, lectern_error **error) {
  static const char json[] = "[{\"href\": \"~scenario/order\", \"type\": \"application/json\"},"
                             " {\"href\": \"~scenario/fail\", \"type\": \"text/plain\"}]";
  (void)instance;
  return lectern_buffer_new(json, sizeof json - 1, links, error);
}

/** The style sheet of the library, after a comment. */
static lectern_status wrap(
    lectern_publication *publication, const char *href, lectern_resource **resource, lectern_error **error) {
  lectern_resource *builtin;
  lectern_buffer *link, *bytes = NULL;
  lectern_status status = lectern_publication_get_builtin(publication, href, &builtin, error);
  if (status < 0) return status;
  struct text wrapped = {0};
  append(&wrapped, "/* wrapped */\n", 14);
  status = lectern_resource_link(builtin, &link, error);
  if (status == LECTERN_OK) status = lectern_resource_read(builtin, 0, UINT64_MAX, &bytes, error);
  if (status == LECTERN_OK) {
    append(&wrapped, lectern_buffer_data(bytes), lectern_buffer_size(bytes));
    status = lectern_resource_new(lectern_buffer_data(link), wrapped.data, wrapped.size, resource, error);
  }
  clear(&wrapped);
  lectern_buffer_free(bytes);
  lectern_buffer_free(link);
  lectern_resource_free(builtin);
  return status;
}

static lectern_status service_get(
    void *instance, const char *href, lectern_resource **resource, lectern_error **error) {
  struct service_instance *service = instance;
  if (strcmp(href, "/~scenario/order") == 0) {
    return lectern_resource_new("{\"href\": \"/~scenario/order\"}", lectern_buffer_data(service->order),
        lectern_buffer_size(service->order), resource, error);
  }
  if (strcmp(href, "/~scenario/fail") == 0) {
    return lectern_error_new(LECTERN_ERROR_CALLBACK, "It fails on purpose.", NULL, error);
  }
  return strcmp(href, "EPUB/css/book.css") == 0 ? wrap(service->publication, href, resource, error) : LECTERN_PASS;
}

static void service_close(void *instance) {
  struct service_instance *service = instance;
  lectern_buffer_free(service->order);
  free(service);
  service_calls.closed++;
}

static const lectern_service scenario_service = {sizeof scenario_service, NULL, NULL, "org.example.scenario",
    service_open, service_links, service_get, service_close};

/* ------------------------------------------------------------------------------------- Listeners, and other callbacks
 * */

/** @param user_data  the struct text that collects the events */
static void heard(void *user_data, const char *topic, const char *event) {
  struct text item = {0};
  append(&item, "[\"", 2);
  append(&item, topic, strlen(topic));
  append(&item, "\",", 2);
  append(&item, event, strlen(event));
  append(&item, "]", 1);
  append_item(user_data, item.data);
  clear(&item);
}

static const lectern_listener *listener(struct text *events) {
  static lectern_listener made;
  made = (lectern_listener){sizeof made, events, NULL, heard};
  return &made;
}

static struct text log_entries;

static void logged(void *user_data, const char *entry) {
  (void)user_data;
  append_item(&log_entries, entry);
}

static const lectern_logger logger = {sizeof logger, NULL, NULL, logged};

static struct {
  int calls, stop_at;
} progress;

static int32_t step(void *user_data, const char *task, uint64_t done, uint64_t total) {
  (void)user_data, (void)task, (void)done, (void)total;
  return ++progress.calls >= progress.stop_at;
}

static const lectern_progress stop_early = {sizeof stop_early, NULL, NULL, step};

static char edited_manifest[4096];

static lectern_status edit(void *user_data, const char *manifest, lectern_buffer **edited, lectern_error **error) {
  (void)user_data, (void)manifest;
  return lectern_buffer_new(edited_manifest, strlen(edited_manifest), edited, error);
}

static const lectern_editor scenario_editor = {sizeof scenario_editor, NULL, NULL, edit};

static int computed;

static lectern_status compute(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  computed++;
  return lectern_buffer_new(user_data, strlen(user_data), bytes, error);
}

static const lectern_compute *computing(const char *text) {
  static lectern_compute made;
  made = (lectern_compute){sizeof made, (void *)text, NULL, compute};
  return &made;
}

static lectern_status element(void *user_data, const char *decoration, lectern_buffer **html, lectern_error **error) {
  static const char made[] = "<b class=\"scenario\"></b>";
  (void)user_data, (void)decoration;
  return lectern_buffer_new(made, sizeof made - 1, html, error);
}

static const lectern_renderer renderer = {sizeof renderer, NULL, NULL, element};

/* ------------------------------------------------------------------------------------------------------- Threads */

struct work {
  lectern_publication *book;
  int times, calls, different;
};

static void *ask(void *argument) {
  struct work *work = argument;
  lectern_buffer *first[2] = {NULL, NULL}, *answer[2];
  for (int i = 0; i <= work->times; i++) {
    lectern_publication_manifest(work->book, &answer[0], NULL);
    lectern_publication_positions(work->book, &answer[1], NULL);
    for (int j = 0; j < 2; j++) {
      if (i == 0) {
        first[j] = answer[j];
        continue;
      }
      work->calls++;
      work->different += strcmp(lectern_buffer_data(answer[j]), lectern_buffer_data(first[j])) != 0;
      lectern_buffer_free(answer[j]);
    }
  }
  lectern_buffer_free(first[0]);
  lectern_buffer_free(first[1]);
  return NULL;
}

static void run_threads(lectern_publication *book, int count, int times) {
  pthread_t threads[8];
  struct work work[8];
  int calls = 0, different = 0;
  for (int i = 0; i < count && i < 8; i++) {
    work[i] = (struct work){book, times, 0, 0};
    pthread_create(&threads[i], NULL, ask, &work[i]);
  }
  for (int i = 0; i < count && i < 8; i++) {
    pthread_join(threads[i], NULL);
    calls += work[i].calls;
    different += work[i].different;
  }
  printf("{\"calls\": %d, \"different\": %d}", calls, different);
}

#endif
