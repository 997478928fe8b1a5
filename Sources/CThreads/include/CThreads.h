/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tracks the threads that are in the library, and makes fork() safe.  Only the thread that calls fork() exists in the
 * child, so locks that other threads hold would never be released, and data that they are changing would stay
 * inconsistent.
 *
 * fork() therefore waits until no other thread holds a lock of the library, and threads cannot take one until fork()
 * has returned.  In the child, all locks are free and the data that they protect is consistent.  fork() also waits, for
 * at most one second, until no other thread is in a call, because the Swift runtime, the loader, SQLite and pdfium have
 * locks of their own. */
#ifndef CTHREADS_H
#define CTHREADS_H

#include <pthread.h>
#include <stdint.h>

/* Locks or unlocks a mutex of the library.  While a thread forks, no other thread holds one. */
void threads_lock(pthread_mutex_t *mutex);
void threads_unlock(pthread_mutex_t *mutex);

/* Sets whether this thread is running code of the library (1), or is in a callback of the host or about to return (0).
 * Returns the previous value, to be restored later. */
int32_t threads_set_working(int32_t working);

/* The number of nested callbacks of the host on this thread. */
int32_t threads_callbacks(void);
void threads_add_callbacks(int32_t count);

/* The number of this thread.  Numbers are never reused, even after a thread has exited. */
uint64_t threads_current(void);

/* Whether the thread still exists.  It does not if it has exited, or if this process is a child that was forked by
 * another thread. */
int32_t threads_is_alive(uint64_t number);

/* Suspends this thread until another one wakes it.  If that has already happened, returns at once. */
void threads_sleep(void);
/* Wakes a thread.  Returns 0 if the thread no longer exists. */
int32_t threads_wake(uint64_t number);

/* The number of forks between the process that loaded the library and this one. */
uint32_t threads_forks(void);

#endif
