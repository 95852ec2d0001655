//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small <stdlib.h>.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_STDLIB_H
#define KMEND_STD_STDLIB_H

#include "kmend/hd.h"
#include <stddef.h>

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647

extern "C" {
KMEND_STD_HD void *malloc(size_t) noexcept;
KMEND_STD_HD void free(void *) noexcept;
void *calloc(size_t, size_t) noexcept;
void *realloc(void *, size_t) noexcept;
void *aligned_alloc(size_t, size_t) noexcept;
int posix_memalign(void **, size_t, size_t) noexcept;
[[noreturn]] void abort(void) noexcept;
[[noreturn]] void exit(int) noexcept;
int atexit(void (*)(void)) noexcept;
int atoi(const char *) noexcept;
long atol(const char *) noexcept;
long long atoll(const char *) noexcept;
double atof(const char *) noexcept;
double strtod(const char *, char **) noexcept;
float strtof(const char *, char **) noexcept;
long strtol(const char *, char **, int) noexcept;
unsigned long strtoul(const char *, char **, int) noexcept;
long long strtoll(const char *, char **, int) noexcept;
unsigned long long strtoull(const char *, char **, int) noexcept;
int rand(void) noexcept;
void srand(unsigned) noexcept;
char *getenv(const char *) noexcept;
int setenv(const char *, const char *, int) noexcept;
int system(const char *);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
KMEND_STD_HD int abs(int) noexcept;
KMEND_STD_HD long labs(long) noexcept;
KMEND_STD_HD long long llabs(long long) noexcept;
}

#endif // KMEND_STD_STDLIB_H
