#!/bin/sh
# Makes the files of a release from a finished build: the .deb, the package of its debug symbols, the bill of materials,
# the notices of other projects, and SHA256SUMS. The files depend only on the commit and the installed packages.
#
# usage: [COMPRESSION=gzip] cmake/release.sh [BUILD [FOLDER]]    (build/ and BUILD/release by default)
set -eu
umask 022

root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
folder=${2:-$build/release}
: "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$build/liblanewise.so")}"
export SOURCE_DATE_EPOCH

rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
compression=${COMPRESSION:-xz}
cpack --config "$build/CPackConfig.cmake" -B "$folder" -D CPACK_DEBIAN_COMPRESSION_TYPE="$compression"
rm -rf "$folder/_CPack_Packages"

# Writes the file md5sums of the debug package again, because CPack 3.25 writes paths of its work folder there.
for symbols in "$folder"/*-dbgsym_*.ddeb; do
    dpkg-deb --raw-extract "$symbols" "$folder/symbols"
    (cd "$folder/symbols" && find usr -type f -exec md5sum {} + | sort -k2 >../md5sums && mv ../md5sums DEBIAN)
    dpkg-deb --root-owner-group --threads-max=1 -Z "$compression" --build "$folder/symbols" "$symbols" >/dev/null
    rm -rf "$folder/symbols"
done

python3 -B "$root/packaging/write_documents.py" "$build" "$folder"
rm "$folder/copyright" "$folder/changelog.gz"
sums=$(cd "$folder" && sha256sum -- *)
echo "$sums" >"$folder/SHA256SUMS"
echo "==> The release is in $folder"
