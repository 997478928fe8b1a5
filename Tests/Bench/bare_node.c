/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A minimal addon that calls a few functions, as a baseline for the Node binding: a handle is an external value without
 * an owner, and a failure is an exception without a message.
 */
#define NAPI_VERSION 8
#include <lectern.h>
#include <node_api.h>
#include <stdlib.h>

typedef struct call {
  napi_deferred deferred;
  napi_async_work work;
  const lectern_resource *resource;
  lectern_status status;
  lectern_buffer *bytes;
} call;

static size_t arguments(napi_env env, napi_callback_info info, napi_value *values, void **handle) {
  size_t count = 3;
  napi_get_cb_info(env, info, &count, values, NULL, NULL);
  napi_get_value_external(env, values[0], handle);
  return count;
}

static napi_value result(napi_env env, lectern_status status, lectern_buffer *buffer) {
  napi_value value = NULL;
  if (status < 0) napi_throw_error(env, NULL, "failed");
  else napi_create_string_utf8(env, lectern_buffer_data(buffer), lectern_buffer_size(buffer), &value);
  lectern_buffer_free(buffer);
  return value;
}

static napi_value manifest(napi_env env, napi_callback_info info) {
  napi_value values[3];
  void *handle = NULL;
  lectern_buffer *json = NULL;
  arguments(env, info, values, &handle);
  lectern_status status = lectern_publication_manifest(handle, &json, NULL);
  return result(env, status, json);
}

static napi_value is_active(napi_env env, napi_callback_info info) {
  napi_value values[3], value = NULL;
  void *handle = NULL;
  char key[256];
  int32_t active = 0;
  arguments(env, info, values, &handle);
  napi_get_value_string_utf8(env, values[1], key, sizeof key, NULL);
  if (lectern_preferences_is_active(handle, key, &active, NULL) < 0) napi_throw_error(env, NULL, "failed");
  napi_get_boolean(env, active, &value);
  return value;
}

static napi_value location(napi_env env, napi_callback_info info) {
  napi_value values[3];
  void *handle = NULL;
  lectern_buffer *json = NULL;
  arguments(env, info, values, &handle);
  lectern_status status = lectern_navigator_location(handle, &json, NULL);
  return result(env, status, json);
}

static void execute(napi_env env, void *data) {
  call *it = data;
  (void)env;
  it->status = lectern_resource_read(it->resource, 0, 16, &it->bytes, NULL);
}

static void complete(napi_env env, napi_status status, void *data) {
  call *it = data;
  napi_value value = NULL;
  (void)status;
  napi_create_buffer_copy(env, lectern_buffer_size(it->bytes), lectern_buffer_data(it->bytes), NULL, &value);
  if (it->status < 0) napi_reject_deferred(env, it->deferred, value);
  else napi_resolve_deferred(env, it->deferred, value);
  lectern_buffer_free(it->bytes);
  napi_delete_async_work(env, it->work);
  free(it);
}

/* A promise of the first 16 bytes of a resource. */
static napi_value read_later(napi_env env, napi_callback_info info) {
  napi_value values[3], promise = NULL, name = NULL;
  void *handle = NULL;
  call *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  arguments(env, info, values, &handle);
  it->resource = handle;
  napi_create_promise(env, &it->deferred, &promise);
  napi_create_string_utf8(env, "bare", NAPI_AUTO_LENGTH, &name);
  napi_create_async_work(env, NULL, name, execute, complete, it, &it->work);
  napi_queue_async_work(env, it->work);
  return promise;
}

/* Opens the handles for the calls: a publication, a navigator, a draft and a resource. */
static napi_value open(napi_env env, napi_callback_info info) {
  napi_value values[2], array = NULL, value = NULL;
  size_t count = 2;
  char path[4096], href[256];
  lectern_publication *book = NULL;
  lectern_navigator *navigator = NULL;
  lectern_preferences *draft = NULL;
  lectern_resource *resource = NULL;
  napi_get_cb_info(env, info, &count, values, NULL, NULL);
  napi_get_value_string_utf8(env, values[0], path, sizeof path, NULL);
  napi_get_value_string_utf8(env, values[1], href, sizeof href, NULL);
  if (lectern_publication_open(NULL, path, NULL, &book, NULL) < 0 ||
      lectern_navigator_new(book, NULL, &navigator, NULL) < 0 ||
      lectern_navigator_edit_preferences(navigator, NULL, &draft, NULL) < 0 ||
      lectern_publication_get(book, href, &resource, NULL) < 0) {
    napi_throw_error(env, NULL, "failed");
    return NULL;
  }
  void *handles[] = {book, navigator, draft, resource};
  napi_create_array(env, &array);
  for (uint32_t i = 0; i < 4; i++) {
    napi_create_external(env, handles[i], NULL, NULL, &value);
    napi_set_element(env, array, i, value);
  }
  return array;
}

NAPI_MODULE_INIT() {
  static const struct {
    const char *name;
    napi_callback function;
  } functions[] = {
      {"open", open}, {"manifest", manifest}, {"isActive", is_active}, {"location", location}, {"read", read_later}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value value = NULL;
    napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].function, NULL, &value);
    napi_set_named_property(env, exports, functions[i].name, value);
  }
  return exports;
}
