/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls functions of the library, either synchronously or asynchronously with a promise.
 */
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "addon.h"

enum { MAX_ARGUMENTS = MAX_PARAMETERS + 1 };

_Thread_local job *current_job;

/* ---------------------------------------------------------------------------------------------------------- All calls
 * */

static void job_init(job *it, environment *environment, const function *function) {
  memset(it, 0, offsetof(job, finished));
  it->environment = environment;
  it->function = function;
}

void job_run(job *it) {
  job *outer = current_job;
  current_job = it;
  it->status = it->function->call(it->words, &it->error);
  current_job = outer;
}

void job_clear(job *it) {
  napi_env env = it->environment->env;
  if (it->error) lectern_error_free(it->error);
  for (size_t i = 0; i < it->memory_count; i++) free(it->memory[i]);
  if (it->raised) napi_delete_reference(env, it->raised);
  family_release(it->family);
}

static lectern_status busy(job *it, const char *message) {
  return it->status = lectern_error_new(LECTERN_ERROR_BUSY, message, NULL, &it->error);
}

/* Fails without making the call. */
static void refuse_call(job *it, const char *message) {
  job_drop(it);
  busy(it, message);
}

/* ------------------------------------------------------------------------------------------------------- Synchronous
 * */

/* Whether the call could wait for a thread that waits for this one.  Streams of other publications count, too, because
 * all PDFs share a lock. */
static bool may_wait_forever(const job *it, const request *present) {
  const job *asking = present ? present->job : NULL;
  int streams = it->environment->stream_jobs - (asking && asking->streams);
  int calls = it->family ? it->family->jobs - (asking && asking->family == it->family) : 0;
  return streams > 0 || (it->function->waits == WAITS_FOR_CALLS && it->answers && calls > 0);
}

static void make_call(job *it) {
  if (it->function->waits == NEVER_WAITS) {
    job_run(it);
    return;
  }
  request *present = mailbox_present(it->environment);
  it->blocks = true;
  if (may_wait_forever(it, present))
    refuse_call(it, "A promise is pending for which JavaScript may have to answer; await it first, or use the function "
                    "that returns a promise.");
  else if (!present) job_run(it);
  else if (mailbox_hand_over(present, it)) mailbox_await(it);
  else refuse_call(it, "The thread that waits for this answer makes another call; await its promise first.");
}

napi_value call_now(napi_env env, napi_callback_info info) {
  size_t count = MAX_ARGUMENTS;
  napi_value arguments[MAX_ARGUMENTS], result = NULL;
  void *data;
  job it;
  napi_get_cb_info(env, info, &count, arguments, NULL, &data);
  const binding *binding = data;
  job_init(&it, binding->environment, binding->function);
  if (job_prepare(&it, env, arguments, count < MAX_ARGUMENTS ? count : MAX_ARGUMENTS)) {
    make_call(&it);
    if (it.status < 0) napi_throw(env, job_failure(&it));
    else result = job_result(&it);
  }
  job_clear(&it);
  return result;
}

/* ------------------------------------------------------------------------------------------------------ Asynchronous
 * */

/* Runs in the thread of the environment, after the call. */
void job_finish(job *it) {
  environment *environment = it->environment;
  napi_env env = environment->env;
  if (it->has_thread) {
    uv_thread_join(&it->thread);
    mailbox_forget_thread(it);
  }
  if (it->family) it->family->jobs--;
  environment->stream_jobs -= it->streams;
  if (!environment->closing) {
    if (it->status < 0) {
      napi_reject_deferred(env, it->deferred, job_failure(it));
    } else {
      napi_value result = job_result(it), failure = NULL;
      if (result) {
        napi_resolve_deferred(env, it->deferred, result);
      } else {
        napi_get_and_clear_last_exception(env, &failure);
        napi_reject_deferred(env, it->deferred, failure);
      }
    }
  } else if (it->status >= 0) {
    job_result(it); /* so that its outputs are freed */
  }
  napi_delete_reference(env, it->arguments);
  if (it->work) napi_delete_async_work(env, it->work);
  job_clear(it);
  free(it);
}

static void execute(napi_env env, void *data) {
  (void)env;
  job_run(data);
}

static void complete(napi_env env, napi_status status, void *data) {
  job *it = data;
  (void)env, (void)status;
  /* Messages to listeners and loggers come first. */
  mailbox_drain(it->environment, true);
  job_finish(it);
}

static bool queue_in_pool(job *it, napi_env env) {
  return napi_create_async_work(env, NULL, text_value(env, "lectern"), execute, complete, it, &it->work) == napi_ok &&
         napi_queue_async_work(env, it->work) == napi_ok;
}

void job_mark_stream(job *it) {
  if (!it->streams) it->environment->stream_jobs++;
  it->streams = true;
}

void job_abandon(job *it) {
  refuse_call(it, "There is no thread for this call.");
  job_finish(it);
}

static bool begin(job *it, napi_env env) {
  request *present = it->function->waits == NEVER_WAITS ? NULL : mailbox_present(it->environment);
  if (present && mailbox_hand_over(present, it)) return true;
  return it->answers ? mailbox_start_thread(it, present) : queue_in_pool(it, env);
}

static void start(job *it, napi_env env) {
  if (it->family) it->family->jobs++;
  if (it->family && it->family->streams) job_mark_stream(it);
  if (!begin(it, env)) job_abandon(it);
}

/* The first argument is an Int32Array that is set to 1 to cancel the call, or undefined. */
static bool keep_arguments(job *it, napi_env env, napi_value *arguments, size_t count) {
  napi_value array = NULL;
  void *memory = NULL;
  size_t length = 0;
  bool is = false;
  napi_create_array_with_length(env, count, &array);
  for (size_t i = 0; i < count; i++) napi_set_element(env, array, (uint32_t)i, arguments[i]);
  if (count && napi_is_typedarray(env, arguments[0], &is) == napi_ok && is &&
      napi_get_typedarray_info(env, arguments[0], NULL, &length, &memory, NULL, NULL) == napi_ok && length)
    it->stop = memory;
  return napi_create_reference(env, array, 1, &it->arguments) == napi_ok;
}

napi_value call_later(napi_env env, napi_callback_info info) {
  size_t count = MAX_ARGUMENTS;
  napi_value arguments[MAX_ARGUMENTS], promise = NULL;
  void *data;
  napi_get_cb_info(env, info, &count, arguments, NULL, &data);
  if (count > MAX_ARGUMENTS) count = MAX_ARGUMENTS;
  const binding *binding = data;
  job *it = malloc(sizeof *it);
  if (!it) return NULL;
  job_init(it, binding->environment, binding->function);
  if (!count || !job_prepare(it, env, arguments + 1, count - 1)) {
    job_clear(it);
    free(it);
    return NULL;
  }
  keep_arguments(it, env, arguments, count);
  napi_create_promise(env, &it->deferred, &promise);
  start(it, env);
  return promise;
}
