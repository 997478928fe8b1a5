// SPDX-License-Identifier: BSD-3-Clause
//
// The Swift runtime is written in C++.  The few functions that it uses of the C++ library are linked in, because loading the
// shared library takes longer than opening a book.  They throw only where the process ends anyway, so the linker puts these
// in the place of what makes, throws and catches exceptions (--wrap in Package.swift).
#if defined(__linux__)
#include <stddef.h>
#include <stdlib.h>

/* ---------------------------------------------------------------------------------------------------------- Memory */

static void *there(void *block) {
  if (!block) abort();
  return block;
}

#define REPLACED(result, name, parameters) \
  result __wrap_##name parameters;         \
  result __wrap_##name parameters

/* operator new and operator delete, also for aligned types */
REPLACED(void *, _Znwm, (size_t count)) { return there(malloc(count > 0 ? count : 1)); }
REPLACED(void *, _ZnwmSt11align_val_t, (size_t count, size_t alignment)) {
  return there(aligned_alloc(alignment, (count + alignment) & ~(alignment - 1)));
}
REPLACED(void, _ZdlPv, (void *block)) { free(block); }
REPLACED(void, _ZdlPvm, (void *block, size_t count)) { (void)count, free(block); }
REPLACED(void, _ZdlPvmSt11align_val_t, (void *block, size_t count, size_t alignment)) {
  (void)count, (void)alignment, free(block);
}

/* ------------------------------------------------------------------------------------------------------ Exceptions */

#define ENDS(name)                    \
  _Noreturn void __wrap_##name(void); \
  _Noreturn void __wrap_##name(void) { abort(); }

ENDS(_ZSt17__throw_bad_allocv)
ENDS(_ZSt19__throw_logic_errorPKc)
ENDS(_ZSt20__throw_length_errorPKc)
ENDS(_ZSt20__throw_system_errori)
ENDS(_ZSt24__throw_out_of_range_fmtPKcz)
ENDS(_ZSt25__throw_bad_function_callv)
ENDS(_ZSt28__throw_bad_array_new_lengthv)
ENDS(__cxa_allocate_exception)
ENDS(__cxa_throw)
ENDS(__cxa_begin_catch)
ENDS(__cxa_rethrow)
#if __has_feature(thread_sanitizer)
// Its frames in C have something to clean up when a thread ends, and go on from there.
_Noreturn void __real__Unwind_Resume(void *);
_Noreturn void __wrap__Unwind_Resume(void *exception) { __real__Unwind_Resume(exception); }
#else
ENDS(_Unwind_Resume)
#endif

/* What a frame is asked while a thread is cancelled: there is nothing to clean up. */
REPLACED(int, __gxx_personality_v0, (void)) { return 8 /* _URC_CONTINUE_UNWIND */; }

/* For the last words of a process, which the Swift runtime writes without them. */
REPLACED(int, _Unwind_Backtrace, (void *trace, void *argument)) {
  (void)trace, (void)argument;
  return 5 /* _URC_END_OF_STACK */;
}
REPLACED(size_t, _Unwind_GetIP, (void *context)) {
  (void)context;
  return 0;
}
REPLACED(char *, __cxa_demangle, (const char *name, char *text, size_t *count, int *status)) {
  (void)name, (void)text, (void)count;
  if (status) *status = -1;
  return NULL;
}
#endif
