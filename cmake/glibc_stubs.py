#!/usr/bin/env python3
"""Makes libraries without code that have the names and versions of symbols of an older glibc.

Usage: glibc_stubs.py C_COMPILER LLD OLDEST_VERSION FOLDER, for example glibc_stubs.py clang-22 ld.lld-22 2.28 stubs

A link with `-L FOLDER` binds each function to the newest version of the function that the older glibc has. Functions
that are newer do not exist in these libraries. Before version 2.34, libpthread.so.0 and libdl.so.2 had functions that
are now in libc.so.6; the stubs have these functions where they were.
"""
import pathlib
import re
import subprocess
import sys

# For each library of an old glibc: its name, the file name that the linker searches for, and the functions that are now
# in libc.so.6.
MOVED = {"libpthread.so.0": ("libpthread.so", re.compile(r"pthread_|sem_")),
         "libdl.so.2": ("libdl.so", re.compile(r"dl(addr1?|close|error|m?open|v?sym|info)$"))}
KINDS = {"FUNC": "function", "IFUNC": "function", "OBJECT": "object"}


def version_of(name):
    """Returns the numbers of a version such as GLIBC_2.2.5, or None for GLIBC_PRIVATE and others."""
    match = re.fullmatch(r"GLIBC_(\d+(?:\.\d+)+)", name)
    return tuple(map(int, match[1].split("."))) if match else None


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols_of(library):
    """Returns each symbol's type, all its versions, and its default version."""
    symbols = {}
    for line in output_of("readelf", "-W", "--dyn-syms", library).splitlines():
        fields = line.split()
        if len(fields) < 8 or fields[3] not in KINDS or fields[6] == "UND" or "@" not in fields[7]:
            continue
        name, _, version = fields[7].partition("@")
        number = version_of(version.lstrip("@"))
        if number is None:
            continue
        kind, versions, default = symbols.get(name, (KINDS[fields[3]], [], None))
        symbols[name] = (kind, [*versions, number], number if version.startswith("@") else default)
    return symbols


def old_versions(symbols, oldest):
    """Returns the type and the newest version of each symbol that glibc `oldest` has, and whether a newer glibc made
    another version the default. Symbols without a default are for old programs only, and no linker binds to them."""
    for name, (kind, versions, default) in symbols.items():
        old = [version for version in versions if version <= oldest]
        if old and default is not None:
            yield name, kind, max(old), default > oldest


def write_stub(tools, folder, soname, file, symbols):
    """Links a library of the given symbols: triples of name, type and version."""
    compiler, linker = tools
    lines, nodes = [".section .note.GNU-stack,\"\",@progbits", ".data"], {}
    for name, kind, version in symbols:
        lines.append(f".globl {name}\n.type {name},@{kind}\n{name}: .byte 0\n.size {name}, 1")
        nodes.setdefault(version, []).append(name)
    source, script = folder / f"{file}.s", folder / f"{file}.map"
    source.write_text("\n".join(lines) + "\n")
    script.write_text("".join(f"GLIBC_{'.'.join(map(str, version))} {{ {'; '.join(names)}; }};\n"
                              for version, names in sorted(nodes.items())))
    target = folder / (soname if file == "libc.so" else file)
    subprocess.run([compiler, f"--ld-path={linker}", "-shared", "-nostdlib", f"-Wl,-soname,{soname}",
                    f"-Wl,--version-script={script}", source, "-o", target], check=True)


def main():
    compiler, linker, oldest, folder = sys.argv[1], sys.argv[2], version_of(f"GLIBC_{sys.argv[3]}"), sys.argv[4]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    file_of = {name: output_of(compiler, f"-print-file-name={name}").strip()
               for name in ("libc.so.6", "libm.so.6", "libc_nonshared.a", "ld-linux-x86-64.so.2")}
    libc = list(old_versions(symbols_of(file_of["libc.so.6"]), oldest))
    moved = {soname: [row[:3] for row in libc if row[3] and names.match(row[0])]
             for soname, (_, names) in MOVED.items()}
    elsewhere = {name for rows in moved.values() for name, *_ in rows}
    tools = (compiler, linker)
    write_stub(tools, folder, "libc.so.6", "libc.so", [row[:3] for row in libc if row[0] not in elsewhere])
    write_stub(tools, folder, "libm.so.6", "libm.so",
               [row[:3] for row in old_versions(symbols_of(file_of["libm.so.6"]), oldest)])
    for soname, rows in moved.items():
        write_stub(tools, folder, soname, MOVED[soname][0], rows)
    (folder / "libc.so").write_text(f"GROUP ( {folder / 'libc.so.6'} {file_of['libc_nonshared.a']} "
                                    f"AS_NEEDED ( {file_of['ld-linux-x86-64.so.2']} ) )\n")
    (folder / f"made_for_{sys.argv[3]}").touch()


if __name__ == "__main__":
    main()
