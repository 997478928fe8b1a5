// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of glibc by versions that the systems of 2018 have.  Newer systems have them as well; without this, the
// library would need the glibc of the system that it was built on.  The linker puts these in the place of the functions
// (--wrap in Package.swift).
#if defined(__x86_64__) && defined(__linux__)
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>

#define OLDER(result, name, parameters, arguments)                 \
  __asm__(".symver older_" #name ", " #name "@GLIBC_2.2.5");       \
  result older_##name parameters;                                  \
  result __wrap_##name parameters;                                 \
  result __wrap_##name parameters { return older_##name arguments; }

OLDER(void *, dlopen, (const char *file, int mode), (file, mode))
OLDER(void *, dlsym, (void *handle, const char *name), (handle, name))
OLDER(int, dlclose, (void *handle), (handle))
OLDER(char *, dlerror, (void), ())
OLDER(int, dladdr, (const void *address, void *info), (address, info))
OLDER(int, pthread_key_create, (unsigned *key, void (*destructor)(void *)), (key, destructor))
OLDER(int, __pthread_key_create, (unsigned *key, void (*destructor)(void *)), (key, destructor))
OLDER(int, pthread_once, (int *control, void (*routine)(void)), (control, routine))
OLDER(int, pthread_key_delete, (unsigned key), (key))
OLDER(int, pthread_setspecific, (unsigned key, const void *value), (key, value))
OLDER(int, pthread_mutex_timedlock, (void *mutex, const void *time), (mutex, time))
OLDER(int, sem_init, (void *semaphore, int shared, unsigned value), (semaphore, shared, value))
OLDER(int, sem_wait, (void *semaphore), (semaphore))
OLDER(int, sem_post, (void *semaphore), (semaphore))
OLDER(void *, sem_open, (const char *name, int flags, unsigned mode, unsigned value), (name, flags, mode, value))
OLDER(float, hypotf, (float x, float y), (x, y))
OLDER(double, exp, (double x), (x))
OLDER(double, exp2, (double x), (x))
OLDER(double, log, (double x), (x))
OLDER(double, log2, (double x), (x))

__asm__(".symver older_xstat, __xstat@GLIBC_2.2.5");
__asm__(".symver older_lxstat, __lxstat@GLIBC_2.2.5");
__asm__(".symver older_fxstat, __fxstat@GLIBC_2.2.5");
__asm__(".symver older_fxstatat, __fxstatat@GLIBC_2.4");
int older_xstat(int, const char *, struct stat *);
int older_lxstat(int, const char *, struct stat *);
int older_fxstat(int, int, struct stat *);
int older_fxstatat(int, int, const char *, struct stat *, int);
int __wrap_stat(const char *path, struct stat *status);
int __wrap_stat(const char *path, struct stat *status) { return older_xstat(1, path, status); }
int __wrap_lstat(const char *path, struct stat *status);
int __wrap_lstat(const char *path, struct stat *status) { return older_lxstat(1, path, status); }
int __wrap_fstat(int file, struct stat *status);
int __wrap_fstat(int file, struct stat *status) { return older_fxstat(1, file, status); }
int __wrap_fstatat(int folder, const char *path, struct stat *status, int flags);
int __wrap_fstatat(int folder, const char *path, struct stat *status, int flags) {
  return older_fxstatat(1, folder, path, status, flags);
}

/* Seeds of hashes. */
void __wrap_arc4random_buf(void *bytes, size_t count);
void __wrap_arc4random_buf(void *bytes, size_t count) {
  for (uint8_t *at = bytes; count > 0;) {
    const ssize_t got = getrandom(at, count, 0);
    if (got < 0 && errno != EINTR) return;
    if (got > 0) at += got, count -= (size_t)got;
  }
}

/* Without it, the C++ library takes a process for one with threads. */
char __libc_single_threaded = 0;
#endif
