#!/bin/sh
# Installs those packages of cmake/packages.txt and of its arguments that the machine lacks, with apt-get as root or
# through sudo. Without root and sudo it prints the packages to install. Does nothing when all are installed.
set -eu

list="$(dirname "$0")/packages.txt"
wanted="$(sed -e 's/#.*//' "$list") $*"

is_installed() {
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=
for package in $wanted; do
    is_installed "$package" || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "    All packages are installed."
    exit 0
fi
echo "    These packages are missing and are installed now:$missing"

if [ "$(id -u)" = 0 ]; then
    as_root="env"
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root="sudo env"
else
    echo "Packages are missing, and this user has neither root nor sudo. Have them installed, then run this again:" >&2
    echo "    apt-get install --no-install-recommends$missing" >&2
    exit 1
fi

$as_root DEBIAN_FRONTEND=noninteractive apt-get update -q
if ! apt-cache show llvm-22-dev >/dev/null 2>&1; then
    echo "The machine's package sources do not offer llvm-22-dev. On Debian 12 it comes from" >&2
    echo "bookworm-security; add that suite to the sources and run this again." >&2
    exit 1
fi
# shellcheck disable=SC2086 # a list of words
$as_root DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
