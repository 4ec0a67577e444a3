#!/usr/bin/env python3
"""Tests that check_language.py finds every kind of wrong sentence, and no right one."""
import unittest

import check_language

LONG = " ".join(["word"] * 26)
LONGER = " ".join(["word"] * 36)


def rules(text, is_document=False):
    return [(line, rule) for line, rule, _ in check_language.findings(text, is_document)]


class CheckLanguage(unittest.TestCase):
    def test_first_sentences_are_short(self):
        self.assertEqual(rules(f"// {LONG}.\n"), [(1, "long")])
        self.assertEqual(rules(f"int a;  // {LONG}.\n"), [(1, "long")])
        self.assertEqual(rules(f"// Short.\n// Then {LONG}.\n"), [])
        self.assertEqual(rules(f"// Short.\n// Then {LONGER}.\n"), [(1, "long")])

    def test_openings(self):
        for opening in check_language.OPENINGS:
            self.assertEqual(rules(f"\n// {opening} it is.\n"), [(2, "opening")])
            self.assertEqual(rules(f"\n// Sentence. {opening} it is.\n"), [(2, "opening")])
        self.assertEqual(rules("// Which files are these?\n"), [])

    def test_words_for_order(self):
        self.assertEqual(rules("// Runs behind the loop.\n"), [(1, "word")])
        self.assertEqual(rules("// Runs in front of the loop.\n"), [(1, "word")])

    def test_figures_are_wrong_in_comments_alone(self):
        for figure in ("in .53 of the time", "saves 12 % of it", "is 1.5x as fast", "takes 20 ms"):
            self.assertEqual(rules(f"// It {figure}.\n"), [(1, "figure")])
            self.assertEqual(rules(f"It {figure}.\n", is_document=True), [])

    def test_quotations_and_code_are_left_out(self):
        self.assertEqual(rules(f'// "{LONG}."\n'), [])
        self.assertEqual(rules(f'// Section 5.8: CL_INVALID_VALUE "if {LONG}."\n'), [])
        self.assertEqual(rules(f"// Usage:\n//     {LONG}\n"), [])
        self.assertEqual(rules(f"#include <{LONG}>\n"), [])

    def test_documents_are_read_by_paragraph(self):
        self.assertEqual(rules(f"# Of a heading\n\n| Of a table |\n\n```\nOf code\n```\n\n- Of an item\n", True),
                         [(9, "opening")])
        self.assertEqual(rules(f"{LONG}\n", is_document=True), [])
        self.assertEqual(rules(f"{LONGER}\n", is_document=True), [(1, "long")])


if __name__ == "__main__":
    unittest.main()
