#!/bin/sh
# exits.sh CODE COMMAND [ARGUMENTS]: runs the command, lets its output through,
# and fails unless it ended in exactly that exit code.
want=$1
shift
"$@"
got=$?
[ "$got" -eq "$want" ] && exit 0
echo "exits.sh: exit code $got, expected $want" >&2
exit 1
