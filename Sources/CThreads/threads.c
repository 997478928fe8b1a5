/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "CThreads.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

/* The state of one thread, in thread-local storage.  A forking thread reads the first three members. */
typedef struct thread {
  _Atomic int32_t locks;   /* number of locks held or waited for */
  _Atomic int32_t working; /* in a call, and not in a callback of the host */
  struct thread *next;
  uint64_t number; /* 0 if not in the list */
  int32_t callbacks;
  int32_t forks; /* inside fork() */
  int32_t ended; /* on_end() has run; other destructors of the host may still call the library */
  sem_t wake;
} thread;

/* Used by every lock and every call.  The initial-exec model avoids a call to the loader for its address, at the cost
 * of some 100 bytes of the static TLS space that a process reserves for libraries loaded at run time. */
static _Thread_local thread self __attribute__((tls_model("initial-exec")));

/* All threads that have called the library and have not exited. */
static thread *list;
static uint64_t last_number;
static pthread_mutex_t list_mutex = PTHREAD_MUTEX_INITIALIZER;
/* A key whose destructor runs when a thread exits. */
static pthread_key_t key;
static int has_key;

/* Locked while the process forks. */
static pthread_mutex_t fork_mutex = PTHREAD_MUTEX_INITIALIZER;
/* Stages of a fork.  NO_CALLS blocks other threads that enter calls, NO_LOCKS also those that take locks. */
enum { NO_FORK, NO_CALLS, NO_LOCKS };
static _Atomic int32_t is_forking;
static uint32_t forks;

/* ---------------------------------------------------------------------------------------------- The list of threads */

static thread *me(void) {
  if (self.number || self.ended) return &self;
  pthread_mutex_lock(&list_mutex);
  /* Without a key, on_end() is not called before the memory of the thread is freed.  Such a thread is not listed, and
   * fork() does not wait for it. */
  if (has_key && pthread_setspecific(key, &self) == 0) {
    sem_init(&self.wake, 0, 0);
    self.number = ++last_number;
    self.next = list;
    list = &self;
  } else {
    self.ended = 1;
  }
  pthread_mutex_unlock(&list_mutex);
  return &self;
}

static void on_end(void *value) {
  thread *ending = value;
  pthread_mutex_lock(&list_mutex);
  for (thread **link = &list; *link; link = &(*link)->next) {
    if (*link != ending) continue;
    *link = ending->next;
    break;
  }
  ending->number = 0;
  ending->ended = 1;
  pthread_mutex_unlock(&list_mutex);
}

static thread *find(uint64_t number) {
  thread *found = list;
  while (found && found->number != number) found = found->next;
  return found;
}

uint64_t threads_current(void) { return me()->number; }

int32_t threads_is_alive(uint64_t number) {
  /* All threads that could not be listed have the number 0. */
  if (number == 0 || number == self.number) return 1;
  pthread_mutex_lock(&list_mutex);
  int32_t is_alive = find(number) != NULL;
  pthread_mutex_unlock(&list_mutex);
  return is_alive;
}

int32_t threads_callbacks(void) { return self.callbacks; }
void threads_add_callbacks(int32_t count) { me()->callbacks += count; }
uint32_t threads_forks(void) { return forks; }

/* ------------------------------------------------------------------------------------------------- Locks and calls */

/* Whether the thread must wait for a fork.  A thread in a call may still take locks while fork() waits for the call. */
static int must_wait(thread *it, _Atomic int32_t *flag) {
  int32_t stage = atomic_load(&is_forking);
  if (stage == NO_FORK || it->forks) return 0;
  return stage == NO_LOCKS || flag == &it->working || !atomic_load(&it->working);
}

/* Sets the flag that a forking thread reads, then checks whether a thread is forking.  The forking thread does the
 * same in the opposite order, so at least one of the two sees the other. */
static void enter(thread *it, _Atomic int32_t *flag) {
  for (;;) {
    atomic_store(flag, 1);
    if (!must_wait(it, flag)) return;
    atomic_store(flag, 0);
    /* With a timeout, since an atfork handler of the host that runs after ours may wait for this thread. */
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 10;
    int is_over = pthread_mutex_timedlock(&fork_mutex, &limit) == 0;
    if (is_over) pthread_mutex_unlock(&fork_mutex);
    atomic_store(flag, !is_over);
    if (!is_over) return;
  }
}

void threads_lock(pthread_mutex_t *mutex) {
  thread *it = me();
  int32_t held = atomic_load_explicit(&it->locks, memory_order_relaxed);
  if (held == 0) enter(it, &it->locks);
  else atomic_store_explicit(&it->locks, held + 1, memory_order_relaxed);
  pthread_mutex_lock(mutex);
}

void threads_unlock(pthread_mutex_t *mutex) {
  pthread_mutex_unlock(mutex);
  int32_t held = atomic_load_explicit(&self.locks, memory_order_relaxed);
  atomic_store_explicit(&self.locks, held - 1, memory_order_release);
}

int32_t threads_set_working(int32_t working) {
  thread *it = me();
  int32_t before = atomic_load_explicit(&it->working, memory_order_relaxed);
  if (working && !before) enter(it, &it->working);
  if (!working) atomic_store_explicit(&it->working, 0, memory_order_release);
  return before;
}

/* --------------------------------------------------------------------------------------------------------- Waiting */

static void wait_shortly(long nanoseconds) { nanosleep(&(struct timespec){0, nanoseconds}, NULL); }

void threads_sleep(void) {
  int32_t before = threads_set_working(0);
  if (self.number)
    while (sem_wait(&self.wake) != 0) {}
  else wait_shortly(1000000);
  threads_set_working(before);
}

int32_t threads_wake(uint64_t number) {
  pthread_mutex_lock(&list_mutex);
  thread *found = find(number);
  if (found) sem_post(&found->wake);
  pthread_mutex_unlock(&list_mutex);
  return found != NULL;
}

/* ------------------------------------------------------------------------------------------------------------ Fork */

/* How long fork() waits for calls, and the interval between two checks, in nanoseconds. */
static const int64_t for_calls = 1000000000, between_looks = 100000;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Called with the list locked; it stays locked until the fork is complete. */
static int may_fork(thread *it, int in_spite_of_calls) {
  for (thread *other = list; other; other = other->next) {
    if (other == it) continue;
    if (atomic_load(&other->locks) || (!in_spite_of_calls && atomic_load(&other->working))) return 0;
  }
  return 1;
}

static void before_fork(void) {
  thread *it = me();
  pthread_mutex_lock(&fork_mutex);
  it->forks = 1;
  atomic_store(&is_forking, NO_CALLS);
  int64_t deadline = now() + for_calls;
  for (;;) {
    int in_spite_of_calls = now() >= deadline;
    if (in_spite_of_calls) atomic_store(&is_forking, NO_LOCKS);
    pthread_mutex_lock(&list_mutex);
    if (may_fork(it, in_spite_of_calls)) return;
    /* A thread that holds a lock may need the list before it can release it. */
    pthread_mutex_unlock(&list_mutex);
    wait_shortly(between_looks);
  }
}

static void after_fork(void) {
  self.forks = 0;
  atomic_store(&is_forking, NO_FORK);
  pthread_mutex_unlock(&list_mutex);
  pthread_mutex_unlock(&fork_mutex);
}

static void in_child(void) {
  list = self.number ? &self : NULL;
  self.next = NULL;
  forks++;
  after_fork();
}

__attribute__((constructor)) static void on_load(void) {
  has_key = pthread_key_create(&key, on_end) == 0;
  pthread_atfork(before_fork, after_fork, in_child);
}

/* The handlers of pthread_atfork() are removed when the library is unloaded, but the key is not. */
__attribute__((destructor)) static void on_unload(void) {
  pthread_mutex_lock(&list_mutex);
  if (has_key) pthread_key_delete(key);
  has_key = 0;
  list = NULL;
  pthread_mutex_unlock(&list_mutex);
}
