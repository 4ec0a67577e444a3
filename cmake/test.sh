#!/bin/sh
# Runs every test on a fresh machine: installs packages, builds, runs ctest, then the compiler's tests with its checks.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sh cmake/build_release.sh

echo "==> Tests"
ctest --test-dir build --output-on-failure --parallel 2

sh cmake/check_compiler.sh
