#!/usr/bin/env python3
"""Tests check_held_out.py."""
import unittest

import check_held_out

LOG = ("\0a1 Price gathers anew\n\nsrc/compiler/plan/plan.cpp\nbench/held_out/clfft.cpp\n"
       "\0b2 Add kernels\n\nbench/held_out/clfft.cpp\nbench/CMakeLists.txt\n"
       "\0c3 Raise a cost\n\nsrc/compiler/limits/costs.h\nsrc/compiler/widen/widen.cpp\n")


class HeldOut(unittest.TestCase):
    def test_finds_commits_that_change_planner_and_kernels(self):
        wrong = [text for text, files in check_held_out.commits_of(LOG) if check_held_out.fits_kernels(files)]
        self.assertEqual(wrong, ["a1 Price gathers anew"])


if __name__ == "__main__":
    unittest.main()
