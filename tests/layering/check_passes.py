#!/usr/bin/env python3
"""Checks that docs/ir/passes.md lists the stages and passes of src/compiler/pipeline/stages.def.

Usage: check_passes.py SOURCE_ROOT [--write]. `--write` renews the table.
"""
import pathlib
import re
import sys

STAGE = re.compile(r'^STAGE\((\w+), "([^"]*)"\)', re.MULTILINE)
PASS = re.compile(r"^(?:MODULE|FUNCTION)_PASS\((\w+), (\w+), (optional|needed), ", re.MULTILINE)
LLVM_PASS = re.compile(r'^LLVM_PASS\("([\w-]+)"\)', re.MULTILINE)
TABLE = re.compile(r"(<!-- stages.def -->\n).*?(<!-- end -->)", re.DOTALL)


def table(text):
    passes = PASS.findall(text)
    lines = ["| stage | makes | passes, in order; `?`: optional |", "|---|---|---|"]
    for stage, makes in STAGE.findall(text):
        names = ", ".join(f"`{name}`" + "?" * (need == "optional") for owner, name, need in passes if owner == stage)
        lines.append(f"| {stage} | {makes} | {names} |")
    names = ", ".join(f"`{name}`?" for name in LLVM_PASS.findall(text))
    lines.append(f"| llvm | LLVM's passes that others run | {names} |")
    return "\n".join(lines) + "\n"


def main(root, write):
    rows = table((root / "src/compiler/pipeline/stages.def").read_text())
    document = root / "docs/ir/passes.md"
    text = document.read_text()
    renewed = TABLE.sub(lambda match: match[1] + rows + match[2], text)
    if write:
        document.write_text(renewed)
    elif renewed != text or not TABLE.search(text):
        print("docs/ir/passes.md does not table the passes of stages.def: check_passes.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--write" in sys.argv[2:]))
