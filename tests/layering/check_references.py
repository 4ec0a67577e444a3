#!/usr/bin/env python3
"""Checks that every file, folder and section exists that a document or a comment names.

The check reads the .md files and the comments of all sources. A name with a folder is resolved from the root, from the
folders of STARTS and from all parent folders of the naming file; its ending may be omitted. Such a name has the ending
of a source file, or begins with a folder of the project. A name without a folder counts if it has such an ending; it
may be any file of the project. `build/bench/bench_runtime` is a target of that folder. Links of .md files lead to a
file and, after #, to a heading of the file. A quotation after a document's name, as in docs/testing.md ("Tests"), is a
heading too. Scripts must be executable, because documents call them by name.

Usage: check_references.py SOURCE_ROOT. Prints every name that leads nowhere; the exit code is 1 when there is one.
"""
import os
import pathlib
import posixpath
import re
import sys

ENDINGS = r"\.(h|cpp|cl|def|py|md|sh|ll|map|svg|cmake|txt|supp|java)$"
STARTS = ("", "src", "include", "include/lanewise", "src/compiler", "src/runtime", "src/device", "src/builtins",
          "tests", "tests/unit")
# Files of other projects, the system and the user.
FOREIGN = re.compile(r"host_atomics\.h|llama\.cpp|opencl-c(-base)?\.h|cl(_ext)?\.h|CL/.*|"
                     r"(file|program|p)\.cl|file\.ll|x\.(h|cpp)|options\.txt|\d+-\w+\.ll")
# Placeholders that the reader replaces: FOLDER/file.h.
PLACEHOLDER = re.compile(r"(.*/)?[A-Z]+(\.(?!md)\w+)?(/.*)?")
# Folders about other projects.
ABOUT_OTHERS = ("tests/external/suites/",)

SLASHES = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
HASHES = re.compile(r'(?<!\S)#[^\n]*|""".*?"""', re.DOTALL)
COMMENTS = {**dict.fromkeys(("h", "cpp", "cl", "def", "java"), SLASHES), "ll": re.compile(r";[^\n]*"),
            **dict.fromkeys(("py", "sh", "cmake", "txt", "supp"), HASHES), "md": re.compile(r".+", re.DOTALL)}

NAME = re.compile(r"(?<![\w./$<>@~*{}%:\\+-])[\w.][\w.-]*(?:/[\w.-]+)*/?(?![\w*{}<>$=(\\]|/)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A document names a file whose text it shows: ```c title="NAME".
SHOWN = re.compile(r"^```\w+ title=\"([^\"]+)\"", re.MULTILINE)
SECTION = re.compile(r"([\w/.-]+\.md),?[\s/#*;]*\(?\"([^\"]+)\"")
HEADING = re.compile(r"^#+ +(.*?)\s*$", re.MULTILINE)
CODE_BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
TARGET = re.compile(r"add_(?:executable|library)\((\w+)")


def slug(heading):
    """Returns the #anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


class Tree:
    """The files of a project: maps each path from the root to the file's text."""

    def __init__(self, texts):
        self.texts = texts
        self.paths = set(texts)
        for file in texts:
            self.paths |= {parent.as_posix() for parent in pathlib.PurePosixPath(file).parents}
        self.files = {posixpath.basename(path) for path in texts}
        self.firsts = {path for start in STARTS for path in self.children(start)} - {"."}
        self.paths |= {path.partition(".")[0] for path in texts}

    def children(self, folder):
        start = folder + "/" if folder else ""
        return {path[len(start):] for path in self.paths
                if path.startswith(start) and path not in self.texts and "/" not in path[len(start):]}

    def find(self, name, named_by):
        """Returns the path that `name` means in the file `named_by`, or None."""
        above = (parent.as_posix() for parent in pathlib.PurePosixPath(named_by).parents)
        for start in (*above, *STARTS):
            path = posixpath.normpath(posixpath.join(start, name))
            if path in self.paths:
                return path
        return None

    def has_target(self, name):
        """Tells whether the build folder has `name`: at its top, as a target of its folder, or written by cmake."""
        path = name.rstrip("/").removeprefix("build/")
        folder, _, target = path.rpartition("/")
        if not folder or target in TARGET.findall(self.texts.get(folder + "/CMakeLists.txt", "")):
            return True
        return any(f"/{path}" in text for file, text in self.texts.items() if file.endswith("CMakeLists.txt"))

    def leads_nowhere(self, name, named_by):
        if FOREIGN.fullmatch(name) or PLACEHOLDER.fullmatch(name) or re.fullmatch(r"\.\w+", name):
            return False
        if name.startswith("build/"):
            return not self.has_target(name)
        if "/" in name and (re.search(ENDINGS, name) or name.partition("/")[0] in self.firsts):
            return not self.find(name, named_by)
        return bool(re.search(ENDINGS, name)) and posixpath.basename(name) not in self.files

    def has_section(self, document, section):
        headings = HEADING.findall(CODE_BLOCK.sub("", self.texts[document]))
        return section in headings or section in map(slug, headings)


def wrong_links(tree, file, text):
    for link in LINK.findall(CODE_BLOCK.sub("", text)):
        target, _, anchor = link.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(file), target)) if target else file
        if ":" not in target and (path not in tree.paths or anchor and not tree.has_section(path, anchor)):
            yield f"{file} links to {link}"


def wrong_references(tree, file):
    """Returns the names in the file's comments that lead nowhere."""
    text = tree.texts[file]
    comments = COMMENTS.get(file.rpartition(".")[2])
    if not comments or file.startswith(ABOUT_OTHERS):
        return []
    said = "\n".join(comments.findall(text))
    names = dict.fromkeys(name.rstrip(".-") for name in NAME.findall(said))
    shown = set(SHOWN.findall(text)) if file.endswith(".md") else set()
    found = [f"{file} names {name}" for name in names if name not in shown and tree.leads_nowhere(name, file)]
    for name, section in SECTION.findall(said):
        document = tree.find(name, file)
        if document and not tree.has_section(document, re.sub(r"\s+(//+|#|\*)?\s*", " ", section)):
            found.append(f'{file} names {name}, "{section}"')
    return found + (list(wrong_links(tree, file, text)) if file.endswith(".md") else [])


def read_tree(root):
    """Reads all files except builds and hidden files."""
    texts = {}
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith((".", "build", "__"))]
        for name in files:
            path = pathlib.Path(folder, name)
            texts[path.relative_to(root).as_posix()] = path.read_text(errors="replace")
    for hidden in (".ci/run", ".clang-format", ".clang-tidy"):
        texts[hidden] = ""
    return texts


def wrong_modes(root, tree):
    return [f"{file} is a script but not executable" for file, text in sorted(tree.texts.items())
            if text.startswith("#!") and not os.access(root / file, os.X_OK)]


def main(root):
    tree = Tree(read_tree(root))
    found = [wrong for file in sorted(tree.texts) for wrong in wrong_references(tree, file)] + wrong_modes(root, tree)
    print("\n".join(found) or f"what {len(tree.texts)} files name is there")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
