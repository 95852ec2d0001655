//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small <string.h>.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_STRING_H
#define KMEND_STD_STRING_H

#include "kmend/hd.h"
#include <stddef.h>

extern "C" {
KMEND_STD_HD void *memcpy(void *, const void *, size_t) noexcept;
KMEND_STD_HD void *memmove(void *, const void *, size_t) noexcept;
KMEND_STD_HD void *memset(void *, int, size_t) noexcept;
KMEND_STD_HD int memcmp(const void *, const void *, size_t) noexcept;
size_t strlen(const char *) noexcept;
int strcmp(const char *, const char *) noexcept;
int strncmp(const char *, const char *, size_t) noexcept;
char *strcpy(char *, const char *) noexcept;
char *strncpy(char *, const char *, size_t) noexcept;
char *strcat(char *, const char *) noexcept;
char *strdup(const char *) noexcept;
char *strerror(int) noexcept;
}

#endif // KMEND_STD_STRING_H
