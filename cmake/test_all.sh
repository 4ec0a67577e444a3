#!/bin/sh
# Runs all tests, as cmake/test.sh --all: hours on two cores. A part that fails does not keep the next ones from
# running; the last lines name the parts that failed.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
failed=
part() {
    name=$1
    shift
    "$@" || failed="$failed $name"
}

sanitizer() {
    echo "==> $1: build and tests"
    if [ ! -f "build-$1/CMakeCache.txt" ]; then
        CC=clang-22 CXX=clang++-22 cmake --preset "$1" >/dev/null || return 1
    fi
    cmake --build --preset "$1" && ctest --preset "$1" --parallel 2
}

sh cmake/install_packages.sh libclang-rt-22-dev
part tests sh cmake/test.sh
part long sh cmake/test_long.sh
echo "==> clang-tidy: all sources"
part tidy python3 tests/run_tests.py build --label-regex '^tidy$'
part checks sh cmake/check_compiler.sh
echo "==> Fuzzing"
part fuzzing python3 tests/run_tests.py build --build-config fuzzing --label-regex '^fuzzing$'
part asan sanitizer asan
part tsan sanitizer tsan
part reproducible sh cmake/check_reproducible.sh

if [ -n "$failed" ]; then
    echo "==> Failed parts:$failed"
    exit 1
fi
echo "==> All parts passed"
