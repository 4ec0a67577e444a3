#!/usr/bin/env python3
"""Checks the form of CHANGELOG.md (Keep a Changelog), its completeness, and its form for Debian.

Usage: changelog_test.py SOURCE_DIR
"""
import pathlib
import re
import sys
import unittest

SOURCE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCE / "packaging"))
import changelog  # noqa: E402

TEXT = (SOURCE / "CHANGELOG.md").read_text()
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")


class Changelog(unittest.TestCase):
    def test_sections_have_the_form_of_keep_a_changelog(self):
        headings = re.findall(r"^## .*$", TEXT, re.M)
        self.assertEqual(headings[0], "## [Unreleased]")
        for heading in headings[1:]:
            self.assertRegex(heading, r"^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$")
        dates = [date for _, date, _ in changelog.releases(TEXT)]
        self.assertEqual(dates, sorted(dates, reverse=True))
        for section in re.split(r"^## ", TEXT, flags=re.M)[1:]:
            kinds = re.findall(r"^### (.*)$", section, re.M)
            self.assertEqual(kinds, [kind for kind in KINDS if kind in kinds])

    def test_entries_are_whole_sentences_and_unique(self):
        """Each entry ends like a sentence: a wrong merge may have cut it in two."""
        entries = re.findall(r"^- (.*(?:\n  .*)*)", TEXT, re.M)
        for entry in entries:
            self.assertRegex(entry, r"[.)]$", entry)
        openings = [entry.split("\n")[0] for entry in entries]
        self.assertEqual(len(openings), len(set(openings)))
        self.assertNotRegex(re.sub(r"^(- |  |#|\[).*$", "", TEXT, flags=re.M), r"^ \S", "a line belongs to no entry")

    def test_every_documented_extension_is_mentioned(self):
        documented = set(re.findall(r"\bcl_(?:khr|ext|intel)_\w+", (SOURCE / "docs/features.md").read_text()))
        absent = {"cl_khr_subgroups"}  # docs/features.md says that it is not reported
        self.assertEqual({name for name in documented - absent if name not in TEXT}, set())

    def test_debian_form(self):
        text = changelog.debian_changelog(TEXT, "A Name <a@example.org>")
        self.assertRegex(text, r"\Alanewise \(\d+\.\d+\.\d+\) unstable; urgency=medium\n\n  \* ")
        self.assertRegex(text, r"\n -- A Name <a@example\.org>  \w{3}, \d\d \w{3} \d{4} 12:00:00 \+0000\n")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_releases_are_read(self):
        text = "## [Unreleased]\n\n- New.\n\n## [1.2.3] - 2020-01-02\n\n### Added\n\n- One\n  line ([x](y)).\n- Two.\n"
        self.assertEqual(changelog.releases(text), [("1.2.3", "2020-01-02", ["One line (x).", "Two."])])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
