#!/usr/bin/env python3
"""Checks which folders and libraries each folder of Lanewise includes.

The table below is the architecture: each row names a folder and the folders that it may include besides itself. Any
other include of the project's own headers fails. A row that no folder needs fails, and so does a folder without a row.
The rows of a part are sorted so that each includes only rows above it, so there is no cycle.

Usage: check_includes.py SOURCE_ROOT. Prints every violation; the exit code is 1 when there is one.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# Each folder, and the folders that it may include.
ALLOWED = {
    "include/lanewise": "",
    "src": "",

    "src/spirv": "",

    "src/builtins": "include/lanewise",
    "src/builtins/atomic": "src/builtins",
    "src/builtins/convert": "src/builtins",
    "src/builtins/device_library": "src/builtins",
    "src/builtins/sub_group": "src/builtins",
    "src/builtins/image": "include/lanewise src/builtins src/builtins/sub_group",
    "src/builtins/texel": "include/lanewise src/builtins",
    "src/builtins/math/common": "src/builtins",
    "src/builtins/math/float": "src/builtins/math/common",
    "src/builtins/math/double": "src/builtins/math/common src/builtins/math/float",
    "src/builtins/math": "src/builtins/math/common src/builtins/math/float src/builtins/math/double",
    "src/builtins/half_math": "src/builtins src/builtins/math/common src/builtins/math",
    "src/builtins/early_math": "src/builtins src/builtins/math/common src/builtins/math/float",
    "src/builtins/tools": "include/lanewise src/builtins",

    "src/compiler/guard": "include/lanewise",
    "src/compiler/target": "include/lanewise",
    "src/compiler/emit": "include/lanewise src/compiler/target",
    "src/compiler/ir": "include/lanewise",
    "src/compiler/ir/passes": "src/compiler/ir",
    "src/compiler/ir/calls": "src/builtins src/compiler/ir",
    "src/compiler/frontend/objects": "",
    "src/compiler/frontend": "include/lanewise src/compiler/ir/calls src/compiler/frontend/objects",
    "src/compiler/spirv/state": "include/lanewise src/spirv src/compiler/ir src/compiler/frontend",
    "src/compiler/spirv/instructions": "src/spirv src/compiler/ir src/compiler/spirv/state",
    "src/compiler/spirv/instructions/arithmetic": "src/spirv src/compiler/ir src/compiler/spirv/state "
                                                  "src/compiler/spirv/instructions",
    "src/compiler/spirv/instructions/open_cl": "src/builtins src/spirv src/compiler/ir src/compiler/spirv/state "
                                               "src/compiler/spirv/instructions "
                                               "src/compiler/spirv/instructions/arithmetic",
    "src/compiler/spirv/instructions/imported": "src/builtins src/spirv src/compiler/spirv/state "
                                                "src/compiler/spirv/instructions "
                                                "src/compiler/spirv/instructions/open_cl",
    "src/compiler/spirv/instructions/memory": "src/spirv src/compiler/ir src/compiler/spirv/state "
                                              "src/compiler/spirv/instructions",
    "src/compiler/spirv/instructions/objects": "src/spirv src/compiler/ir src/compiler/spirv/state "
                                               "src/compiler/spirv/instructions",
    "src/compiler/spirv/instructions/groups": "src/spirv src/compiler/spirv/state src/compiler/spirv/instructions",
    "src/compiler/spirv": "include/lanewise src/builtins src/spirv src/compiler/ir src/compiler/ir/calls "
                          "src/compiler/frontend src/compiler/spirv/state src/compiler/spirv/instructions "
                          "src/compiler/spirv/instructions/arithmetic src/compiler/spirv/instructions/imported",
    "src/compiler/limits": "src/compiler/ir src/compiler/ir/calls",
    "src/compiler/analysis": "include/lanewise src/compiler/ir src/compiler/ir/calls src/compiler/limits",
    "src/compiler/analysis/shapes": "src/compiler/ir src/compiler/ir/calls src/compiler/limits src/compiler/analysis",
    "src/compiler/access": "src/compiler/target src/compiler/limits src/compiler/analysis src/compiler/analysis/shapes",
    "src/compiler/lower": "include/lanewise src/compiler/ir src/compiler/ir/calls src/compiler/limits",
    "src/compiler/link": "include/lanewise src/builtins src/compiler/ir src/compiler/ir/calls src/compiler/limits",
    "src/compiler/plan/estimates": "include/lanewise src/compiler/target src/compiler/ir src/compiler/limits "
                                   "src/compiler/analysis src/compiler/analysis/shapes src/compiler/access",
    "src/compiler/plan/dimensions": "include/lanewise src/compiler/target src/compiler/ir src/compiler/limits "
                                    "src/compiler/analysis src/compiler/analysis/shapes src/compiler/access "
                                    "src/compiler/plan/estimates",
    "src/compiler/plan": "include/lanewise src/compiler/target src/compiler/ir src/compiler/ir/calls "
                         "src/compiler/limits src/compiler/analysis src/compiler/analysis/shapes src/compiler/access "
                         "src/compiler/plan/estimates",
    "src/compiler/widen/chunk": "src/compiler/target src/compiler/ir src/compiler/ir/calls src/compiler/limits "
                                "src/compiler/analysis src/compiler/analysis/shapes",
    "src/compiler/widen/memory": "src/compiler/ir src/compiler/limits src/compiler/analysis/shapes "
                                 "src/compiler/access src/compiler/widen/chunk",
    "src/compiler/widen/elements": "src/compiler/widen/chunk src/compiler/widen/memory",
    "src/compiler/widen/calls": "src/compiler/ir src/compiler/ir/calls src/compiler/widen/chunk "
                                "src/compiler/widen/elements",
    "src/compiler/widen": "src/compiler/ir src/compiler/target src/compiler/limits src/compiler/analysis src/compiler/widen/chunk "
                          "src/compiler/widen/memory src/compiler/widen/elements src/compiler/widen/calls",
    "src/compiler/group": "include/lanewise src/compiler/target src/compiler/ir src/compiler/ir/calls src/compiler/limits "
                          "src/compiler/analysis",
    "src/compiler/simplify/combine": "src/compiler/ir src/compiler/limits",
    "src/compiler/simplify/values": "src/compiler/ir src/compiler/ir/passes src/compiler/limits",
    "src/compiler/simplify/loops": "src/compiler/ir src/compiler/ir/passes src/compiler/ir/calls src/compiler/limits "
                                   "src/compiler/analysis src/compiler/simplify/combine src/compiler/simplify/values",
    "src/compiler/simplify": "src/compiler/ir src/compiler/ir/passes src/compiler/limits src/compiler/analysis "
                             "src/compiler/simplify/combine src/compiler/simplify/values src/compiler/simplify/loops",
    "src/compiler/prepare/kept": "include/lanewise src/compiler/ir src/compiler/ir/calls src/compiler/limits "
                                 "src/compiler/analysis",
    "src/compiler/prepare/calls": "include/lanewise src/compiler/ir src/compiler/ir/calls src/compiler/limits "
                                  "src/compiler/simplify/combine src/compiler/simplify/values "
                                  "src/compiler/prepare/kept",
    "src/compiler/prepare/ids": "include/lanewise src/compiler/ir src/compiler/ir/calls src/compiler/limits",
    "src/compiler/prepare/memory": "include/lanewise src/compiler/ir src/compiler/ir/passes src/compiler/analysis",
    "src/compiler/prepare/waits": "src/compiler/ir src/compiler/ir/calls src/compiler/prepare/memory",
    "src/compiler/prepare": "",
    "src/compiler/recursion": "include/lanewise src/compiler/ir src/compiler/ir/passes src/compiler/ir/calls "
                              "src/compiler/limits src/compiler/link src/compiler/simplify/combine "
                              "src/compiler/simplify/values src/compiler/prepare/calls src/compiler/prepare",
    "src/compiler/linearize/masks": "src/compiler/ir src/compiler/limits src/compiler/analysis",
    "src/compiler/linearize": "src/compiler/ir src/compiler/ir/passes src/compiler/limits src/compiler/analysis "
                              "src/compiler/simplify/loops src/compiler/linearize/masks",
    "src/compiler/linearize/fast_paths": "src/compiler/ir src/compiler/limits src/compiler/analysis",
    "src/compiler/linearize/serialize_sparse": "src/compiler/target src/compiler/ir src/compiler/limits "
                                               "src/compiler/analysis src/compiler/analysis/shapes "
                                               "src/compiler/access src/compiler/linearize/fast_paths",
    "src/compiler/linearize/merges": "src/compiler/target src/compiler/ir src/compiler/ir/passes src/compiler/limits "
                                     "src/compiler/analysis src/compiler/analysis/shapes src/compiler/access "
                                     "src/compiler/linearize",
    "src/compiler/linearize/strided_streams": "src/compiler/ir src/compiler/limits src/compiler/analysis "
                                              "src/compiler/analysis/shapes src/compiler/linearize",
    "src/compiler/machine/faults": "src/compiler/target src/compiler/ir/passes",
    "src/compiler/machine/half": "src/compiler/target src/compiler/ir/passes",
    "src/compiler/machine/masks": "src/compiler/target src/compiler/ir/passes src/compiler/limits",
    "src/compiler/machine": "include/lanewise src/compiler/target src/compiler/ir src/compiler/ir/passes "
                            "src/compiler/limits",
    "src/compiler/meetings": "src/compiler/ir src/compiler/limits src/compiler/analysis src/compiler/simplify/values "
                             "src/compiler/simplify/loops src/compiler/linearize",
    "src/compiler/library": "include/lanewise src/compiler/target src/compiler/ir src/compiler/ir/calls "
                            "src/compiler/limits src/compiler/simplify/combine src/compiler/prepare/calls",
    "src/compiler/pipeline": "include/lanewise src/compiler/guard src/compiler/target src/compiler/emit "
                             "src/compiler/ir src/compiler/ir/passes src/compiler/ir/calls src/compiler/limits "
                             "src/compiler/analysis src/compiler/analysis/shapes src/compiler/access src/compiler/lower "
                             "src/compiler/link src/compiler/plan/estimates src/compiler/plan/dimensions "
                             "src/compiler/plan src/compiler/widen src/compiler/group src/compiler/simplify/combine "
                             "src/compiler/simplify/values src/compiler/simplify/loops src/compiler/simplify "
                             "src/compiler/prepare/kept src/compiler/prepare/calls src/compiler/prepare/ids "
                             "src/compiler/prepare/memory src/compiler/prepare/waits src/compiler/prepare "
                             "src/compiler/recursion src/compiler/linearize/masks src/compiler/linearize src/compiler/linearize/fast_paths "
                             "src/compiler/linearize/serialize_sparse src/compiler/linearize/merges "
                             "src/compiler/linearize/strided_streams src/compiler/machine/faults "
                             "src/compiler/machine/half src/compiler/machine/masks src/compiler/machine "
                             "src/compiler/meetings src/compiler/library",
    "src/compiler": "include/lanewise src/compiler/guard src/compiler/target src/compiler/ir src/compiler/ir/calls "
                    "src/compiler/frontend src/compiler/limits src/compiler/link src/compiler/recursion src/compiler/spirv "
                    "src/compiler/pipeline",

    "src/device/machine": "include/lanewise",
    "src/device/machine/cpu": "include/lanewise src/device/machine",
    "src/device/pool": "include/lanewise src/device/machine src/device/machine/cpu",
    "src/device/turns": "include/lanewise src/device/machine",
    "src/device/kernel": "include/lanewise src/device/machine src/device/pool src/device/turns",

    "src/runtime/object": "src/device/machine src/device/machine/cpu src/device/pool",
    "src/runtime/storage": "include/lanewise src/device/machine",
    "src/runtime/memory": "include/lanewise src/device/machine src/device/kernel src/runtime/object",
    "src/runtime/code": "include/lanewise src/device/machine src/device/machine/cpu src/device/pool "
                        "src/device/kernel src/runtime/object src/runtime/storage",
    "src/runtime/core": "include/lanewise src/device/machine src/device/machine/cpu src/device/pool "
                        "src/device/kernel src/runtime/object src/runtime/storage src/runtime/memory src/runtime/code "
                        "src/spirv",
    "src/runtime/children": "include/lanewise src/device/machine src/device/pool src/device/kernel src/runtime/object "
                            "src/runtime/code src/runtime/core",
    "src/runtime/command": "include/lanewise src/device/machine src/device/kernel src/runtime/object "
                           "src/runtime/memory src/runtime/code src/runtime/core "
                           "src/runtime/children",
    "src/runtime/graph": "include/lanewise src/device/machine src/device/pool src/runtime/object src/runtime/memory "
                         "src/runtime/core src/runtime/children src/runtime/command",
    "src/runtime/semaphores": "src/device/machine src/runtime/object src/runtime/core",
    "src/runtime/api": "include/lanewise src/spirv src/device/kernel src/runtime/object src/runtime/memory "
                       "src/runtime/code src/runtime/core src/runtime/command",
    "src/runtime/api/devices": "include/lanewise src/spirv src/device/machine src/device/machine/cpu src/device/kernel "
                               "src/runtime/object src/runtime/storage src/runtime/memory src/runtime/code "
                               "src/runtime/core src/runtime/api",
    "src/runtime/api/enqueue": "include/lanewise src/device/kernel src/runtime/object src/runtime/code src/runtime/core "
                               "src/runtime/command src/runtime/semaphores src/runtime/api",
    "src/runtime/api/sharing": "src/runtime/object src/runtime/core src/runtime/command src/runtime/semaphores "
                               "src/runtime/api src/runtime/api/enqueue",
    "src/runtime/api/images": "include/lanewise src/device/kernel src/runtime/object src/runtime/memory src/runtime/core "
                              "src/runtime/command src/runtime/api src/runtime/api/enqueue",
    "src/runtime/api/command_buffers": "src/runtime/object src/runtime/core src/runtime/graph src/runtime/api "
                                       "src/runtime/api/enqueue src/runtime/api/images",
}

# Library headers, and the folders that may include them. The longest pattern that matches a path decides.
LIBRARIES = {
    r"llvm(-c)?/|clang/": ["src/compiler/", "src/builtins/tools/"],
    r"CL/": ["src/runtime/"],
}

# api and api/enqueue are on one level: services of the entry points, and entry points.
MUTUAL = {("src/runtime/api", "src/runtime/api/enqueue")}


def folder_of(path):
    return path.rpartition("/")[0]


def locate(name, includer, exists):
    """Returns the path of the project's header that `includer` means by `name`, or None."""
    for start in ("src/", "include/", "src/builtins/", folder_of(includer) + "/"):
        if exists(start + name):
            return start + name
    return None


def violations(path, text, exists):
    """Returns the forbidden includes of `text`, the file at `path` (relative to the root)."""
    found = []
    folder = folder_of(path)
    for bracket, name in INCLUDE.findall(text):
        for library, places in LIBRARIES.items():
            if re.match(library, name) and not any(path.startswith(place) for place in places):
                found.append(f"{path} includes {name}")
        target = locate(name, path, exists) if bracket == '"' else None
        if not target or folder_of(target) == folder or (folder, folder_of(target)) in MUTUAL:
            continue
        if folder_of(target) not in ALLOWED.get(folder, "").split():
            found.append(f"{path} includes {name}")
    return found


def wrong_rows(folders):
    """Returns the rows that break the rules in the table's description."""
    found = [f"{row} has no row in the table" for row in sorted(folders - set(ALLOWED))]
    found += [f"{row} has a row in the table but no files" for row in sorted(set(ALLOWED) - folders)]
    above = []
    for row, names in ALLOWED.items():
        found += [f"{row} may include {name}, which is not above it" for name in names.split() if name not in above]
        above.append(row)
    return found


def main(root):
    files = [file.relative_to(root).as_posix() for part in ("include", "src") for file in sorted((root / part).rglob("*"))
             if file.suffix in (".h", ".cpp", ".def", ".cl")]
    known = set(files)
    found = wrong_rows({folder_of(file) for file in files})
    for file in files:
        found += violations(file, (root / file).read_text(), known.__contains__)
    print("\n".join(found) or "every include keeps the layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
