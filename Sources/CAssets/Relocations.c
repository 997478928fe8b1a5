// SPDX-License-Identifier: BSD-3-Clause
//
// Swift has a pointer for each function of each protocol: 24,000 places to which the dynamic linker adds the address of the
// library.  As ordinary relocations (24 bytes each) they would be 580 KB of the file; packed (RELR) they are 6 KB, but glibc
// reads those since 2.36 only.  So the linker writes them with the tags that Android uses and glibc does not know
// (Package.swift), and the library applies them itself, before all else: this is its DT_INIT, which is called before the
// functions in DT_INIT_ARRAY.  Nothing here may use a relocated pointer.
#if defined(__x86_64__) && defined(__linux__) && !defined(__ANDROID__)
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define ANDROID_RELR 0x6fffe000
#define ANDROID_RELRSZ 0x6fffe001

// From the linker.
extern const Elf64_Ehdr __ehdr_start HIDDEN;
extern Elf64_Dyn _DYNAMIC[] HIDDEN;

HIDDEN void lectern_relocate(void);

/// A word that is even is the address of a place; one that is odd tells, for the 63 words after those before, which of them
/// are places (ELF gABI, "Relative Relocation Table").
static void add(uintptr_t base, const uint64_t *words, const uint64_t *end) {
    uintptr_t *next = 0;
    for (; words < end; words++) {
        if ((*words & 1) == 0) {
            next = (uintptr_t *)(base + *words);
            *next++ += base;
            continue;
        }
        for (uint64_t left = *words >> 1; left != 0; left &= left - 1) next[__builtin_ctzll(left)] += base;
        next += 63;
    }
}

void lectern_relocate(void) {
    static void *volatile relocated = (void *)&relocated;
    if (relocated == &relocated) return;

    const uintptr_t base = (uintptr_t)&__ehdr_start;
    uintptr_t words = 0, size = 0;
    for (const Elf64_Dyn *entry = _DYNAMIC; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == ANDROID_RELR) words = base + entry->d_un.d_ptr;
        if (entry->d_tag == ANDROID_RELRSZ) size = entry->d_un.d_val;
    }
    // The dynamic linker has just made these pages read-only, as one mapping: to change that needs no memory, and cannot fail.
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const Elf64_Phdr *header = (const Elf64_Phdr *)(base + __ehdr_start.e_phoff);
    while (header->p_type != PT_GNU_RELRO) header++;
    const uintptr_t first = (base + header->p_vaddr) & -page;
    const uintptr_t end = (base + header->p_vaddr + header->p_memsz) & -page;
    mprotect((void *)first, end - first, PROT_READ | PROT_WRITE);
    add(base, (const uint64_t *)words, (const uint64_t *)(words + size));
    mprotect((void *)first, end - first, PROT_READ);
}
#endif
