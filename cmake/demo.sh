#!/bin/sh
# Shows Lanewise at work, from nothing: installs packages, builds, lets the system's ICD loader find
# the driver, and renders a picture with an ordinary OpenCL program.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sh cmake/build_release.sh

export OCL_ICD_VENDORS="$root/build/vendors"
echo "==> Platforms that the ICD loader sees with OCL_ICD_VENDORS=$OCL_ICD_VENDORS"
clinfo -l

echo "==> examples/mandelbrot"
build/examples/mandelbrot build/mandelbrot.png
