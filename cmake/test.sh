#!/bin/sh
# Runs the tests on a fresh machine: installs packages, builds the tests and the tested programs, and runs ctest. --all
# also runs the long tests, clang-tidy over all sources, the checked build of the compiler, long fuzzing and both
# sanitizers.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
case "${1:-}" in
"") ;;
--all) exec sh cmake/test_all.sh ;;
*)
    echo "usage: cmake/test.sh [--all]" >&2
    exit 2
    ;;
esac

sh cmake/build_release.sh tests/all examples/all
echo "==> Tests"
python3 tests/run_tests.py build --label-exclude '^(long|tidy)$'
