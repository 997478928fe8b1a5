/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Passes requests from other threads to the JavaScript of an environment, and the answers back.
 *
 * While a thread waits for its answer, it makes the calls that the answer needs (errands), just as a host in C would
 * make them from inside its callback.  This way, the library recognizes them as part of the same call.
 */
#include <uv.h>

#include "addon.h"

/* --------------------------------------------------------------------------------------------- From other threads */

/* The mutex must be held. */
static void ring(environment *it) {
  pthread_cond_broadcast(&it->changed);
  if (!it->closing) napi_call_threadsafe_function(it->wake, NULL, napi_tsfn_nonblocking);
}

void mailbox_post(environment *it, post *message) {
  message->next = NULL;
  pthread_mutex_lock(&it->mutex);
  *it->posted_end = message;
  it->posted_end = &message->next;
  ring(it);
  pthread_mutex_unlock(&it->mutex);
}

static void post_finished(job *it) {
  it->finished = (post){.kind = POST_FINISHED, .job = it};
  mailbox_post(it->environment, &it->finished);
}

/* The mutex must be held; it is released during the call. */
static void run_errand(request *it) {
  environment *environment = it->target->environment;
  job *errand = it->errands;
  it->errands = errand->next;
  it->runs_errand = true;
  pthread_mutex_unlock(&environment->mutex);
  job_run(errand);
  /* From here on, the thread of the environment may free it. */
  bool is_awaited = !errand->deferred;
  if (!is_awaited) post_finished(errand);
  pthread_mutex_lock(&environment->mutex);
  it->runs_errand = false;
  if (is_awaited) {
    errand->done = true;
    pthread_cond_broadcast(&environment->changed);
  }
}

static void stop_waiting(request *it, lectern_status status) {
  it->status = status;
  it->done = true;
  pthread_cond_signal(&it->changed);
}

void mailbox_ask(request *it) {
  environment *environment = it->target->environment;
  pthread_cond_init(&it->changed, NULL);
  pthread_mutex_lock(&environment->mutex);
  if (environment->closing) {
    stop_waiting(it, LECTERN_ERROR_CANCELLED);
  } else {
    *environment->asked_end = it;
    environment->asked_end = &it->next;
    ring(environment);
  }
  while (it->errands || !it->done) {
    if (it->errands) run_errand(it);
    else pthread_cond_wait(&it->changed, &environment->mutex);
  }
  pthread_mutex_unlock(&environment->mutex);
  pthread_cond_destroy(&it->changed);
}

static void thread(void *data) {
  job_run(data);
  post_finished(data);
}

/* ------------------------------------------------------------------------------- In the thread of the environment */

static bool start_thread(job *it) {
  environment *environment = it->environment;
  /* Unlike pthread_create(), this does not need a newer C library than Node does. */
  if (uv_thread_create(&it->thread, thread, it) != 0) return false;
  it->has_thread = true;
  it->next = environment->threads;
  environment->threads = it;
  if (environment->thread_count++ == 0) napi_ref_threadsafe_function(environment->env, environment->wake);
  return true;
}

bool mailbox_start_thread(job *it, bool is_nested) {
  environment *environment = it->environment;
  if (environment->thread_count < (is_nested ? MAX_NESTED_THREADS : MAX_THREADS)) return start_thread(it);
  if (is_nested) return false;
  it->next = NULL;
  *environment->queued_end = it;
  environment->queued_end = &it->next;
  return true;
}

static job *next_queued(environment *it) {
  job *first = it->queued;
  if (first && !(it->queued = first->next)) it->queued_end = &it->queued;
  return first;
}

void mailbox_forget_thread(job *it) {
  environment *environment = it->environment;
  job **place = &environment->threads;
  while (*place != it) place = &(*place)->next;
  *place = it->next;
  job *next = environment->closing ? NULL : next_queued(environment);
  if (next && !start_thread(next)) job_abandon(next);
  if (--environment->thread_count == 0 && !environment->closing)
    napi_unref_threadsafe_function(environment->env, environment->wake);
}

bool mailbox_is_empty(environment *it) {
  pthread_mutex_lock(&it->mutex);
  bool is_empty = !it->posted;
  pthread_mutex_unlock(&it->mutex);
  return is_empty;
}

static post *next_post(environment *it) {
  pthread_mutex_lock(&it->mutex);
  post *first = it->posted;
  if (first && !(it->posted = first->next)) it->posted_end = &it->posted;
  pthread_mutex_unlock(&it->mutex);
  return first;
}

static request *next_request(environment *it) {
  pthread_mutex_lock(&it->mutex);
  request *first = it->asked;
  if (first && !(it->asked = first->next)) it->asked_end = &it->asked;
  pthread_mutex_unlock(&it->mutex);
  return first;
}

static void deliver_posts(environment *it) {
  for (post *message; (message = next_post(it));) post_deliver(it, message);
}

/* Delivers messages; those from one thread in their order. */
void mailbox_drain(environment *it, bool posts_only) {
  napi_handle_scope scope = NULL;
  napi_open_handle_scope(it->env, &scope);
  deliver_posts(it);
  for (request *next; !posts_only && (next = next_request(it));) {
    next->next = it->pending;
    it->pending = next;
    next->id = ++it->last_request;
    request_deliver(next);
    deliver_posts(it);
  }
  napi_close_handle_scope(it->env, scope);
}

void mailbox_wake(napi_env env, napi_value function, void *context, void *data) {
  (void)function, (void)data;
  if (env) mailbox_drain(context, false);
}

/* Resumes the waiting thread.  The request must not be used afterwards. */
void mailbox_answered(request *it) {
  environment *environment = it->target->environment;
  request **place = &environment->pending;
  while (*place && *place != it) place = &(*place)->next;
  if (*place) *place = it->next;
  pthread_mutex_lock(&environment->mutex);
  stop_waiting(it, it->status);
  pthread_mutex_unlock(&environment->mutex);
}

request *mailbox_pending(environment *it, double id) {
  request *found = it->pending;
  while (found && found->id != id) found = found->next;
  return found;
}

request *mailbox_present(environment *it) {
  napi_value function = NULL, self = NULL, value = NULL;
  double id = 0;
  if (!it->pending) return NULL;
  napi_get_undefined(it->env, &self);
  napi_get_reference_value(it->env, it->current_request, &function);
  if (napi_call_function(it->env, self, function, 0, NULL, &value) != napi_ok) return NULL;
  return napi_get_value_double(it->env, value, &id) == napi_ok ? mailbox_pending(it, id) : NULL;
}

bool mailbox_hand_over(request *present, job *it) {
  environment *environment = it->environment;
  pthread_mutex_lock(&environment->mutex);
  /* A thread that is busy with another errand may not return before this call must be made. */
  bool is_free = !present->runs_errand && !present->errands;
  if (is_free) {
    it->next = NULL;
    it->blocks = it->blocks || present->job->blocks;
    present->errands = it;
    pthread_cond_signal(&present->changed);
  }
  pthread_mutex_unlock(&environment->mutex);
  return is_free;
}

void mailbox_await(job *it) {
  environment *environment = it->environment;
  for (bool done = false; !done;) {
    mailbox_drain(environment, false);
    pthread_mutex_lock(&environment->mutex);
    while (!it->done && !environment->asked && !environment->posted)
      pthread_cond_wait(&environment->changed, &environment->mutex);
    done = it->done;
    pthread_mutex_unlock(&environment->mutex);
  }
}

/* Closes the environment: waiting threads get an error, and their calls end. */
void mailbox_close(void *data) {
  environment *it = data;
  pthread_mutex_lock(&it->mutex);
  it->closing = true;
  for (request *each = it->asked; each; each = each->next) stop_waiting(each, LECTERN_ERROR_CANCELLED);
  for (request *each = it->pending; each; each = each->next) stop_waiting(each, LECTERN_ERROR_CANCELLED);
  it->asked = it->pending = NULL;
  it->asked_end = &it->asked;
  pthread_mutex_unlock(&it->mutex);
  for (job *next; (next = next_queued(it));) job_abandon(next);
  while (it->threads) {
    pthread_mutex_lock(&it->mutex);
    while (!it->posted) pthread_cond_wait(&it->changed, &it->mutex);
    pthread_mutex_unlock(&it->mutex);
    mailbox_drain(it, true);
  }
  napi_release_threadsafe_function(it->wake, napi_tsfn_abort);
  mailbox_drain(it, true);
}
