/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tracks the threads that are inside the library, and makes fork() safe.  Only the thread that calls fork() exists in
 * the child.  All other threads are gone, and whatever they were doing is left unfinished there.
 *
 * fork() therefore waits until no thread holds a lock of the library, and threads cannot take one until fork() has
 * returned.  In the child, all locks are free and the data they guard is consistent. fork() also waits, for at most one
 * second, until no thread is inside a call, because the Swift runtime, the loader, SQLite and pdfium have locks of
 * their own. */
#ifndef CTHREADS_H
#define CTHREADS_H

#include <pthread.h>
#include <stdint.h>

/* Locks and unlocks a mutex of the library.  No mutex is held by another thread while a thread forks. */
void threads_lock(pthread_mutex_t *mutex);
void threads_unlock(pthread_mutex_t *mutex);

/* Sets whether this thread is running library code (1), or is in a callback of the host or about to return (0).
 * Returns the previous value, so that it can be restored later. */
int32_t threads_set_working(int32_t working);

/* The number of callbacks of the host that this thread is inside of. */
int32_t threads_callbacks(void);
void threads_add_callbacks(int32_t count);

/* The number of this thread.  Numbers are never reused, not even after a thread has ended. */
uint64_t threads_current(void);

/* Whether the thread still exists: it has not ended, and it is not one of those that fork() left behind. */
int32_t threads_is_alive(uint64_t number);

/* Suspends this thread until another one wakes it, or until any thread ends.  To miss neither event, a thread calls
 * threads_will_sleep() before it checks for the last time whether it has to wait. */
void threads_will_sleep(void);
void threads_sleep(void);
/* Wakes a thread.  Returns 0 if the thread no longer exists. */
int32_t threads_wake(uint64_t number);

/* How many times this process or one of its ancestors was the child of a fork since the library was loaded. */
uint32_t threads_forks(void);

#endif
