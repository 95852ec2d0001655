#!/bin/sh
# identity.sh KMEND FOLDER...: every source below the folders, taken as an edit
# of itself, must be accepted with nothing to say. Prints what was judged.
kmend=$1
shift
failed=0
count=0
for file in $(find "$@" -name '*.cu' | sort); do
  out=$("$kmend" gate --before "$file" --after "$file" 2>&1)
  code=$?
  # What does not compile here is for other tests.
  case $code in 4 | 7) continue ;; esac
  count=$((count + 1))
  if [ "$code" -ne 0 ] || [ "$out" != accept ]; then
    echo "$file: exit code $code"
    echo "$out"
    failed=1
  fi
done
echo "$count sources judged"
[ "$count" -gt 0 ] || failed=1
exit $failed
