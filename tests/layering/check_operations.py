#!/usr/bin/env python3
"""Checks that docs/ir/operations.md lists the operations of src/compiler/ir/operations.def, and that the builtins declare the
operations marked `from_builtins` with the same types.

Usage: check_operations.py SOURCE_ROOT [--write]. `--write` renews the table in docs/ir/operations.md.
"""
import pathlib
import re
import sys

ROW = re.compile(r'^OPERATION\((\w+), "([^"]*)", "([^"]*)", ([^,]*),\s*"([^"]*)", "([^"]*)"\)', re.MULTILINE)
DECLARED = re.compile(r'^(?:#define [^)]*\))?\s*LW_\w+ (.*?)\s*((?:\w+##)?\w+)\(([^)]*)\) __asm__\("(ocl\.[\w.]+)"(?: suffix)?\)', re.MULTILINE)
TABLE = re.compile(r"(<!-- operations.def -->\n).*?(<!-- end -->)", re.DOTALL)
IR_TYPES = {"ulong": "i64", "bool": "i1", "uint": "i32", "int": "i32", "void": "void",
            "const __generic void*": "ptr addrspace(4)", "const __private void*": "ptr", "__private void*": "ptr",
            "__local void*": "ptr addrspace(3)", "V": "vNf32", "D": "vNf64", "I": "vNi32", "L": "vNi64"}


def operations(root):
    return ROW.findall((root / "src/compiler/ir/operations.def").read_text())


def table(rows):
    lines = ["| operation | meaning | traits | lowered by |", "|---|---|---|---|"]
    for _, name, kind, traits, lowered_by, meaning in rows:
        result, _, arguments = kind.partition(" (")
        if kind.startswith("ptr addrspace") :
            result, _, arguments = kind.rpartition(" (")
        shown = name + (result if "family" in traits else "")
        traits = ", ".join(word.strip() for word in traits.split("|"))
        lines.append(f"| `{result} @{shown}({arguments}` | {meaning} | {traits} | {lowered_by} |")
    return "\n".join(lines) + "\n"


def type_of(result, parameters):
    """Returns the IR type of a declaration in the notation of operations.def."""
    kinds = []
    for parameter in filter(None, (p.strip() for p in parameters.split(","))):
        kind, _, name = parameter.rpartition(" ")
        ir = IR_TYPES.get(kind, kind)
        kinds.append(ir if ir.startswith("ptr") else f"{ir} {name}")
    return f"{IR_TYPES.get(result, result)} ({', '.join(kinds)})"


def main(root, write):
    rows = operations(root)
    wrong = []
    document = root / "docs/ir/operations.md"
    text = document.read_text()
    renewed = TABLE.sub(lambda match: match[1] + table(rows) + match[2], text)
    if write:
        document.write_text(renewed)
    elif renewed != text or not TABLE.search(text):
        wrong.append("docs/ir/operations.md does not table the operations of operations.def: check_operations.py --write")
    expected = {name: kind for _, name, kind, traits, _, _ in rows if "from_builtins" in traits}
    found = {}
    for header in (root / "src/builtins").rglob("*.h"):
        for result, _, parameters, name in DECLARED.findall(header.read_text()):
            found[name] = type_of(result, parameters)
    for name in sorted(set(expected) | set(found)):
        if expected.get(name) != found.get(name):
            wrong.append(f"{name}: operations.def has {expected.get(name)}, the builtins have {found.get(name)}")
    print("\n".join(wrong) or f"{len(rows)} operations, {len(found)} of the builtins")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--write" in sys.argv[2:]))
