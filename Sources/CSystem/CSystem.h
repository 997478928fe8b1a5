/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The calls of POSIX that LecternSystem makes: Swift's module of the C library has another name on each system.  What Swift
 * cannot call, because it is a macro or has a variable number of arguments, has a name of our own.
 */
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static inline int system_error(void) { return errno; }

static inline void system_clear_error(void) { errno = 0; }

/* Opens a file, which gets the permissions if it is created. */
static inline int system_open(int directory, const char *_Nonnull path, int flags, mode_t permissions) {
  return openat(directory, path, flags, permissions);
}

/* A locale in which text is UTF-8, or 0.  It is never freed. */
static inline locale_t _Nullable system_utf8_locale(void) { return newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0); }

/* When the content was last modified. */
static inline struct timespec system_modified(const struct stat *_Nonnull status) {
#ifdef __APPLE__
  return status->st_mtimespec;
#else
  return status->st_mtim;
#endif
}

#endif
