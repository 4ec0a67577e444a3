#!/bin/sh
# Runs a command as root in a copy of the root file system, which exists only until the command ends: an overlay whose
# changes are kept in memory. The folder PAYLOAD is /payload in the copy. Afterwards prints `left PATH` for each file or
# folder that the command added or changed, and `lost PATH` for each that it removed.
#
# usage: in_copy_of_root.sh PAYLOAD COMMAND...    (exit code 77: the system allows no overlay)
set -eu

if [ "$1" != --inside ]; then
    if [ "$(id -u)" = 0 ]; then map=; else map=--map-root-user; fi
    # shellcheck disable=SC2086 # no word or one word
    unshare --mount $map true 2>/dev/null || exit 77
    # shellcheck disable=SC2086
    exec unshare --mount $map sh "$0" --inside "$@"
fi
shift
payload=$1
shift
copy=$(mktemp -d)
if ! { mount -t tmpfs none "$copy" && mkdir "$copy/upper" "$copy/work" "$copy/root" &&
    mount -t overlay overlay -o "lowerdir=/,upperdir=$copy/upper,workdir=$copy/work" "$copy/root"; } 2>/dev/null; then
    rmdir "$copy" 2>/dev/null || true
    exit 77
fi
trap 'umount -l "$copy/root" "$copy"; rmdir "$copy"' EXIT
mkdir -p "$copy/root/payload"
cp -R "$payload/." "$copy/root/payload"
mount --rbind /proc "$copy/root/proc"
mount --rbind /dev "$copy/root/dev"
mount --rbind /sys "$copy/root/sys"
mount -t tmpfs none "$copy/root/tmp"

env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive \
    chroot "$copy/root" sh -eu -c "cd / && $*"

# Leaves out the databases and logs of dpkg and apt, and the linker's cache, which each installation changes.
cd "$copy/upper"
find . -path ./payload -prune -o -path ./var/lib/dpkg -prune -o -path ./var/log -prune -o -path ./var/cache -prune -o \
    -path ./var/lib/apt -prune -o -path ./etc/ld.so.cache -prune -o -print | sed 's/^\.//' | while read -r path; do
    if [ -c "$copy/upper$path" ]; then
        echo "lost $path"
    elif [ ! -d "$copy/upper$path" ] || [ ! -d "$path/" ]; then
        echo "left $path"
    fi
done
