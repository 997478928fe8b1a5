/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the parts of the addon share.
 *
 * Two kinds of threads call the library.  The thread of an environment (the main thread, or a Worker) makes the
 * synchronous calls.  Promises are kept by jobs: in libuv's pool, or, if JavaScript has to answer while the call
 * runs, in a thread of their own.  Such a call waits for JavaScript, whose answer may need the pool itself (fs does):
 * in the pool, a few of them would wait forever.
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

/* Calls that JavaScript makes for an answer may have to exceed the first number of threads, but not the second. */
enum { MAX_PARAMETERS = 8, MAX_THREADS = 64, MAX_NESTED_THREADS = 512 };

/* ------------------------------------------------------------------------------------------------------ Functions */

/* A parameter or an output of a C function, in a form that any of them fits. */
typedef union word {
  void *pointer;
  uint64_t number;
  uint32_t small;
  int32_t flag;
} word;

/* What a word is made of, or made into.  One letter for each parameter but the last, which is the error. */
enum {
  A_HANDLE = 'h',
  A_TEXT = 't',          /* required */
  AN_OPTIONAL_TEXT = 'o',
  A_DATA = 'd',          /* bytes; their size is the next word */
  A_SIZE = 's',
  A_NUMBER32 = 'n',
  A_NUMBER64 = 'q',      /* left out: the greatest number */
  A_FLAG = 'i',
  A_RELEASE = 'm',       /* frees the bytes; its user_data is the next word */
  A_USER_DATA = 'M',
  THE_ABI = 'a',
  A_STREAM = 'S', A_FETCHER = 'F', A_SERVICE = 'V', A_LOGGER = 'L', A_PROGRESS = 'P', A_COMPUTE = 'C', A_LISTENER = 'E',
  A_RENDERER = 'R',
  OUT_TEXT = 'J', OUT_BYTES = 'B', OUT_FLAG = 'I', OUT_NUMBER32 = 'N', OUT_NUMBER64 = 'Q',
  OUT_HANDLE = '0'       /* and the digits after it: the index in handle_types */
};

typedef struct function {
  const char *name;       /* without lectern_ */
  const char *parameters;
  lectern_status (*call)(word *words, lectern_error **error);
  enum { NEVER_WAITS, WAITS_FOR_STREAMS, WAITS_FOR_CALLS } waits;
} function;

typedef struct handle_type {
  const char *name;
  lectern_status (*free)(void *handle);
} handle_type;

/* functions.c, which is generated. */
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
  pthread_cond_t changed;        /* for the thread of the environment, while it waits for an errand */
  napi_threadsafe_function wake;
  napi_ref make_error, dispatch, current_request;  /* functions of lib/native.js */
  struct request *asked, **asked_end;              /* by other threads, not yet given to JavaScript */
  struct post *posted, **posted_end;
  struct request *pending;       /* given to JavaScript, not yet answered; only the thread of the environment uses it */
  struct job *threads;           /* with a thread of their own; likewise */
  struct job *queued, **queued_end;                /* they wait for a thread; likewise */
  int thread_count, stream_jobs; /* jobs that read from JavaScript */
  double last_request;
  int references;                /* callbacks may outlive the environment */
  _Atomic bool closing;
} environment;

void environment_release(environment *it);
bool on_its_thread(const environment *it);

/* -------------------------------------------------------------------------------------------------- Owned handles */

/* The handles that come from one publication. */
typedef struct family {
  struct family *context;
  int references, jobs;
  bool answers;                  /* JavaScript answers one of its callbacks */
  bool streams;                  /* JavaScript is where its bytes come from */
} family;

family *family_new(family *context);
family *family_keep(family *it);
void family_release(family *it);
bool family_answers(const family *it);

/* A handle that a JavaScript object owns, as an external value. */
typedef struct owner {
  void *handle;
  const handle_type *type;       /* NULL: it is borrowed, or closed */
  family *family;
  int64_t bytes;                 /* in memory that the garbage collector has to know of */
  struct callback *source;       /* of a resource that JavaScript delivers */
} owner;

napi_value owner_new(environment *it, void *handle, const handle_type *type, family *family, int64_t bytes);
owner *owner_of(napi_env env, napi_value value);
napi_value owner_close(napi_env env, napi_callback_info info);
napi_value owner_is_open(napi_env env, napi_callback_info info);
/* Hands the handle over to the library, which keeps its source from now on; NULL if it is closed. */
void *owner_give_away(napi_env env, owner *it);

/* ------------------------------------------------------------------------------------------------------- Messages */

/* A JavaScript object that the library calls; user_data, or the instance of a service. */
typedef struct callback {
  environment *environment;
  napi_ref target;               /* NULL: it is not asked */
} callback;

typedef enum method {
  STREAM_READ, STREAM_SIZE, FETCHER_GET, SERVICE_OPEN, SERVICE_LINKS, SERVICE_GET, COMPUTE, RENDERER_ELEMENT,
  PROGRESS_STEP,
  /* without an answer: */
  SERVICE_CLOSE, LOGGER_LOG, LISTENER_EVENT
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
  bool answers;                  /* JavaScript may be asked during the call */
  bool blocks;                   /* and the thread of the environment waits for the call meanwhile */
  bool streams;                  /* it is among stream_jobs */
  const volatile int32_t *stop;  /* not 0: cancelled */
  lectern_status status;
  lectern_error *error;
  napi_ref raised;               /* what a callback threw last */
  /* Of asynchronous calls: */
  napi_deferred deferred;
  napi_ref arguments;            /* keeps their handles open */
  napi_async_work work;
  pthread_t thread;
  bool has_thread, done;
  struct job *next;              /* of the errands of a request, of those with a thread, or that wait for one */
  /* What follows is not set in the beginning. */
  post finished;                 /* tells the thread of the environment */
  void *memory[MAX_PARAMETERS];  /* texts, bytes and structs that are freed after the call */
  char near[256];                /* short texts */
} job;

/* The call that this thread is inside of. */
extern _Thread_local job *current_job;

/* The data of the functions below. */
typedef struct binding {
  environment *environment;
  const function *function;
} binding;

napi_value call_now(napi_env env, napi_callback_info info);
napi_value call_later(napi_env env, napi_callback_info info);
/* Whether the arguments are right; otherwise an exception is pending. */
bool job_prepare(job *it, napi_env env, const napi_value *arguments, size_t count);
void job_run(job *it);
napi_value job_result(job *it);
napi_value job_failure(job *it);
void job_clear(job *it);
/* Releases what the library would have taken over. */
void job_drop(job *it);
void job_mark_stream(job *it);
void job_finish(job *it);
/* Finishes a call that cannot begin. */
void job_abandon(job *it);

/* ------------------------------------------------------------------------------------------------------ Callbacks */

/* A question to JavaScript, in the stack of the thread that waits for the answer. */
typedef struct request {
  callback *target;
  method method;
  job *job;
  const char *text;
  uint64_t first, second;
  void *handle;
  void *bytes;                   /* where STREAM_READ puts them */
  /* The answer: */
  lectern_status status;
  lectern_error *error;
  uint64_t number;
  void *pointer;
  /* While it waits: */
  double id;
  bool done, runs_errand;
  pthread_cond_t changed;
  job *errands;                  /* calls that the answer needs, for this thread to make */
  struct request *next;
} request;

/* The struct for a parameter of this kind, in memory of its own; NULL with an exception pending. */
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
/* Delivers what other threads have sent; only posts, if asked to. */
void mailbox_drain(environment *it, bool posts_only);
void mailbox_wake(napi_env env, napi_value function, void *context, void *data);
/* The request whose answer this JavaScript is a part of. */
request *mailbox_present(environment *it);
/* Lets the thread of that request make a call; false if it is making another one. */
bool mailbox_hand_over(request *present, job *it);
void mailbox_await(job *it);
bool mailbox_start_thread(job *it, bool is_nested);
void mailbox_forget_thread(job *it);
request *mailbox_pending(environment *it, double id);
void mailbox_answered(request *it);
void mailbox_close(void *environment);

/* --------------------------------------------------------------------------------------------------------- Values */

napi_value throw_type(napi_env env, const char *message);
bool no_memory(napi_env env);
bool text_word(job *it, napi_env env, napi_value value, word *word);
/* The bytes of a typed array, a DataView or an ArrayBuffer, valid while its value is. */
bool bytes_of(napi_env env, napi_value value, void **bytes, size_t *size);
char *copied(const void *bytes, size_t size);
napi_value text_value(napi_env env, const char *text);

#endif
