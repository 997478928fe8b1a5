// SPDX-License-Identifier: BSD-3-Clause
#include <string>

/* What writes the names of Swift types, 80 KB, comes with the Swift library for its debugger and the last words of a program.
 * Nothing here asks for them, so the linker puts this in its place (--wrap in Package.swift): no type has a name. */
std::string nodeToString(const void *node, const void *options)
    __asm__("__wrap__ZN5swift8Demangle9__runtime12nodeToStringB5cxx11EPNS1_4NodeERKNS1_15DemangleOptionsE");
std::string nodeToString(const void *, const void *) { return {}; }
