// SPDX-License-Identifier: BSD-3-Clause
#include <stdint.h>

/* The names of all characters, 540 KB, come with the Swift library for `Unicode.Scalar.Properties.name`.  Nothing here asks
 * for them, so the linker puts this in their place (--wrap in Package.swift): no character has a name. */
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity);
intptr_t __wrap__swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, intptr_t capacity) {
  (void)scalar, (void)buffer, (void)capacity;
  return 0;
}
