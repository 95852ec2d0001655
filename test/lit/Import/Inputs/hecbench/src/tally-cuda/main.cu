#!/bin/sh
# Stands in for a program, so that the test needs no compiler.
[ "$2" = "1 2" ] || exit 9
echo "Counted $(wc -w < "$1") words"
echo PASS
