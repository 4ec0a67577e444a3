#!/bin/sh
# Shows Lanewise at work on a fresh machine. Installs packages, builds the driver and an ordinary OpenCL program, lets
# the system's ICD loader find the driver, and renders a picture. Builds no tests and benchmarks; test.sh builds these.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
sh cmake/build_release.sh lanewise lanewise_compiler mandelbrot

export OCL_ICD_VENDORS="$root/build/vendors"
echo "==> Platforms that the ICD loader sees with OCL_ICD_VENDORS=$OCL_ICD_VENDORS"
clinfo -l

echo "==> examples/mandelbrot"
build/examples/mandelbrot build/mandelbrot.png

cat <<END
==> What next
  Run your own program:             OCL_ICD_VENDORS=$OCL_ICD_VENDORS ./program
  See how a kernel was vectorized:  OCL_ICD_VENDORS=$OCL_ICD_VENDORS LANEWISE_DUMP=dump ./program
                                    and then, for the IR behind each stage and the assembly: ls dump/*/*
  Make it faster:                   docs/tools.md, "A kernel that is slow"
END
