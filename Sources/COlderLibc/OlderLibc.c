// SPDX-License-Identifier: BSD-3-Clause
//
// Lets the library run with glibc 2.28, whatever system it is built on.  The linker binds each function of glibc to its
// newest version, unless the library defines a function of that name: these call versions that every glibc has.
#if defined(__x86_64__) && defined(__linux__)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>

#define OLDER(result, name, parameters, arguments)                                                                     \
  __asm__(".symver older_" #name ", " #name "@GLIBC_2.2.5");                                                           \
  result older_##name parameters;                                                                                      \
  result name parameters { return older_##name arguments; }

OLDER(void *, dlopen, (const char *file, int mode), (file, mode))
OLDER(void *, dlsym, (void *handle, const char *name), (handle, name))
OLDER(int, dlclose, (void *handle), (handle))
OLDER(char *, dlerror, (void), ())
OLDER(int, dladdr, (const void *address, Dl_info *info), (address, info))
OLDER(int, pthread_key_create, (pthread_key_t * key, void (*destructor)(void *)), (key, destructor))
OLDER(int, __pthread_key_create, (pthread_key_t * key, void (*destructor)(void *)), (key, destructor))
OLDER(int, pthread_key_delete, (pthread_key_t key), (key))
OLDER(int, pthread_setspecific, (pthread_key_t key, const void *value), (key, value))
OLDER(int, pthread_once, (pthread_once_t * control, void (*routine)(void)), (control, routine))
OLDER(int, pthread_mutex_timedlock, (pthread_mutex_t * mutex, const struct timespec *time), (mutex, time))
OLDER(int, sem_init, (sem_t * semaphore, int shared, unsigned value), (semaphore, shared, value))
OLDER(int, sem_wait, (sem_t * semaphore), (semaphore))
OLDER(int, sem_post, (sem_t * semaphore), (semaphore))
OLDER(double, exp, (double x), (x))
OLDER(double, exp2, (double x), (x))
OLDER(double, log, (double x), (x))
OLDER(double, log2, (double x), (x))

int __xstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status);
int __fxstat(int version, int file, struct stat *status);
int __fxstatat(int version, int folder, const char *path, struct stat *status, int flags);
int stat(const char *path, struct stat *status) { return __xstat(1, path, status); }
int lstat(const char *path, struct stat *status) { return __lxstat(1, path, status); }
int fstat(int file, struct stat *status) { return __fxstat(1, file, status); }
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  return __fxstatat(1, folder, path, status, flags);
}

/* The seeds of Swift's hash tables. */
void arc4random_buf(void *bytes, size_t count) {
  for (uint8_t *at = bytes; count > 0;) {
    const ssize_t got = getrandom(at, count, 0);
    if (got < 0 && errno != EINTR) return;
    if (got > 0) at += got, count -= (size_t)got;
  }
}

/* False: the C++ library uses atomic reference counts. */
char __libc_single_threaded = 0;

/* Says where a C++ exception finds its handler.  There are none: an exception ends the process. */
struct dl_find_object;
int _dl_find_object(void *address, struct dl_find_object *result) {
  (void)address, (void)result;
  return -1;
}
#endif
