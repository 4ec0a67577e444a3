#!/usr/bin/env python3
"""Checks that docs/architecture.svg shows the folders of check_includes.py's table, each above all folders that it may
include. Subfolders of a part's folders, like src/compiler/widen/chunk, may be left out.

Usage: check_picture.py SOURCE_ROOT. Prints every difference; the exit code is 1 when there is one.
"""
import pathlib
import sys
import xml.etree.ElementTree

import check_includes

SVG = "{http://www.w3.org/2000/svg}"


def places(picture):
    """Returns the top edges of the folders' boxes. A box is a group whose id is the folder's path."""
    root = xml.etree.ElementTree.fromstring(picture)
    return {group.get("id"): float(group.find(SVG + "rect").get("y")) for group in root.iter(SVG + "g")}


def differences(picture, table):
    top = places(picture)
    wanted = {folder for folder in table if folder.count("/") < 3}
    found = [f"{folder} is not in the picture" for folder in sorted(wanted - set(top))]
    found += [f"{folder} is in the picture alone" for folder in sorted(set(top) - set(table))]
    for folder, names in table.items():
        found += [f"{folder} is not above {name}, which it may include" for name in names.split()
                  if folder in top and name in top and top[folder] >= top[name]]
    return found


def main(root):
    found = differences((root / "docs/architecture.svg").read_text(), check_includes.ALLOWED)
    print("\n".join(found) or "the picture shows the table")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
