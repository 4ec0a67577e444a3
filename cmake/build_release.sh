#!/bin/sh
# The common part of demo.sh and test.sh: installs packages, then makes a Release build in build/, of the given targets
# or of all targets. Safe to repeat: an existing build directory is brought up to date.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"

echo "==> Packages"
sh cmake/install_packages.sh

echo "==> Configure build/ (Release)"
if [ -f build/CMakeCache.txt ]; then
    cmake -S . -B build
else
    CC=clang-22 CXX=clang++-22 cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release
fi

echo "==> Build ${*:-all} (minutes the first time)"
if [ $# -gt 0 ]; then
    cmake --build build --target "$@"
else
    cmake --build build
fi
