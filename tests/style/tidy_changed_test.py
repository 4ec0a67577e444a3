#!/usr/bin/env python3
"""Tests which sources tidy_changed.py finds affected by a change."""
import unittest

from tidy_changed import affected

FILES = {
    "include/lanewise/a.h": "",
    "src/compiler/b.h": '#include "lanewise/a.h"\n',
    "src/compiler/b.cpp": '#include "b.h"\n#include <vector>\n',
    "src/compiler/rows.def": "ROW(1)\n",
    "src/compiler/c.cpp": '#  include "compiler/rows.def"\n',
    "src/builtins/pack.cpp": '#include "lanewise/a.h"\n',
}


class Affected(unittest.TestCase):
    def test_a_source_is_affected_alone(self):
        self.assertEqual(affected(FILES, {"src/compiler/c.cpp"}), ["src/compiler/c.cpp"])

    def test_headers_reach_sources_through_headers(self):
        self.assertEqual(affected(FILES, {"include/lanewise/a.h"}), ["src/compiler/b.cpp"])

    def test_tables_count_as_headers(self):
        self.assertEqual(affected(FILES, {"src/compiler/rows.def"}), ["src/compiler/c.cpp"])

    def test_other_files_affect_nothing(self):
        self.assertEqual(affected(FILES, {"README.md", "src/gone.cpp"}), [])


if __name__ == "__main__":
    unittest.main()
