/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The threads that are inside the library, and what fork() does to them.  Only the thread that forks exists in the child;
 * the others are gone, and what they were doing stays unfinished there.
 *
 * So fork() waits until no thread holds a lock of the library, and no thread can take one until fork() has returned: in
 * the child, all locks are free and what they guard is consistent.  fork() also waits until no thread is inside a call,
 * for a second at most, because the Swift runtime, the loader, SQLite and pdfium have locks of their own.
 */
#ifndef CTHREADS_H
#define CTHREADS_H

#include <pthread.h>
#include <stdint.h>

/* A mutex that no thread holds while another one forks. */
void threads_lock(pthread_mutex_t *mutex);
void threads_unlock(pthread_mutex_t *mutex);

/* Says whether this thread is now at work in the library (1), or in a function of the host, or about to return (0).
 * Returns what it was before, to be set again later. */
int32_t threads_set_working(int32_t working);

/* How many functions of the host this thread is inside of. */
int32_t threads_callbacks(void);
void threads_add_callbacks(int32_t count);

/* The number of this thread.  No other thread ever has the same, also not after this one has ended. */
uint64_t threads_current(void);

/* Whether that thread is still there: it has not ended, and it has come along through fork(). */
int32_t threads_is_alive(uint64_t number);

/* Lets this thread wait until another one wakes it, or any thread ends.  To miss neither, a thread calls
 * threads_will_sleep() before it looks for the last time whether it has to wait. */
void threads_will_sleep(void);
void threads_sleep(void);
/* Returns 0 if there is no such thread any more. */
int32_t threads_wake(uint64_t number);

/* How often this process, or the one it comes from, was the child of a fork since the library was loaded. */
uint32_t threads_forks(void);

#endif
