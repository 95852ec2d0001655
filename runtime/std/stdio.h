//===----------------------------------------------------------------------===//
//
// Part of kmend. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small <stdio.h>. Files are not here: a candidate has none.
//
//===----------------------------------------------------------------------===//

#ifndef KMEND_STD_STDIO_H
#define KMEND_STD_STDIO_H

#include "kmend/hd.h"
#include <stdarg.h>
#include <stddef.h>

struct _IO_FILE;
typedef struct _IO_FILE FILE;
#define EOF (-1)
extern "C" {
extern FILE *stdin, *stdout, *stderr;
KMEND_STD_HD int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int sprintf(char *, const char *, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int puts(const char *);
int putchar(int);
int fputs(const char *, FILE *);
int fflush(FILE *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
void perror(const char *);
}
#define stdin stdin
#define stdout stdout
#define stderr stderr

#endif // KMEND_STD_STDIO_H
