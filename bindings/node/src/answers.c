/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Handles requests and posts to JavaScript, and its answers.  All of this runs in the thread of the environment.
 */
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* --------------------------------------------------------------------------------------------------------- Asking */

/* Calls dispatch(target, method, id, first, second) of lib/native.js.  Without an id, the answer must be immediate. */
static napi_status dispatch(
    callback *target, method method, double id, napi_value first, napi_value second, napi_value *result) {
  napi_env env = target->environment->env;
  napi_value function = NULL, self = NULL, arguments[5] = {NULL};
  napi_get_undefined(env, &self);
  napi_get_reference_value(env, target->environment->dispatch, &function);
  napi_get_reference_value(env, target->target, &arguments[0]);
  if (!arguments[0]) return napi_generic_failure;
  napi_create_int32(env, method, &arguments[1]);
  napi_create_double(env, id, &arguments[2]);
  arguments[3] = first ? first : self;
  arguments[4] = second ? second : self;
  return napi_call_function(env, self, function, 5, arguments, result);
}

static void values_of(request *it, napi_value *first, napi_value *second) {
  napi_env env = it->target->environment->env;
  if (it->handle) *first = owner_new(it->target->environment, it->handle, NULL, it->job->family, 0);
  else if (it->text) *first = text_value(env, it->text);
  else napi_create_double(env, (double)it->first, first);
  if (it->method == PROGRESS_STEP) {
    napi_create_array_with_length(env, 2, second);
    napi_value number = NULL;
    napi_create_double(env, (double)it->first, &number);
    napi_set_element(env, *second, 0, number);
    napi_create_double(env, (double)it->second, &number);
    napi_set_element(env, *second, 1, number);
  } else {
    napi_create_double(env, (double)it->second, second);
  }
}

void request_deliver(request *it) {
  environment *environment = it->target->environment;
  napi_env env = environment->env;
  napi_handle_scope scope = NULL;
  napi_value first = NULL, second = NULL, result = NULL, failure = NULL;
  napi_valuetype type = napi_undefined;
  bool may_wait = it->id && !it->job->blocks;
  napi_open_handle_scope(env, &scope);
  values_of(it, &first, &second);
  if (dispatch(it->target, it->method, may_wait ? it->id : -it->id, first, second, &result) != napi_ok) {
    napi_get_and_clear_last_exception(env, &failure);
    request_fail(it, failure);
  } else if (napi_typeof(env, result, &type) == napi_ok && type != napi_undefined) {
    request_answer(it, result);
  }
  napi_close_handle_scope(env, scope);
}

/* -------------------------------------------------------------------------------------------------------- Answering */

static void answered(request *it) {
  if (it->id) mailbox_answered(it);
}

static void fail(request *it, lectern_status status, const char *message) {
  it->status = lectern_error_new(status, message, NULL, &it->error);
}

static void take_bytes(request *it, napi_value answer) {
  void *bytes = NULL;
  size_t size = 0;
  if (!bytes_of(it->target->environment->env, answer, &bytes, &size))
    fail(it, LECTERN_ERROR_IO, "read() has to return bytes, such as a Buffer.");
  else if (size > it->second) fail(it, LECTERN_ERROR_IO, "read() returned more bytes than it was asked for.");
  else if (size) memcpy(it->bytes, bytes, size);
  it->number = it->status < 0 ? 0 : size;
}

static void take_number(request *it, napi_value answer) {
  double number = -1;
  napi_get_value_double(it->target->environment->env, answer, &number);
  if (number >= 0 && number <= 9007199254740991.0) it->number = (uint64_t)number;
  else fail(it, LECTERN_ERROR_IO, "size() must return a number that is not negative.");
}

static void take_resource(request *it, napi_value answer) {
  napi_env env = it->target->environment->env;
  owner *owner = owner_of(env, answer);
  it->pointer = owner ? owner_give_away(env, owner) : NULL;
  if (it->pointer && owner->family && owner->family->streams && it->job->family) {
    it->job->family->streams = true;
    if (it->job->deferred) job_mark_stream(it->job);
  }
  if (!it->pointer) fail(it, LECTERN_ERROR_CALLBACK, "The resource that get() returned is closed.");
}

static void take_instance(request *it, napi_value answer) {
  it->pointer = callback_new(it->target->environment, answer, false);
  if (!it->pointer) fail(it, LECTERN_ERROR_CALLBACK, "The service is not an object.");
}

static void take_buffer(request *it, napi_value answer) {
  void *bytes = NULL;
  size_t size = 0;
  lectern_buffer *made = NULL;
  if (!bytes_of(it->target->environment->env, answer, &bytes, &size))
    fail(it, LECTERN_ERROR_CALLBACK, "The function must return bytes, such as a Buffer.");
  else it->status = lectern_buffer_new(bytes, size, &made, &it->error);
  it->pointer = made;
}

static void take_flag(request *it, napi_value answer) {
  bool is = false;
  napi_get_value_bool(it->target->environment->env, answer, &is);
  it->number = is;
}

static const struct {
  void (*take)(request *it, napi_value answer);
  bool passes; /* null means LECTERN_PASS */
} answers[] = {
    [STREAM_READ] = {take_bytes, false},
    [STREAM_SIZE] = {take_number, false},
    [FETCHER_GET] = {take_resource, true},
    [SERVICE_OPEN] = {take_instance, true},
    [SERVICE_LINKS] = {take_buffer, true},
    [SERVICE_GET] = {take_resource, true},
    [COMPUTE] = {take_buffer, true},
    [RENDERER_ELEMENT] = {take_buffer, false},
    [EDITOR_EDIT] = {take_buffer, true},
    [PROGRESS_STEP] = {take_flag, false},
};

void request_answer(request *it, napi_value answer) {
  napi_valuetype type = napi_undefined;
  napi_typeof(it->target->environment->env, answer, &type);
  if (type == napi_null && answers[it->method].passes) it->status = LECTERN_PASS;
  else answers[it->method].take(it, answer);
  answered(it);
}

static void keep_thrown(job *it, napi_value failure) {
  napi_env env = it->environment->env;
  if (it->raised) napi_delete_reference(env, it->raised);
  it->raised = NULL;
  napi_create_reference(env, failure, 1, &it->raised);
}

static const char *text_of(job *texts, napi_value failure, const char *name) {
  napi_env env = texts->environment->env;
  napi_value value = NULL, thrown = NULL;
  word text = {0};
  if (napi_get_named_property(env, failure, name, &value) == napi_ok && text_word(texts, env, value, &text))
    return text.pointer;
  napi_get_and_clear_last_exception(env, &thrown);
  return NULL;
}

/* Fails a request with an object: status, message, path, and raised, the exception.  NULL if JavaScript cannot run. */
void request_fail(request *it, napi_value failure) {
  napi_env env = it->target->environment->env;
  napi_value status = NULL;
  job texts = {.environment = it->target->environment};
  const char *message = NULL, *path = NULL;
  it->status = LECTERN_ERROR_CALLBACK;
  if (failure) {
    napi_get_named_property(env, failure, "status", &status);
    if (status) napi_get_value_int32(env, status, &it->status);
    message = text_of(&texts, failure, "message");
    path = text_of(&texts, failure, "path");
    keep_thrown(it->job, failure);
  }
  lectern_error_new(it->status, message ? message : "A JavaScript function failed.", path, &it->error);
  for (size_t i = 0; i < texts.memory_count; i++) free(texts.memory[i]);
  answered(it);
}

/* answer(id, failed, value): settles a request whose method returned a promise. */
napi_value answer_request(napi_env env, napi_callback_info info) {
  size_t count = 3;
  napi_value arguments[3];
  void *environment = NULL;
  double id = 0;
  bool failed = false;
  napi_get_cb_info(env, info, &count, arguments, NULL, &environment);
  if (count < 3 || napi_get_value_double(env, arguments[0], &id) != napi_ok) return NULL;
  request *it = mailbox_pending(environment, id);
  napi_get_value_bool(env, arguments[1], &failed);
  if (it && failed) request_fail(it, arguments[2]);
  else if (it) request_answer(it, arguments[2]);
  return NULL;
}

/* ------------------------------------------------------------------------------------------------- Without an answer
 * */

static void call(post *message) {
  environment *environment = message->target->environment;
  napi_env env = environment->env;
  napi_handle_scope scope = NULL;
  napi_value first = NULL, second = NULL, result = NULL;
  napi_open_handle_scope(env, &scope);
  if (message->text) first = text_value(env, message->text);
  if (message->second) second = text_value(env, message->second);
  if (dispatch(message->target, message->method, 0, first, second, &result) == napi_pending_exception)
    napi_get_and_clear_last_exception(env, &result);
  napi_close_handle_scope(env, scope);
}

void post_deliver(environment *it, post *message) {
  if (message->kind == POST_FINISHED) {
    job_finish(message->job);
    return;
  }
  if (message->kind == POST_RELEASE) callback_free(message->target);
  else if (!it->closing) call(message);
  free(message->text);
  free(message->second);
  free(message);
}
