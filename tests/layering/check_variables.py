#!/usr/bin/env python3
"""Checks that README.md's table of environment variables is that of src/runtime/object/variables.def.

Also checks that no other source names a LANEWISE_ variable, so that the driver reads none but those of the table.

Usage: check_variables.py SOURCE_ROOT [--write]. `--write` renews the table.
"""
import pathlib
import re
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
TEXT = rf"((?:{LITERAL}\s*)+)"
VARIABLE = re.compile(rf"^VARIABLE\((\w+),\s*{TEXT},\s*{TEXT},\s*{TEXT},\s*{TEXT}\)", re.MULTILINE)
NAMED = re.compile(r'"(LANEWISE_[A-Z_]+)"')
TABLE = re.compile(r"\| variable \| meaning \| default \|\n\|---\|---\|---\|\n(?:\|.*\n)*")


def text_of(literals):
    return "".join(part[1:-1] for part in re.findall(LITERAL, literals))


def rows(definitions):
    """Yields name, values, meaning and default of each variable."""
    for _, *texts in VARIABLE.findall(definitions):
        yield [text_of(text) for text in texts]


def table(definitions):
    lines = ["| variable | meaning | default |", "|---|---|---|"]
    lines += [f"| `{name}` | {meaning} | {default} |" for name, _, meaning, default in rows(definitions)]
    return "\n".join(lines) + "\n"


def faults_of(root, definitions, readme):
    if definitions.count("\nVARIABLE(") != len(list(rows(definitions))):
        yield "a row of variables.def has another form than the others"
    if not TABLE.search(readme):
        yield "README.md has no table of variables"
    elif TABLE.search(readme)[0] != table(definitions):
        yield "README.md does not table variables.def: check_variables.py --write"
    for file in sorted((root / "src").rglob("*.cpp")):
        for name in NAMED.findall(file.read_text()):
            yield f"{file.relative_to(root)} names {name}, which belongs in variables.def"


def main(root, write):
    definitions = (root / "src/runtime/object/variables.def").read_text()
    document = root / "README.md"
    if write:
        document.write_text(TABLE.sub(lambda _: table(definitions), document.read_text()))
    faults = list(faults_of(root, definitions, document.read_text()))
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--write" in sys.argv[2:]))
