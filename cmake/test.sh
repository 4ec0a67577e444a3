#!/bin/sh
# Runs every test, from nothing: installs packages, builds, runs ctest, and the compiler's tests again with its checks.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sh cmake/build_release.sh

echo "==> Tests"
ctest --test-dir build --output-on-failure --parallel 2

sh cmake/check_compiler.sh
