#!/usr/bin/env python3
"""Checks the links of a built site: each leads to a file of the site and to an id of that file.

Usage: check_links.py FOLDER. Prints every link that leads nowhere, and every one that leaves the site for a script,
style or picture, because the site must work without the network. The exit code is 1 if there is one.
"""
import html.parser
import pathlib
import sys
import urllib.parse

LINKS = {"a": "href", "img": "src", "script": "src", "link": "href"}


class Page(html.parser.HTMLParser):
    """The links and ids of one page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.ids.add(values["id"])
        if values.get(LINKS.get(tag)):
            self.links.append((tag, values[LINKS[tag]]))


def faults_of(folder):
    pages = {path.resolve(): Page(path.read_text()) for path in folder.rglob("*.html")}
    for path, page in pages.items():
        # The page of errors has absolute links, because a server may send it for any address.
        if path.name == "404.html":
            continue
        for tag, link in page.links:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                if tag != "a":
                    yield f"{path.relative_to(folder)}: {link} needs the network"
                continue
            goal = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            if goal.is_dir():
                goal = goal / "index.html"
            if not goal.exists():
                yield f"{path.relative_to(folder)}: {link} does not exist"
            elif url.fragment and goal in pages and urllib.parse.unquote(url.fragment) not in pages[goal].ids:
                yield f"{path.relative_to(folder)}: {link} has no such heading"


def main(folder):
    faults = sorted(set(faults_of(folder)))
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
