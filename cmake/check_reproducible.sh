#!/bin/sh
# Builds the commit HEAD twice, in folders with different names, and compares the libraries and the files of the release
# byte by byte. With --here, build/ is the first of the two builds: it must be a finished build of this commit.
#
# usage: cmake/check_reproducible.sh [--here]
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1

build() {
    echo "==> Build in $1"
    git clone -q "$root" "$1"
    CC=clang-22 CXX=clang++-22 cmake -G Ninja -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
        >/dev/null
    cmake --build "$1/build" --target lanewise lanewise_compiler
}

if [ "${1:-}" = --here ]; then
    first=$root
else
    first=$work/first
    build "$first"
fi
second=$work/second-build/of-the-same-commit
(
    export TZ=Asia/Kathmandu LC_ALL=C
    build "$second"
)

echo "==> Releases"
sh "$first/cmake/release.sh" "$first/build" "$work/release1" >/dev/null
TZ=Asia/Kathmandu sh "$second/cmake/release.sh" "$second/build" "$work/release2" >/dev/null
for name in liblanewise.so liblanewise-compiler.so; do
    cp "$first/build/$name" "$work/release1"
    cp "$second/build/$name" "$work/release2"
done
failed=
for file in "$work/release1"/*; do
    name=$(basename "$file")
    if cmp "$file" "$work/release2/$name"; then
        echo "same bytes: $name"
    else
        failed="$failed $name"
    fi
done
if [ -n "$failed" ]; then
    echo "==> These files differ:$failed"
    exit 1
fi
echo "==> Both builds have the same bytes"
