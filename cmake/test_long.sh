#!/bin/sh
# Builds what cmake/test.sh does not build (benchmarks), and runs the tests with the label `long`. Expects build/.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
echo "==> Build the rest"
cmake --build build
echo "==> Long tests"
python3 tests/run_tests.py build --label-regex '^long$'
