// SPDX-License-Identifier: BSD-3-Clause
//
// The parts of SQLite that only C can call.  This does not link to SQLite: its functions are looked up on first use.
#ifndef LECTERN_CSQLITE_H
#define LECTERN_CSQLITE_H

#include <stdint.h>

// Calls sqlite3_db_config(), whose variable arguments Swift cannot pass.
static inline int csqlite_configure(void *function, void *database, int option, int value) {
  return ((int (*)(void *, int, ...))function)(database, option, value, (int *)0);
}

// The beginning of sqlite3_io_methods, which is the same in every version.
typedef struct csqlite_file csqlite_file;
typedef struct csqlite_file_methods {
  int version;
  int (*close)(csqlite_file *);
  int (*read)(csqlite_file *, void *, int, int64_t);
  int (*write)(csqlite_file *, const void *, int, int64_t);
  int (*truncate)(csqlite_file *, int64_t);
  int (*sync)(csqlite_file *, int);
  int (*size)(csqlite_file *, int64_t *);
  int (*lock)(csqlite_file *, int);
  int (*unlock)(csqlite_file *, int);
} csqlite_file_methods;

// sqlite3_file: NULL methods when no file is open.
struct csqlite_file {
  const csqlite_file_methods *methods;
};

#endif
