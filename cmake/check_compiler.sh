#!/bin/sh
# Runs the compiler's tests again in build-checks/, where IR is verified after every pass and the preconditions of
# passes are asserted. The build is slightly optimized, because these tests run for minutes otherwise.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

echo "==> Checks of the compiler: build"
if [ ! -f build-checks/CMakeCache.txt ]; then
    CC=clang-22 CXX=clang++-22
    export CC CXX
fi
cmake --preset checks >/dev/null
cmake --build --preset checks

echo "==> Checks of the compiler: tests"
python3 tests/run_tests.py build-checks --tests-regex '^(passes/|unit.compiler|fuzz/(kernels|linearize_flow)$)'
