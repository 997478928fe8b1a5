/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forwards the callbacks of the library as requests and posts to a JavaScript object.
 */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* -------------------------------------------------------------------------------------------------------- Targets */

callback *callback_new(environment *environment, napi_value target, bool weak) {
  callback *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  if (target && napi_create_reference(environment->env, target, weak ? 0 : 1, &it->target) != napi_ok) {
    free(it);
    return NULL;
  }
  it->environment = environment;
  environment->references++;
  return it;
}

/* Must be called in the thread of the environment. */
void callback_free(callback *it) {
  environment *environment = it->environment;
  if (it->target) napi_delete_reference(environment->env, it->target);
  free(it);
  environment_release(environment);
}

static void post_call(callback *target, int kind, method method, const char *text, const char *second) {
  post *message = calloc(1, sizeof *message);
  if (!message) return;
  message->target = target;
  message->kind = kind;
  message->method = method;
  if (text) message->text = copied(text, strlen(text));
  if (second) message->second = copied(second, strlen(second));
  mailbox_post(target->environment, message);
}

static void release(void *user_data) {
  callback *it = user_data;
  /* After all messages that were posted to it. */
  if (on_its_thread(it->environment) && mailbox_is_empty(it->environment)) callback_free(it);
  else post_call(it, POST_RELEASE, 0, NULL, NULL);
}

/* ------------------------------------------------------------------------------------------------- With an answer */

static lectern_status ask(request *it, lectern_error **error) {
  it->job = current_job;
  if (on_its_thread(it->target->environment)) request_deliver(it);
  else mailbox_ask(it);
  if (it->status == LECTERN_ERROR_CANCELLED && !it->error)
    lectern_error_new(it->status, "The JavaScript environment is being closed.", NULL, &it->error);
  if (error) *error = it->error;
  else lectern_error_free(it->error);
  return it->status;
}

static bool is_stopped(void) { return current_job && current_job->stop && *current_job->stop; }

static lectern_status stream_read(
    void *user_data, uint64_t offset, void *bytes, size_t capacity, size_t *count, lectern_error **error) {
  request it = {.target = user_data, .method = STREAM_READ, .first = offset, .second = capacity, .bytes = bytes};
  lectern_status status = ask(&it, error);
  *count = (size_t)it.number;
  return status;
}

static lectern_status stream_size(void *user_data, uint64_t *size, lectern_error **error) {
  request it = {.target = user_data, .method = STREAM_SIZE};
  lectern_status status = ask(&it, error);
  *size = it.number;
  return status;
}

static lectern_status get(
    void *user_data, method method, const char *href, lectern_resource **resource, lectern_error **error) {
  request it = {.target = user_data, .method = method, .text = href};
  lectern_status status = ask(&it, error);
  *resource = it.pointer;
  return status;
}

static lectern_status fetcher_get(
    void *user_data, const char *href, lectern_resource **resource, lectern_error **error) {
  return get(user_data, FETCHER_GET, href, resource, error);
}

static lectern_status service_get(
    void *instance, const char *href, lectern_resource **resource, lectern_error **error) {
  return get(instance, SERVICE_GET, href, resource, error);
}

static lectern_status service_open(
    void *user_data, lectern_publication *publication, void **instance, lectern_error **error) {
  request it = {.target = user_data, .method = SERVICE_OPEN, .handle = publication};
  lectern_status status = ask(&it, error);
  *instance = it.pointer;
  return status;
}

static lectern_status make(
    void *user_data, method method, const char *text, lectern_buffer **made, lectern_error **error) {
  request it = {.target = user_data, .method = method, .text = text};
  lectern_status status = ask(&it, error);
  *made = it.pointer;
  return status;
}

static lectern_status service_links(void *instance, lectern_buffer **links, lectern_error **error) {
  return make(instance, SERVICE_LINKS, NULL, links, error);
}

static lectern_status compute(void *user_data, lectern_buffer **bytes, lectern_error **error) {
  return make(user_data, COMPUTE, NULL, bytes, error);
}

static lectern_status renderer_element(
    void *user_data, const char *decoration, lectern_buffer **html, lectern_error **error) {
  return make(user_data, RENDERER_ELEMENT, decoration, html, error);
}

static lectern_status editor_edit(
    void *user_data, const char *manifest, lectern_buffer **edited, lectern_error **error) {
  return make(user_data, EDITOR_EDIT, manifest, edited, error);
}

static int32_t progress_step(void *user_data, const char *task, uint64_t done, uint64_t total) {
  request it = {.target = user_data, .method = PROGRESS_STEP, .text = task, .first = done, .second = total};
  if (is_stopped() || it.target->environment->closing) return 1;
  if (!it.target->target) return 0;
  return ask(&it, NULL) < 0 || it.number || is_stopped();
}

/* ---------------------------------------------------------------------------------------------- Without an answer */

/* Delivers immediately in a synchronous call, otherwise in the order of sending. */
static void tell(callback *target, method method, const char *text, const char *second) {
  bool can_call = current_job && on_its_thread(target->environment);
  if (target->environment->closing) return;
  post_call(target, POST_CALL, method, text, second);
  if (can_call) mailbox_drain(target->environment, true);
}

static void service_close(void *instance) {
  tell(instance, SERVICE_CLOSE, NULL, NULL);
  release(instance);
}

static void logger_log(void *user_data, const char *entry) { tell(user_data, LOGGER_LOG, entry, NULL); }

static void listener_event(void *user_data, const char *topic, const char *event) {
  tell(user_data, LISTENER_EVENT, topic, event);
}

/* -------------------------------------------------------------------------------------------------------- Structs */

static void *struct_of(char kind, void *target, const char *name) {
  lectern_stream stream = {sizeof stream, target, release, stream_read, stream_size};
  lectern_fetcher fetcher = {sizeof fetcher, target, release, fetcher_get};
  lectern_service service = {
      sizeof service, target, release, name, service_open, service_links, service_get, service_close};
  lectern_logger logger = {sizeof logger, target, release, logger_log};
  lectern_progress progress = {sizeof progress, target, release, progress_step};
  lectern_compute computed = {sizeof computed, target, release, compute};
  lectern_listener listener = {sizeof listener, target, release, listener_event};
  lectern_renderer renderer = {sizeof renderer, target, release, renderer_element};
  lectern_editor editor = {sizeof editor, target, release, editor_edit};
  switch (kind) {
    case A_STREAM: return copied(&stream, sizeof stream);
    case A_FETCHER: return copied(&fetcher, sizeof fetcher);
    case A_SERVICE: return copied(&service, sizeof service);
    case A_LOGGER: return copied(&logger, sizeof logger);
    case A_PROGRESS: return copied(&progress, sizeof progress);
    case A_COMPUTE: return copied(&computed, sizeof computed);
    case A_EDITOR: return copied(&editor, sizeof editor);
    case A_LISTENER: return copied(&listener, sizeof listener);
    default: return copied(&renderer, sizeof renderer);
  }
}

static bool name_of(job *it, napi_env env, napi_value target, word *text) {
  napi_value name = NULL;
  return napi_get_named_property(env, target, "name", &name) == napi_ok && text_word(it, env, name, text);
}

/* true means a struct that never calls JavaScript: progress that only cancels. */
void *callback_struct(job *it, char kind, napi_value target) {
  napi_env env = it->environment->env;
  napi_valuetype type = napi_undefined;
  word name = {0};
  napi_typeof(env, target, &type);
  bool is_object = type == napi_object;
  if (!is_object && (type != napi_boolean || kind != A_PROGRESS)) return throw_type(env, "be an object");
  if (kind == A_SERVICE && !name_of(it, env, target, &name)) return NULL;
  /* Weak, because callbacks usually refer to the handle that they serve.  lib/handle.js keeps them as long as the
   * handle. */
  callback *made = callback_new(it->environment, is_object ? target : NULL, kind != A_COMPUTE);
  void *result = made ? struct_of(kind, made, name.pointer) : NULL;
  if (made && !result) callback_free(made);
  if (!result) no_memory(env);
  return result;
}
