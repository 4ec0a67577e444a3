#!/usr/bin/env python3
"""Writes ctest's list of the tests of a GoogleTest program: one entry per suite, or one per case with `ctest -C cases`.

The cases of a suite share a process, because a process that loads the compiler costs more than most cases do. Suites
whose names match SEPARATE have one entry per case in every configuration, because each case needs a process.
Suites whose names begin with More get the label `long`: they repeat another suite with more parameters.

Usage: discover_tests.py PROGRAM PREFIX OUTPUT SEPARATE [PROPERTY=VALUE...]. The build runs it after each link. SEPARATE
is a regular expression, or empty for no suite.
"""
import pathlib
import re
import subprocess
import sys


def read_list(text):
    """Returns a list of (suite, its name for ctest, its type in <>, its cases). Values of parameters are left out."""
    suites = []
    for line in text.splitlines():
        name, _, remark = (part.strip() for part in line.partition("#"))
        if line.startswith("  "):
            suites[-1][-1].append(name)
        elif name.endswith("."):
            suite = name[:-1]
            kind = re.match(r"TypeParam = (.*)", remark)
            suites.append((suite, suite.partition("/")[0], f"<{kind[1]}>", []) if kind else (suite, suite, "", []))
    return suites


def entry(name, program, pattern, properties):
    return (f'  add_test([=[{name}]=] [==[{program}]==] [==[--gtest_filter={pattern}]==] --gtest_brief=1)\n'
            f'  set_tests_properties([=[{name}]=] PROPERTIES {properties})\n')


def main(program, prefix, output, separate, *properties):
    listing = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    given = " ".join(f"{name} [==[{value}]==]" for name, _, value in (each.partition("=") for each in properties))
    always, by_case, by_suite = [], [], []
    for suite, shown, kind, names in read_list(listing):
        cases = [entry(f"{prefix}{shown}.{case}{kind}", program, f"{suite}.{case}",
                       rf"SKIP_REGULAR_EXPRESSION [==[\[  SKIPPED \]]==] {given}") for case in names]
        if separate and re.fullmatch(separate, suite):
            always += cases
        else:
            by_case += cases
            label = "LABELS long " if suite.startswith("More") else ""
            by_suite.append(
                entry(f"{prefix}{shown}{kind}", program, f"{suite}.*", f"{label}COST {len(names)} {given}"))
    text = f"""{"".join(always)}
if(CTEST_CONFIGURATION_TYPE STREQUAL "cases")
{"".join(by_case)}else()
{"".join(by_suite)}endif()
"""
    pathlib.Path(output).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
