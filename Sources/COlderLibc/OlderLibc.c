// SPDX-License-Identifier: BSD-3-Clause
//
// Lets the library run with glibc 2.28, whatever system it is built on.  The linker binds each function of glibc to its
// newest version, unless the library defines a function of that name: these call versions that every glibc has.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>

/* The first version of glibc on this processor. */
#ifdef __x86_64__
#define FIRST "GLIBC_2.2.5"
#else
#define FIRST "GLIBC_2.17"
#endif

/* Defines a function that calls the oldest version of another, or of the one with its own name. */
#define CALLS(result, name, other, parameters, arguments)                                                              \
  __asm__(".symver older_" #other ", " #other "@" FIRST);                                                              \
  result older_##other parameters;                                                                                     \
  result name parameters { return older_##other arguments; }
#define OLDER(result, name, parameters, arguments) CALLS(result, name, name, parameters, arguments)

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

/* The names that headers of glibc 2.38 and later give to functions which read binary numbers in C23. */
CALLS(long, __isoc23_strtol, strtol, (const char *text, char **end, int base), (text, end, base))
CALLS(unsigned long, __isoc23_strtoul, strtoul, (const char *text, char **end, int base), (text, end, base))
CALLS(long long, __isoc23_strtoll, strtoll, (const char *text, char **end, int base), (text, end, base))
CALLS(unsigned long long, __isoc23_strtoull, strtoull, (const char *text, char **end, int base), (text, end, base))
int __isoc99_vsscanf(const char *text, const char *format, va_list arguments);
int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = __isoc99_vsscanf(text, format, arguments);
  va_end(arguments);
  return count;
}

/* The first parameter of the older functions is the version of `struct stat`. */
#ifdef __x86_64__
enum { STAT_VERSION = 1 };
#else
enum { STAT_VERSION = 0 };
#endif
int __xstat(int version, const char *path, struct stat *status);
int __lxstat(int version, const char *path, struct stat *status);
int __fxstat(int version, int file, struct stat *status);
int __fxstatat(int version, int folder, const char *path, struct stat *status, int flags);
int stat(const char *path, struct stat *status) { return __xstat(STAT_VERSION, path, status); }
int lstat(const char *path, struct stat *status) { return __lxstat(STAT_VERSION, path, status); }
int fstat(int file, struct stat *status) { return __fxstat(STAT_VERSION, file, status); }
int fstatat(int folder, const char *path, struct stat *status, int flags) {
  return __fxstatat(STAT_VERSION, folder, path, status, flags);
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
