/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Handles owned by JavaScript objects.  A handle that is not freed explicitly is freed when its object is collected or
 * when the environment exits.
 */
#include <stdlib.h>

#include "addon.h"

family *family_new(family *context) {
  family *it = calloc(1, sizeof *it);
  if (!it) return NULL;
  it->context = family_keep(context);
  it->references = 1;
  return it;
}

family *family_keep(family *it) {
  if (it) it->references++;
  return it;
}

void family_release(family *it) {
  if (!it || --it->references > 0) return;
  family_release(it->context);
  free(it);
}

bool family_answers(const family *it) { return it && (it->answers || family_answers(it->context)); }

static void count_bytes(napi_env env, int64_t change) {
  int64_t all = 0;
  if (change) napi_adjust_external_memory(env, change, &all);
}

static void close_owner(napi_env env, owner *it) {
  const handle_type *type = it->type;
  it->type = NULL;
  if (type) type->free(it->handle);
  count_bytes(env, -it->bytes);
  it->bytes = 0;
}

static void finalize(napi_env env, void *data, void *hint) {
  owner *it = data;
  job *outer = current_job;
  (void)hint;
  /* JavaScript must not run during garbage collection, so messages are posted. */
  current_job = NULL;
  close_owner(env, it);
  current_job = outer;
  family_release(it->family);
  free(it);
}

napi_value owner_new(environment *environment, void *handle, const handle_type *type, family *family, int64_t bytes) {
  napi_value value = NULL;
  owner *it = malloc(sizeof *it);
  if (it) {
    *it = (owner){.handle = handle, .type = type, .family = family_keep(family), .bytes = bytes};
    if (napi_create_external(environment->env, it, finalize, NULL, &value) == napi_ok) {
      count_bytes(environment->env, bytes);
      return value;
    }
    family_release(family);
    free(it);
  }
  if (type) type->free(handle);
  return NULL;
}

owner *owner_of(napi_env env, napi_value value) {
  void *data = NULL;
  return napi_get_value_external(env, value, &data) == napi_ok ? data : NULL;
}

void *owner_give_away(napi_env env, owner *it) {
  if (!it->type) return NULL;
  it->type = NULL;
  if (it->source) napi_reference_ref(env, it->source->target, NULL);
  return it->handle;
}

static owner *owner_argument(napi_env env, napi_callback_info info, void **environment) {
  size_t count = 1;
  napi_value value = NULL;
  napi_get_cb_info(env, info, &count, &value, NULL, environment);
  return count == 1 ? owner_of(env, value) : NULL;
}

/* Inside a call, so that services are notified immediately. */
napi_value owner_close(napi_env env, napi_callback_info info) {
  void *environment = NULL;
  owner *it = owner_argument(env, info, &environment);
  job call = {.environment = environment}, *outer = current_job;
  current_job = &call;
  if (it) close_owner(env, it);
  current_job = outer;
  return NULL;
}

napi_value owner_is_open(napi_env env, napi_callback_info info) {
  const owner *it = owner_argument(env, info, NULL);
  napi_value value = NULL;
  napi_get_boolean(env, it && it->type, &value);
  return value;
}
