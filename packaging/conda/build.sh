#!/bin/sh
# Builds the driver into the environment PREFIX, for recipe.yaml. The loaders of conda-forge read etc/OpenCL/vendors of
# their environment, and conda writes the path of the environment into lanewise.icd.
set -eu

cmake -G Ninja -S . -B build-conda -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
    -DCMAKE_PREFIX_PATH="$PREFIX" -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib \
    -DLANEWISE_ICD_DIR=etc/OpenCL/vendors -DLANEWISE_NOTICES=OFF ${CMAKE_ARGS:-}
cmake --build build-conda --target lanewise lanewise_compiler
cmake --install build-conda --strip
