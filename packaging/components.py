"""Finds which parts of other projects the libraries of a build contain, from the linker's records.

components.toml is the table of these parts. The build lets lld write a record for each library into build/link, which
names each archive member that the library took (cmake/LanewiseOptions.cmake). The dynamic section of a library names
the shared libraries that it needs, and Ninja's log of dependencies names the headers that it was compiled with.
"""
import dataclasses
import os
import pathlib
import re
import subprocess
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARIES = {"lanewise": "liblanewise.so", "lanewise_compiler": "liblanewise-compiler.so"}
# Packages with headers of the C library and the kernel: declarations, whose definitions are in shared libraries.
SYSTEM_PACKAGES = ("libc6-dev", "linux-libc-dev")
# Clang logs headers that a source only asks for by __has_include: the C++ library asks for this one.
NOT_INCLUDED = re.compile(r"/tbb/tbb\.h$")
MEMBER = re.compile(r"(?P<archive>.*)\((?P<member>[^()]*)\)$")


class NoticeError(Exception):
    """A component without notices, or a linked file without a component."""


@dataclasses.dataclass
class Component:
    """A row of components.toml, and what shows that the build has it."""
    name: str
    license: str
    copyright: str
    homepage: str
    package: str
    archives: str = ""
    members: str = ""
    headers: str = ""
    libraries: str = ""
    generated: str = ""
    texts: list = dataclasses.field(default_factory=list)
    common: list = dataclasses.field(default_factory=list)
    contained_in: set = dataclasses.field(default_factory=set)  # our libraries that contain it
    needed_by: set = dataclasses.field(default_factory=set)     # our libraries that load it as a shared library
    members_taken: set = dataclasses.field(default_factory=set)
    compiled: bool = False                                      # whether sources of a library include its headers

    @property
    def slug(self):
        return re.sub(r"[^a-z0-9.+]+", "-", self.name.lower()).strip("-")

    def version(self):
        """Returns the version of the Debian package, or None on other systems."""
        try:
            found = subprocess.run(["dpkg-query", "-W", "-f=${Version}", self.package], capture_output=True, text=True)
        except FileNotFoundError:
            return None
        return found.stdout or None


def read_table():
    rows = tomllib.loads((ROOT / "packaging/components.toml").read_text())["component"]
    return [Component(**row) for row in rows]


def cache_value(build, name):
    """Returns a value of the cache that CMake wrote into the build folder."""
    found = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)
    return found[1] if found else ""


def archive_members(build, target):
    """Returns (archive, member) for each member of another project's archive that the linker took."""
    record = build / "link" / f"{target}.tsv"
    if not record.exists():
        raise NoticeError(f"{record} does not exist. Link the libraries with lld, which writes it.")
    taken = set()
    for line in record.read_text().splitlines()[1:]:
        found = MEMBER.match(line.split("\t")[1])
        if found and os.path.isabs(found["archive"]) and not inside(found["archive"], build):
            taken.add((os.path.basename(found["archive"]), found["member"]))
    return taken


def inside(path, *folders):
    real = os.path.realpath(path)
    return any(os.path.commonpath([real, os.path.realpath(folder)]) == os.path.realpath(folder) for folder in folders)


def needed_libraries(library):
    return re.findall(r"\(NEEDED\).*\[(.*)\]", output_of("readelf", "-d", "-W", str(library)))


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def compiled_files(build):
    """Returns all files that objects of the libraries were compiled from, by Ninja's log; None without a log."""
    if not (build / ".ninja_deps").exists():
        return None
    inputs = output_of("ninja", "-C", str(build), "-t", "inputs", *LIBRARIES.values()).splitlines()
    objects = [name for name in inputs if name.endswith((".o", ".pch")) and "/tools/" not in name]
    log = output_of("ninja", "-C", str(build), "-t", "deps", *objects)
    files = {os.path.normpath(build / line.strip()) for line in log.splitlines() if line.startswith(" ")}
    return {file for file in files if not NOT_INCLUDED.search(file)}


def system_headers():
    """Returns the headers of the C library and the kernel; None on systems without dpkg."""
    try:
        return set(output_of("dpkg", "-L", *SYSTEM_PACKAGES).splitlines())
    except FileNotFoundError:
        return None


def first_match(components, **values):
    """Returns the first component whose expression matches for each of `values`."""
    for component in components:
        if all(getattr(component, key) and re.search(getattr(component, key), value) or
               key == "members" and not component.members for key, value in values.items()):
            return component
    return None


def add_headers(components, build):
    """Notes the components whose headers were compiled. Returns headers that belong to no component."""
    files = compiled_files(build)
    if files is None:  # nothing tells which headers were compiled
        files = set()
        for component in components:
            component.compiled = bool(component.headers or component.generated)
    unknown, known = set(), system_headers()
    for file in files:
        component = first_match(components, generated=file) if inside(file, build) else first_match(
            components, headers=file)
        if component:
            component.compiled = True
        elif not inside(file, ROOT, build) and known is not None and file not in known:
            unknown.add(f"header {file}")
    return unknown


def find_components(build):
    """Returns the components of a build in the order of the table. An unknown file is a NoticeError."""
    components, unknown = read_table(), set()
    for target, library in LIBRARIES.items():
        for archive, member in archive_members(build, target):
            component = first_match(components, archives=archive, members=member)
            if component:
                component.contained_in.add(library)
                component.members_taken.add(f"{archive}({member})")
            else:
                unknown.add(f"archive {archive}")
        for needed in needed_libraries(build / library):
            component = first_match(components, libraries=needed)
            if component:
                component.needed_by.add(library)
            else:
                unknown.add(f"shared library {needed}")
    unknown |= add_headers(components, build)
    if unknown:
        raise NoticeError("packaging/components.toml has no row for: " + ", ".join(sorted(unknown)[:20]))
    return [part for part in components if part.contained_in or part.needed_by or part.compiled]
