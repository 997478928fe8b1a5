/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Clocks and medians.
 */
#ifndef MEASURING_H
#define MEASURING_H

#include <stdlib.h>
#include <time.h>

/* A clock in seconds. */
static inline double clock_of(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The median; sorts the values. */
static inline double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, compare);
  return values[count / 2];
}

#endif
