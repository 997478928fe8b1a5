/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Declarations shared by the source files of the addon.
 *
 * Two kinds of threads call the library.  The thread of an environment (the main thread, or a Worker) makes the
 * synchronous calls.  Jobs fulfil promises: in libuv's pool, or, if JavaScript has to answer while the call runs, in
 * a thread of their own.  Such a call waits for JavaScript, whose answer may need the pool itself (fs does), so a few
 * such calls in the pool would deadlock.
 *
 * The mutex of an environment guards its queues, and the states of requests and errands.  It is never held during a
 * call into the library or into JavaScript.
 */
#ifndef LECTERN_NODE_ADDON_H
#define LECTERN_NODE_ADDON_H

#define NAPI_VERSION 8
#include <lectern.h>
#include <node_api.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* The second limit is for calls that JavaScript makes to compute an answer. */
enum { MAX_PARAMETERS = 8, MAX_THREADS = 64, MAX_NESTED_THREADS = 512 };

/* ------------------------------------------------------------------------------------------------------ Functions */

/* A parameter or an output of a C function, in a form that fits any type. */
typedef union word {
  void *pointer;
  uint64_t number;
  uint32_t small;
  int32_t flag;
} word;

/* The types of words, one letter for each parameter except the last, which is the error. */
enum {
  A_HANDLE = 'h',
  A_TEXT = 't', /* required */
  AN_OPTIONAL_TEXT = 'o',
  A_DATA = 'd', /* bytes; their size is the next word */
  A_SIZE = 's',
  A_NUMBER32 = 'n',
  A_NUMBER64 = 'q', /* default: the maximum */
  A_FLAG = 'i',
  A_RELEASE = 'm', /* frees the bytes; its user_data is the next word */
  A_USER_DATA = 'M',
  THE_ABI = 'a',
  A_STREAM = 'S',
  A_FETCHER = 'F',
  A_SERVICE = 'V',
  A_LOGGER = 'L',
  A_PROGRESS = 'P',
  A_COMPUTE = 'C',
  A_LISTENER = 'E',
  A_RENDERER = 'R',
  A_EDITOR = 'T',
  OUT_TEXT = 'J',
  OUT_BYTES = 'B',
  OUT_FLAG = 'I',
  OUT_NUMBER32 = 'N',
  OUT_NUMBER64 = 'Q',
  OUT_HANDLE = '0' /* plus the digits after it: the index in handle_types */
};

typedef struct function {
  const char *name; /* without lectern_ */
  const char *parameters;
  const char *parameter_names; /* one for each, with spaces between them */
  lectern_status (*call)(word *words, lectern_error **error);
  enum { NEVER_WAITS, WAITS_FOR_STREAMS, WAITS_FOR_CALLS } waits;
} function;

typedef struct handle_type {
  const char *name;
  lectern_status (*free)(void *handle);
} handle_type;

/* From functions.c, which is generated. */
extern const function functions[];
extern const size_t function_count;
extern const handle_type handle_types[];

/* --------------------------------------------------------------------------------------------------- Environments */

struct callback;
struct job;
struct request;
struct post;

typedef struct environment {
  napi_env env;
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t changed; /* for the thread of the environment, while it waits for an errand */
  napi_threadsafe_function wake;
  napi_ref make_error, dispatch, current_request; /* functions of lib/native.js */
  struct request *asked, **asked_end;             /* from other threads, not yet passed to JavaScript */
  struct post *posted, **posted_end;
  struct request *pending;          /* passed to JavaScript, not yet answered; used only in its thread */
  struct job *threads;              /* with their own threads; likewise */
  struct job *queued, **queued_end; /* waiting for a thread; likewise */
  int thread_count, stream_jobs;    /* jobs that read from JavaScript */
  double last_request;
  int references; /* callbacks may outlive the environment */
  _Atomic bool closing;
} environment;

void environment_release(environment *it);
bool on_its_thread(const environment *it);

/* -------------------------------------------------------------------------------------------------- Owned handles */

/* The handles that come from one publication. */
typedef struct family {
  struct family *context;
  int references, jobs;
  bool answers; /* JavaScript answers one of its callbacks */
  bool streams; /* JavaScript provides its bytes */
} family;

family *family_new(family *context);
family *family_keep(family *it);
void family_release(family *it);
bool family_answers(const family *it);

/* A handle that a JavaScript object owns, as an external value. */
typedef struct owner {
  void *handle;
  const handle_type *type; /* NULL: borrowed, or closed */
  family *family;
  int64_t bytes;           /* external memory to report to the garbage collector */
  struct callback *source; /* of a resource that JavaScript delivers */
} owner;

napi_value owner_new(environment *it, void *handle, const handle_type *type, family *family, int64_t bytes);
owner *owner_of(napi_env env, napi_value value);
napi_value owner_close(napi_env env, napi_callback_info info);
napi_value owner_is_open(napi_env env, napi_callback_info info);
/* Transfers the handle to the library, which then owns its source; NULL if it is closed. */
void *owner_give_away(napi_env env, owner *it);

/* ------------------------------------------------------------------------------------------------------- Messages */

/* A JavaScript object that the library calls; user_data, or the instance of a service. */
typedef struct callback {
  environment *environment;
  napi_ref target; /* NULL: never called */
} callback;

typedef enum method {
  STREAM_READ,
  STREAM_SIZE,
  FETCHER_GET,
  SERVICE_OPEN,
  SERVICE_LINKS,
  SERVICE_GET,
  COMPUTE,
  RENDERER_ELEMENT,
  EDITOR_EDIT,
  PROGRESS_STEP,
  /* without an answer: */
  SERVICE_CLOSE,
  LOGGER_LOG,
  LISTENER_EVENT
} method;

/* A message without an answer. */
typedef struct post {
  callback *target;
  enum { POST_CALL, POST_RELEASE, POST_FINISHED } kind;
  method method;
  struct job *job;
  char *text, *second;
  struct post *next;
} post;

/* ----------------------------------------------------------------------------------------------------------- Jobs */

/* One call of a function. */
typedef struct job {
  environment *environment;
  const function *function;
  word words[MAX_PARAMETERS];
  size_t memory_count, near_size;
  int64_t data_size;
  family *family;
  bool answers;                 /* JavaScript may be asked during the call */
  bool blocks;                  /* meanwhile, the thread of the environment waits for the call */
  bool streams;                 /* counted in stream_jobs */
  const volatile int32_t *stop; /* nonzero: cancelled */
  lectern_status status;
  lectern_error *error;
  napi_ref raised; /* the last exception of a callback */
  /* For asynchronous calls: */
  napi_deferred deferred;
  napi_ref arguments; /* keeps their handles open */
  napi_async_work work;
  pthread_t thread;
  bool has_thread, done;
  struct job *next; /* in the list of errands, of threads, or of queued jobs */
  /* The members below are not initialized by job_init(). */
  post finished;                /* notifies the thread of the environment */
  void *memory[MAX_PARAMETERS]; /* texts, bytes and structs to free after the call */
  char near[256];               /* buffer for short texts */
} job;

/* The call that this thread is executing. */
extern _Thread_local job *current_job;

/* The data of the functions below. */
typedef struct binding {
  environment *environment;
  const function *function;
} binding;

napi_value call_now(napi_env env, napi_callback_info info);
napi_value call_later(napi_env env, napi_callback_info info);
/* Converts the arguments.  Returns false with a pending exception if they are invalid. */
bool job_prepare(job *it, napi_env env, const napi_value *arguments, size_t count);
void job_run(job *it);
napi_value job_result(job *it);
napi_value job_failure(job *it);
void job_clear(job *it);
/* Releases everything that the library would have taken ownership of. */
void job_drop(job *it);
void job_mark_stream(job *it);
void job_finish(job *it);
/* Finishes a call that cannot start. */
void job_abandon(job *it);

/* ------------------------------------------------------------------------------------------------------ Callbacks */

/* A call to JavaScript, on the stack of the thread that waits for the answer. */
typedef struct request {
  callback *target;
  method method;
  job *job;
  const char *text;
  uint64_t first, second;
  void *handle;
  void *bytes; /* destination of STREAM_READ */
  /* The answer: */
  lectern_status status;
  lectern_error *error;
  uint64_t number;
  void *pointer;
  /* While it is waiting: */
  double id;
  bool done, runs_errand;
  pthread_cond_t changed;
  job *errands; /* calls that the answer needs, to be made by this thread */
  struct request *next;
} request;

/* Allocates the struct for a parameter of this kind; NULL with a pending exception. */
void *callback_struct(job *it, char kind, napi_value target);
callback *callback_new(environment *it, napi_value target, bool weak);
void callback_free(callback *it);
void request_deliver(request *it);
void request_answer(request *it, napi_value answer);
void request_fail(request *it, napi_value failure);
napi_value answer_request(napi_env env, napi_callback_info info);
void post_deliver(environment *it, post *message);

/* -------------------------------------------------------------------------------------------------------- Mailbox */

void mailbox_ask(request *it);
void mailbox_post(environment *it, post *message);
bool mailbox_is_empty(environment *it);
/* Delivers what other threads have sent, or only posts. */
void mailbox_drain(environment *it, bool posts_only);
void mailbox_wake(napi_env env, napi_value function, void *context, void *data);
/* The request that the current JavaScript is answering. */
request *mailbox_present(environment *it);
/* Lets the thread of that request make a call; false if it is busy with another one. */
bool mailbox_hand_over(request *present, job *it);
void mailbox_await(job *it);
bool mailbox_start_thread(job *it, bool is_nested);
void mailbox_forget_thread(job *it);
request *mailbox_pending(environment *it, double id);
void mailbox_answered(request *it);
void mailbox_close(void *environment);

/* --------------------------------------------------------------------------------------------------------- Values */

napi_value throw_type(napi_env env, const char *must);
bool no_memory(napi_env env);
bool text_word(job *it, napi_env env, napi_value value, word *word);
/* The bytes of a typed array, a DataView or an ArrayBuffer, valid as long as the value. */
bool bytes_of(napi_env env, napi_value value, void **bytes, size_t *size);
char *copied(const void *bytes, size_t size);
napi_value text_value(napi_env env, const char *text);

#endif
