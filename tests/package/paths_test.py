#!/usr/bin/env python3
"""Checks that the libraries contain neither the path of the build nor its date.

Usage: paths_test.py SOURCE_DIR BUILD_DIR
"""
import pathlib
import sys
import unittest

SOURCE, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])


class Paths(unittest.TestCase):
    def test_libraries_contain_no_path_of_the_build(self):
        for library in ("liblanewise.so", "liblanewise-compiler.so"):
            content = (BUILD / library).read_bytes()
            for folder in {SOURCE, BUILD, SOURCE.resolve(), BUILD.resolve()}:
                self.assertEqual(content.find(str(folder).encode()), -1, f"{library} contains {folder}")

    def test_sources_ask_for_no_time(self):
        for path in [*(SOURCE / "src").rglob("*"), *(SOURCE / "include").rglob("*")]:
            if path.suffix not in (".cpp", ".h", ".cl", ".def", ".py"):
                continue
            for line in path.read_text().splitlines():
                code = line.partition("//")[0]
                for macro in ("__DATE__", "__TIME__", "__TIMESTAMP__"):
                    self.assertFalse(macro in code and f'"{macro}"' not in code, f"{path}: {line}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
