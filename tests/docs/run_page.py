#!/usr/bin/env python3
"""Runs the commands of a page of the guide, and compares their output with the page.

Usage: run_page.py PAGE LIBRARY_FOLDER VERSION. The commands find the Python package of this project as if it were
installed with the libraries of LIBRARY_FOLDER. The blocks of the page count in their order, in an empty folder:

- A block with title="NAME" is the text of the file NAME.
- A block of sh runs. It must succeed.
- A block of text after a block of sh is what the commands print: each of its lines is a line of the output, in this
  order; `...` stands for any text. Other lines may come between.

After a line <!-- not tested: REASON -->, the next block of sh does not run. After a line <!-- needs: MODULE -->, it runs
only if Python has this module. The block of text after a block of sh that does not run is not compared.
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

BLOCK = re.compile(r"(?:^<!-- (?P<note>.*?) -->\n)?^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<text>.*?)^```$",
                   re.MULTILINE | re.DOTALL)


def is_left_out(note):
    if not note:
        return False
    word, _, rest = note.partition(": ")
    if word == "needs":
        return importlib.util.find_spec(rest) is None
    if word == "not tested" and rest:
        return True
    raise ValueError(f"<!-- {note} --> says neither `not tested: REASON` nor `needs: MODULE`")


def missing_line(expected, output):
    """Returns the first line of `expected` that is not in `output` after the lines before it, or None."""
    lines = iter(output.splitlines())
    for line in expected.splitlines():
        pattern = re.compile(".*".join(map(re.escape, line.split("..."))))
        if not any(pattern.fullmatch(found) for found in lines):
            return line
    return None


def faults_of(page, folder, environment):
    """Runs the page's blocks in `folder`; returns a text for each that fails."""
    faults, output = [], None
    for block in BLOCK.finditer(page):
        note, kind, title, text = block.group("note", "kind", "title", "text")
        if title:
            (folder / title).write_text(text)
        elif kind == "sh":
            output = None
            if is_left_out(note):
                continue
            done = subprocess.run(["sh", "-e", "-c", text], cwd=folder, env=environment, capture_output=True, text=True,
                                  timeout=300)
            output = done.stdout
            if done.returncode:
                faults.append(f"{text}ends with {done.returncode}:\n{done.stdout}{done.stderr}")
        elif kind == "text" and output is not None:
            line = missing_line(text, output)
            if line is not None:
                faults.append(f"the commands do not print\n{line}\nbut\n{output}")
    return faults


class Rules(unittest.TestCase):
    def run_text(self, text):
        with tempfile.TemporaryDirectory() as folder:
            return faults_of(text, pathlib.Path(folder), os.environ)

    def test_a_command_must_succeed(self):
        self.assertEqual(self.run_text("```sh\ntrue\n```\n"), [])
        self.assertEqual(len(self.run_text("```sh\nfalse\n```\n")), 1)

    def test_output_is_compared(self):
        self.assertEqual(self.run_text("```sh\necho a; echo 12 b\n```\n\n```text\n... b\n```\n"), [])
        self.assertEqual(len(self.run_text("```sh\necho a\n```\n\n```text\nb\n```\n")), 1)
        self.assertEqual(len(self.run_text("```sh\necho a; echo b\n```\n\n```text\nb\na\n```\n")), 1)

    def test_files_are_written(self):
        self.assertEqual(self.run_text('```c title="x"\nhello\n```\n\n```sh\ncat x\n```\n\n```text\nhello\n```\n'), [])

    def test_left_out_blocks_need_a_reason(self):
        self.assertEqual(self.run_text("<!-- not tested: it fails -->\n```sh\nfalse\n```\n"), [])
        self.assertEqual(self.run_text("<!-- needs: no_such_module -->\n```sh\nfalse\n```\n\n```text\nb\n```\n"), [])
        with self.assertRaises(ValueError):
            self.run_text("<!-- not tested: -->\n```sh\nfalse\n```\n")


def install_package(folder, libraries, version):
    """Makes a folder for PYTHONPATH with the package, links to the libraries, and the version."""
    package = folder / "lanewise"
    shutil.copytree(ROOT / "python" / "lanewise", package, ignore=shutil.ignore_patterns("__pycache__", "lib"))
    (package / "lib").mkdir()
    for name in ("liblanewise.so", "liblanewise-compiler.so"):
        (package / "lib" / name).symlink_to(pathlib.Path(libraries, name).resolve())
    information = folder / f"lanewise-{version}.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: lanewise\nVersion: {version}\n")


def main(page, libraries, version):
    with tempfile.TemporaryDirectory() as packages, tempfile.TemporaryDirectory() as folder:
        install_package(pathlib.Path(packages), libraries, version)
        environment = os.environ | {"PYTHONPATH": packages, "PYTHONDONTWRITEBYTECODE": "1"}
        faults = faults_of(pathlib.Path(page).read_text(), pathlib.Path(folder), environment)
    print("\n\n".join(faults) or f"the commands of {page} do what it says")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) == 4:
        sys.exit(main(*sys.argv[1:]))
    unittest.main()
