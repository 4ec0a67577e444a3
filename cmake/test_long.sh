#!/bin/sh
# Builds the benchmarks, which cmake/test.sh does not build, and runs the tests with the label `long`, or those of them
# that options of ctest select. Expects build/.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
echo "==> Build the rest"
cmake --build build
echo "==> Long tests"
python3 tests/run_tests.py build --label-regex '^long$' "$@"
