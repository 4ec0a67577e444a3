#!/usr/bin/env python3
"""Copies the project's documents into a folder from which mkdocs builds the site.

Usage: stage.py ROOT OUTPUT. OUTPUT/pages gets the documents that pages.txt lists, the pictures that they show, and a page
of extensions that is made from the sources. OUTPUT/mkdocs.yml is the configuration with the list of pages. Links to
files that are no page become plain text, because the site has no sources. The exit code is 1 if a document is in no
section, or if a page of pages.txt does not exist.
"""
import json
import pathlib
import posixpath
import re
import shutil
import sys

import extensions

LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^# +(.*)$", re.MULTILINE)


def sections_of(root, listing):
    """Returns [(section, [page path, ...])]: each document once, in the first entry that matches it."""
    sections, seen = [], set()
    for line in listing.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            sections.append((line.strip(), []))
            continue
        found = sorted(path.relative_to(root).as_posix() for path in root.glob(line.strip()))
        if not found:
            raise SystemExit(f"pages.txt: no document is {line.strip()}")
        new = [page for page in found if page not in seen]
        seen.update(new)
        sections[-1][1].extend(new)
    return sections


def place_of(page):
    """Returns the page's path on the site: docs/ is its root, and the README its first page."""
    if page == "README.md":
        return "index.md"
    return page.removeprefix("docs/").replace("README.md", "index.md")


def rewritten(text, page, pages, pictures):
    """Returns the text with links as the site needs them. `pictures` gets the pictures that it shows."""

    def link(match):
        mark, label, target = match.groups()
        if re.match(r"[a-z]+:|#", target):
            return match[0]
        file, hash_, anchor = target.partition("#")
        goal = posixpath.normpath(posixpath.join(posixpath.dirname(page), file))
        if mark:
            pictures.add(goal)
        elif goal not in pages:
            return label
        here = posixpath.dirname(place_of(page))
        return f"{mark}[{label}]({posixpath.relpath(place_of(goal), here or '.')}{hash_}{anchor})"

    parts = CODE.split(text)
    return "".join(part if index % 2 else LINK.sub(link, part) for index, part in enumerate(parts))


def main(root, output):
    source = pathlib.Path(__file__).parent
    sections = sections_of(root, (source / "pages.txt").read_text())
    pages = {page for _, names in sections for page in names}
    missing = sorted(path.relative_to(root).as_posix() for path in root.glob("docs/**/*.md")
                     if path.relative_to(root).as_posix() not in pages)
    for page in missing:
        print(f"pages.txt: {page} is in no section")

    folder = output / "pages"
    shutil.rmtree(folder, ignore_errors=True)
    pictures, titles = set(), {}
    for page in pages:
        text = (root / page).read_text()
        titles[page] = TITLE.search(text)[1]
        goal = folder / place_of(page)
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_text(rewritten(text, page, pages, pictures))
    generated = {"Extensions": "extensions.md"}
    (folder / generated["Extensions"]).write_text(extensions.page(root))
    for picture in pictures:
        goal = folder / place_of(picture)
        goal.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / picture, goal)
    # JSON is YAML, so that titles need no quoting of our own.
    nav = [{section: [{titles[page]: place_of(page)} for page in names]} for section, names in sections]
    nav[0][sections[0][0]] += [generated]
    (output / "mkdocs.yml").write_text((source / "mkdocs.yml").read_text() + f"nav: {json.dumps(nav)}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
