#!/bin/sh
# Makes dist/lanewise-VERSION-py3-none-manylinux_2_28_x86_64.whl from a finished build, by default that in build/.
#
# Usage: wheel.sh [BUILD_DIR [OUTPUT_DIR]]. Needs a Python with hatchling, such as Debian's package python3-hatchling,
# but no network. If auditwheel is installed, it checks the wheel. The driver is not built here.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
output=${2:-$root/dist}
mkdir -p "$output"
output=$(cd "$output" && pwd)

for library in liblanewise.so liblanewise-compiler.so; do
    [ -f "$build/$library" ] && continue
    echo "$build/$library is missing. Build it first: cmake --build $build --target lanewise lanewise_compiler" >&2
    exit 1
done

# The tag in the wheel's name promises the oldest glibc with which the libraries run. portable_test.py checks that.
glibc=$(sed -n 's/^LANEWISE_OLD_GLIBC:[A-Z]*=//p' "$build/CMakeCache.txt")
if [ -z "$glibc" ]; then
    echo "This build has no LANEWISE_OLD_GLIBC, so its libraries fit only systems as new as this one." >&2
    exit 1
fi
LANEWISE_WHEEL_TAG=manylinux_$(echo "$glibc" | tr . _)_x86_64
export LANEWISE_WHEEL_TAG
python3 "$root/tests/package/portable_test.py" "$build" "$glibc" 2>/dev/null || {
    echo "The libraries in $build do not fit $LANEWISE_WHEEL_TAG; tests/package/portable_test.py tells why." >&2
    exit 1
}

python=
for candidate in ${PYTHON:-} python3 /usr/bin/python3; do
    "$candidate" -c 'import hatchling' 2>/dev/null && python=$candidate && break
done
if [ -z "$python" ]; then
    echo "No Python has hatchling. Install python3-hatchling, or set PYTHON to one that has it." >&2
    exit 1
fi

# The libraries are added to a copy of the folder, so that the source tree does not change.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$root/python/." "$folder"
find "$folder" -name __pycache__ -prune -exec rm -rf {} +
cp "$root/LICENSE" "$folder"
: "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$build/liblanewise.so")}"
export SOURCE_DATE_EPOCH
documents=$(mktemp -d)
trap 'rm -rf "$folder" "$documents"' EXIT
python3 -B "$root/packaging/write_documents.py" "$build" "$documents"
# hatchling puts a file with the name NOTICES into the folder of licenses.
cp "$documents/THIRD_PARTY_NOTICES" "$folder/NOTICES"
cp "$documents/lanewise.spdx.json" "$folder/lanewise"
sed -n 's/^project(lanewise VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt" > "$folder/VERSION"
mkdir "$folder/lanewise/lib"
for library in liblanewise.so liblanewise-compiler.so; do
    strip --strip-all -o "$folder/lanewise/lib/$library" "$build/$library"
done

(cd "$folder" && "$python" -m hatchling build -t wheel -d "$output")
chmod 644 "$output"/lanewise-*.whl
wheel=$(ls -t "$output"/lanewise-*-py3-none-"$LANEWISE_WHEEL_TAG".whl | head -n 1)
echo "==> $wheel, $(($(stat -c %s "$wheel") / 1000000)) MB"
if command -v auditwheel >/dev/null; then
    auditwheel show "$wheel"
else
    echo "    auditwheel is not installed, so it did not check the wheel (pip install auditwheel)."
fi
