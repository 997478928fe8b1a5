/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Converts JavaScript values to the argument words of a call, and the outputs of a call to JavaScript values.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "addon.h"

static const double GREATEST_SAFE_INTEGER = 9007199254740991.0;

/* The name of the argument that is converted, followed by a space and others; "" for another value. */
static _Thread_local const char *argument = "";

/* "The argument NAME must be a string." */
static const char *sentence(const char *must, char *text, size_t size) {
  const int length = (int)strcspn(argument, " ");
  snprintf(text, size, "The %s%.*s must %s.", length ? "argument " : "value", length, argument, must);
  return text;
}

napi_value throw_type(napi_env env, const char *must) {
  char text[160];
  napi_throw_type_error(env, "ERR_INVALID_ARG_TYPE", sentence(must, text, sizeof text));
  return NULL;
}

static bool refuse(napi_env env, const char *must) {
  throw_type(env, must);
  return false;
}

static bool refuse_range(napi_env env, const char *must) {
  char text[160];
  napi_throw_range_error(env, "ERR_OUT_OF_RANGE", sentence(must, text, sizeof text));
  return false;
}

bool no_memory(napi_env env) {
  napi_throw_error(env, "ERR_MEMORY_ALLOCATION_FAILED", "There is not enough memory.");
  return false;
}

char *copied(const void *bytes, size_t size) {
  char *copy = malloc(size + 1);
  if (!copy) return NULL;
  if (size) memcpy(copy, bytes, size);
  copy[size] = 0;
  return copy;
}

napi_value text_value(napi_env env, const char *text) {
  napi_value value = NULL;
  napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value);
  return value;
}

/* --------------------------------------------------------------------------------------------------------- Inputs */

static bool is_missing(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  return !value || napi_typeof(env, value, &type) != napi_ok || type == napi_undefined || type == napi_null;
}

static void *remember(job *it, void *memory) { return it->memory[it->memory_count++] = memory; }

bool text_word(job *it, napi_env env, napi_value value, word *word) {
  size_t room = sizeof it->near - it->near_size, size = 0;
  char *text = it->near + it->near_size;
  if (napi_get_value_string_utf8(env, value, text, room, &size) != napi_ok) return refuse(env, "be a string");
  /* With less than a character to spare, the text may have been truncated. */
  if (size + 4 < room) {
    it->near_size += size + 1;
  } else {
    napi_get_value_string_utf8(env, value, NULL, 0, &size);
    text = malloc(size + 1);
    if (!text) return no_memory(env);
    remember(it, text);
    napi_get_value_string_utf8(env, value, text, size + 1, &size);
  }
  /* C would truncate the text there, and act on something else. */
  if (strlen(text) != size) return refuse(env, "not have the character U+0000");
  word->pointer = text;
  return true;
}

bool bytes_of(napi_env env, napi_value value, void **bytes, size_t *size) {
  bool is = false;
  if (napi_is_typedarray(env, value, &is) == napi_ok && is) {
    static const unsigned char widths[] = {1, 1, 1, 2, 2, 4, 4, 4, 8, 8, 8};
    napi_typedarray_type type = napi_uint8_array;
    if (napi_get_typedarray_info(env, value, &type, size, bytes, NULL, NULL) != napi_ok) return false;
    *size *= (size_t)type < sizeof widths ? widths[type] : 1;
    return true;
  }
  if (napi_is_dataview(env, value, &is) == napi_ok && is)
    return napi_get_dataview_info(env, value, size, bytes, NULL, NULL) == napi_ok;
  if (napi_is_arraybuffer(env, value, &is) == napi_ok && is)
    return napi_get_arraybuffer_info(env, value, bytes, size) == napi_ok;
  return false;
}

/* Copies the data, because JavaScript could change or detach the memory while another thread reads it. */
static bool data_words(job *it, napi_env env, napi_value value, word *words) {
  void *bytes = NULL;
  size_t size = 0;
  if (!bytes_of(env, value, &bytes, &size)) return refuse(env, "be a Buffer, a Uint8Array or an ArrayBuffer");
  void *copy = copied(bytes, size);
  if (!copy) return no_memory(env);
  words[0].pointer = copy;
  words[1].number = size;
  it->data_size = (int64_t)size;
  /* A function with a release function and user_data uses the copy in place. */
  if (it->function->parameters[words + 2 - it->words] == A_RELEASE) words[3].pointer = copy;
  else remember(it, copy);
  return true;
}

static bool number_word(napi_env env, napi_value value, double greatest, double *number) {
  if (napi_get_value_double(env, value, number) != napi_ok) return refuse(env, "be a number");
  if (*number >= 0 && *number <= greatest && *number == floor(*number)) return true;
  char message[80];
  snprintf(message, sizeof message, "be a whole number between 0 and %.0f", greatest);
  return refuse_range(env, message);
}

static bool handle_word(job *it, napi_env env, napi_value value, word *word) {
  if (is_missing(env, value)) return true;
  const owner *owner = owner_of(env, value);
  if (!owner) return refuse(env, "be an object of this package");
  word->pointer = owner->handle;
  if (!it->family) it->family = family_keep(owner->family);
  return true;
}

static bool callback_word(job *it, napi_env env, char kind, napi_value value, word *word) {
  if (is_missing(env, value)) return true;
  word->pointer = callback_struct(it, kind, value);
  if (!word->pointer) return false;
  remember(it, word->pointer);
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  if (kind != A_LISTENER && kind != A_LOGGER && type != napi_boolean) it->answers = true;
  return true;
}

void job_drop(job *it) {
  for (const char *kind = it->function->parameters; *kind; kind++) {
    const word *words = &it->words[kind - it->function->parameters];
    if (*kind == A_RELEASE) free(words[1].pointer);
    if (!strchr("SFVLPCER", *kind) || !words->pointer) continue;
    const lectern_logger *head = words->pointer;
    head->release(head->user_data);
  }
}

static bool word_of(job *it, napi_env env, char kind, napi_value value, word *word) {
  double number = 0;
  switch (kind) {
    case A_HANDLE: return handle_word(it, env, value, word);
    case AN_OPTIONAL_TEXT: return is_missing(env, value) || text_word(it, env, value, word);
    case A_TEXT: return text_word(it, env, value, word);
    case A_FLAG:
    case A_NUMBER32:
      if (!number_word(env, value, kind == A_FLAG ? INT32_MAX : UINT32_MAX, &number)) return false;
      word->small = (uint32_t)number;
      return true;
    case A_NUMBER64:
      if (is_missing(env, value)) {
        word->number = UINT64_MAX;
        return true;
      }
      if (!number_word(env, value, GREATEST_SAFE_INTEGER, &number)) return false;
      word->number = (uint64_t)number;
      return true;
    default: return callback_word(it, env, kind, value, word);
  }
}

static bool is_output(char kind) {
  return kind == OUT_TEXT || kind == OUT_BYTES || kind == OUT_FLAG || kind == OUT_NUMBER32 || kind == OUT_NUMBER64 ||
         (kind >= OUT_HANDLE && kind <= OUT_HANDLE + 9);
}

/* Words that do not correspond to an argument. */
static bool is_implied(char kind) {
  return is_output(kind) || kind == A_SIZE || kind == A_RELEASE || kind == A_USER_DATA || kind == THE_ABI;
}

static const char *next_name(const char *names) {
  const char *space = strchr(names, ' ');
  return space ? space + 1 : "";
}

static bool prepare(job *it, napi_env env, const napi_value *arguments, size_t count) {
  const char *kinds = it->function->parameters, *name = it->function->parameter_names;
  for (size_t i = 0, used = 0; kinds[i]; i++, name = next_name(name)) {
    word *words = &it->words[i];
    if (kinds[i] == THE_ABI) words->small = LECTERN_ABI;
    if (is_implied(kinds[i])) continue;
    napi_value value = used < count ? arguments[used] : NULL;
    used++;
    argument = name;
    bool is_right = kinds[i] == A_DATA ? data_words(it, env, value, words) : word_of(it, env, kinds[i], value, words);
    argument = "";
    if (!is_right) return false;
  }
  return true;
}

/* Determines the family of the new handle: a publication and a context start a new one. */
static void join_family(job *it) {
  const char *kinds = it->function->parameters, *output = kinds;
  while (*output && (*output < OUT_HANDLE || *output > OUT_HANDLE + 9)) output++;
  const char *made = *output ? handle_types[*output - OUT_HANDLE].name : "";
  if (strcmp(made, "publication") == 0 || strcmp(made, "context") == 0 || (!it->family && it->answers)) {
    family *outer = it->family;
    it->family = family_new(outer);
    family_release(outer);
  }
  if (!it->family) return;
  if (it->answers) {
    it->family->answers = true;
    it->family->streams = it->family->streams || strpbrk(kinds, "SF");
  }
  it->answers = family_answers(it->family);
}

bool job_prepare(job *it, napi_env env, const napi_value *arguments, size_t count) {
  if (prepare(it, env, arguments, count)) {
    join_family(it);
    return true;
  }
  job_drop(it);
  return false;
}

/* -------------------------------------------------------------------------------------------------------- Outputs */

static napi_value taken(napi_env env, lectern_buffer *buffer, bool is_text) {
  napi_value value = NULL;
  if (!buffer) {
    napi_get_null(env, &value);
    return value;
  }
  const char *data = lectern_buffer_data(buffer);
  size_t size = lectern_buffer_size(buffer);
  if (is_text) napi_create_string_utf8(env, data, size, &value);
  else napi_create_buffer_copy(env, size, data, NULL, &value);
  lectern_buffer_free(buffer);
  if (!value) no_memory(env);
  return value;
}

/* Remembers the source of a resource, so that both can be transferred to the library. */
static void remember_source(job *it, napi_value value) {
  const char *stream = strchr(it->function->parameters, A_STREAM);
  owner *owner = stream && value ? owner_of(it->environment->env, value) : NULL;
  if (!owner) return;
  const lectern_stream *given = it->words[stream - it->function->parameters].pointer;
  owner->source = given->user_data;
}

/* A publication and a store may have an open file.  The garbage collector only knows of memory: with this much of it for
 * each, it finds those that were forgotten before a process of 256 files has none left. */
static int64_t weight(const handle_type *type) {
  return strcmp(type->name, "publication") == 0 || strcmp(type->name, "store") == 0 ? 1 << 20 : 0;
}

static napi_value output(job *it, char kind, const word *word) {
  napi_env env = it->environment->env;
  napi_value value = NULL;
  switch (kind) {
    case OUT_TEXT:
    case OUT_BYTES: return taken(env, word->pointer, kind == OUT_TEXT);
    case OUT_FLAG: napi_get_boolean(env, word->flag != 0, &value); return value;
    case OUT_NUMBER32: napi_create_int32(env, word->flag, &value); return value;
    case OUT_NUMBER64: napi_create_double(env, (double)word->number, &value); return value;
    default: {
      const handle_type *type = &handle_types[kind - OUT_HANDLE];
      value = owner_new(it->environment, word->pointer, type, it->family, it->data_size + weight(type));
      remember_source(it, value);
      return value;
    }
  }
}

/* Without outputs, the status; with one, its value; with several, an array. */
napi_value job_result(job *it) {
  napi_env env = it->environment->env;
  napi_value value = NULL, array = NULL;
  uint32_t count = 0;
  for (const char *kind = it->function->parameters; *kind; kind++) {
    if (!is_output(*kind)) continue;
    napi_value next = output(it, *kind, &it->words[kind - it->function->parameters]);
    if (count == 1) {
      napi_create_array(env, &array);
      napi_set_element(env, array, 0, value);
    }
    if (count) napi_set_element(env, array, count, next);
    value = next;
    count++;
  }
  if (count == 0) napi_create_int32(env, it->status, &value);
  return count > 1 ? array : value;
}

/* A LecternError, created by lib/native.js. */
napi_value job_failure(job *it) {
  napi_env env = it->environment->env;
  napi_value make = NULL, self = NULL, failure = NULL, arguments[4] = {NULL};
  lectern_buffer *json = NULL;
  lectern_error_json(it->error, &json);
  napi_create_int32(env, it->status, &arguments[0]);
  arguments[1] = text_value(env, lectern_status_name(it->status));
  arguments[2] = taken(env, json, true);
  if (!it->raised || napi_get_reference_value(env, it->raised, &arguments[3]) != napi_ok || !arguments[3])
    napi_get_undefined(env, &arguments[3]);
  napi_get_undefined(env, &self);
  napi_get_reference_value(env, it->environment->make_error, &make);
  if (napi_call_function(env, self, make, 4, arguments, &failure) != napi_ok)
    napi_get_and_clear_last_exception(env, &failure);
  return failure;
}
