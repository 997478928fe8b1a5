/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Defines the exports that lib/native.js uses: sync.NAME(...) and async.NAME(stop, ...) for each function of the
 * library, and a few more.
 */
#include <stdlib.h>

#include "addon.h"

bool on_its_thread(const environment *it) { return pthread_equal(it->thread, pthread_self()); }

void environment_release(environment *it) {
  if (--it->references > 0) return;
  pthread_mutex_destroy(&it->mutex);
  pthread_cond_destroy(&it->changed);
  free(it);
}

static void finalize(napi_env env, void *data, void *hint) {
  (void)env;
  free(hint);
  environment_release(data);
}

static environment *environment_new(napi_env env) {
  environment *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->env = env;
  it->thread = pthread_self();
  it->asked_end = &it->asked;
  it->posted_end = &it->posted;
  it->queued_end = &it->queued;
  it->references = 1;
  pthread_mutex_init(&it->mutex, NULL);
  pthread_cond_init(&it->changed, NULL);
  return it;
}

static void set_function(napi_env env, napi_value object, const char *name, napi_callback callback, void *data) {
  napi_value function = NULL;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, data, &function);
  napi_set_named_property(env, object, name, function);
}

static napi_value version(napi_env env, napi_callback_info info) {
  (void)info;
  return text_value(env, lectern_version());
}

/* setup(makeError, dispatch, currentRequest) */
static napi_value setup(napi_env env, napi_callback_info info) {
  size_t count = 3;
  napi_value functions[3];
  void *data = NULL;
  napi_get_cb_info(env, info, &count, functions, NULL, &data);
  environment *it = data;
  napi_ref *places[] = {&it->make_error, &it->dispatch, &it->current_request};
  for (size_t i = 0; i < 3 && count == 3; i++) napi_create_reference(env, functions[i], 1, places[i]);
  return NULL;
}

static void add_functions(napi_env env, napi_value exports, const binding *bindings) {
  napi_value now = NULL, later = NULL;
  napi_create_object(env, &now);
  napi_create_object(env, &later);
  for (size_t i = 0; i < function_count; i++) {
    set_function(env, now, functions[i].name, call_now, (void *)&bindings[i]);
    set_function(env, later, functions[i].name, call_later, (void *)&bindings[i]);
  }
  napi_set_named_property(env, exports, "sync", now);
  napi_set_named_property(env, exports, "async", later);
}

NAPI_MODULE_INIT() {
  environment *it = environment_new(env);
  binding *bindings = calloc(function_count, sizeof *bindings);
  if (!it || !bindings) {
    napi_throw_error(env, NULL, "There is not enough memory.");
    return NULL;
  }
  if (lectern_abi() != LECTERN_ABI) {
    napi_throw_error(env, NULL, "The ABI of liblectern does not match this addon.");
    return NULL;
  }
  for (size_t i = 0; i < function_count; i++) bindings[i] = (binding){it, &functions[i]};
  napi_value name = text_value(env, "lectern");
  napi_create_threadsafe_function(env, NULL, NULL, name, 0, 1, NULL, NULL, it, mailbox_wake, &it->wake);
  napi_unref_threadsafe_function(env, it->wake);
  napi_set_instance_data(env, it, finalize, bindings);
  /* After the thread-safe function, so that this hook runs first. */
  napi_add_env_cleanup_hook(env, mailbox_close, it);
  add_functions(env, exports, bindings);
  set_function(env, exports, "version", version, NULL);
  set_function(env, exports, "setup", setup, it);
  set_function(env, exports, "answer", answer_request, it);
  set_function(env, exports, "close", owner_close, it);
  set_function(env, exports, "isOpen", owner_is_open, NULL);
  return exports;
}
