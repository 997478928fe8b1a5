// SPDX-License-Identifier: BSD-3-Clause
//
// Only the library itself links OlderLibc.c, which declares nothing: in a program, its functions would replace those of
// the C library for the whole process.
