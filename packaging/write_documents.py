#!/usr/bin/env python3
"""Writes the documents that every package of a build contains.

Usage: write_documents.py BUILD FOLDER. Writes these files to FOLDER, from the linker's records of the folder BUILD:
  copyright          the license of Lanewise and of what it contains, in Debian's machine-readable form
  THIRD_PARTY_NOTICES    the complete notices of other projects
  lanewise.spdx.json the bill of materials (SPDX 2.3)
  changelog.gz       CHANGELOG.md in Debian's form
The files depend only on the build, the installed packages of the components and SOURCE_DATE_EPOCH.
"""
import gzip
import json
import os
import pathlib
import sys
import time

from changelog import debian_changelog
from components import NoticeError, ROOT, cache_value, find_components
from notices import debian_copyright, third_party
from sbom import bill_of_materials


def documents(build):
    """Returns the content of each file by its name."""
    components = find_components(build)
    version = cache_value(build, "CMAKE_PROJECT_VERSION")
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    bill = bill_of_materials(components, build, version, seconds)
    changes = debian_changelog((ROOT / "CHANGELOG.md").read_text(), cache_value(build, "LANEWISE_CONTACT"))
    return {"copyright": debian_copyright(components).encode(),
            "THIRD_PARTY_NOTICES": third_party(components, build, version).encode(),
            "lanewise.spdx.json": (json.dumps(bill, indent=1, ensure_ascii=False) + "\n").encode(),
            "changelog.gz": gzip.compress(changes.encode(), mtime=0)}


def main():
    build, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    try:
        content = documents(build)
    except NoticeError as error:
        sys.exit(f"write_documents.py: {error}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in content.items():
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main()
