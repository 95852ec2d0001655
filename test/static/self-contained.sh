#!/bin/sh
# self-contained.sh KMEND EXAMPLES: proves that the static binary needs neither
# LLVM nor Clang, neither their libraries nor their headers, by running it in a
# root folder that holds nothing but the binary, the C library and the examples.
# Exits 77, which ctest counts as skipped, when this machine allows no such root.

set -eu
kmend=$1
examples=$2

fail() {
  echo "self-contained.sh: $*" >&2
  exit 1
}

libraries=$(ldd "$kmend" | awk '/=> \// { print $3 } $1 ~ /^\// { print $1 }')
case $libraries in
*LLVM* | *clang* | *stdc++* | *boost*) fail "it links what users do not have: $libraries" ;;
esac

# A mount name space of its own: what is mounted here ends with the process.
if [ "${KMEND_IN_NAMESPACE-}" != 1 ]; then
  for flags in "--mount" "--mount --map-root-user"; do
    if unshare $flags true 2>/dev/null; then
      KMEND_IN_NAMESPACE=1 exec unshare $flags sh "$0" "$kmend" "$examples"
    fi
  done
  echo "self-contained.sh: skipped: no right to make a root folder here" >&2
  exit 77
fi

root=$(mktemp -d)
mount -t tmpfs tmpfs "$root"
cleanup() {
  umount -l "$root"
  rmdir "$root"
}
trap cleanup EXIT
mkdir -p "$root/bin" "$root/tmp" "$root/proc" "$root/dev"
cp "$kmend" "$root/bin/kmend"
for library in $libraries; do
  mkdir -p "$root${library%/*}"
  cp -L "$library" "$root$library"
done
cp -R "$examples" "$root/examples"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"

chroot=$(PATH=$PATH:/usr/sbin:/sbin command -v chroot)

# expect CODE ARGUMENTS...: kmend in that root ends in the exit code.
expect() {
  want=$1
  shift
  got=0
  env -i PATH=/bin HOME=/tmp "$chroot" "$root" /bin/kmend "$@" || got=$?
  [ "$got" -eq "$want" ] || fail "'kmend $*' ended in exit code $got, expected $want"
}

expect 0 --version
expect 0 outline /examples/row_softmax/near_miss.cu >/dev/null
expect 0 eval /examples/row_softmax fixed.cu
expect 1 eval /examples/row_softmax near_miss.cu
