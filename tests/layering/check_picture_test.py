#!/usr/bin/env python3
"""Tests that check_picture.py finds every kind of difference."""
import unittest

import check_picture

TABLE = {"src/ir": "", "src/passes": "src/ir"}


def picture(**tops):
    boxes = "".join(f'<g id="src/{name}"><rect x="0" y="{top}"/></g>' for name, top in tops.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{boxes}</svg>'


class CheckPicture(unittest.TestCase):
    def test_the_same(self):
        self.assertEqual(check_picture.differences(picture(passes=10, ir=20), TABLE), [])

    def test_rooms_of_a_folder(self):
        table = {**TABLE, "src/compiler/widen/chunk": "src/ir"}
        self.assertEqual(check_picture.differences(picture(passes=10, ir=20), table), [])

    def test_upside_down(self):
        self.assertEqual(check_picture.differences(picture(passes=20, ir=10), TABLE),
                         ["src/passes is not above src/ir, which it may include"])

    def test_other_folders(self):
        self.assertEqual(check_picture.differences(picture(passes=10, old=20), TABLE),
                         ["src/ir is not in the picture", "src/old is in the picture alone"])


if __name__ == "__main__":
    unittest.main()
