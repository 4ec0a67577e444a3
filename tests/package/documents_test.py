#!/usr/bin/env python3
"""Compares the notices and the bill of materials of a release with what the linker recorded.

Usage: documents_test.py SOURCE_DIR BUILD_DIR RELEASE_DIR
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD, RELEASE = (pathlib.Path(argument) for argument in sys.argv[1:4])
RECORDS = {"liblanewise.so": "lanewise.tsv", "liblanewise-compiler.so": "lanewise_compiler.tsv"}


def linked_archives(library):
    """Returns the names of other projects' archives in the linker's record, without help of packaging/."""
    lines = (BUILD / "link" / RECORDS[library]).read_text().splitlines()[1:]
    archives = {line.split("\t")[1].rpartition("(")[0] for line in lines}
    return {os.path.basename(path) for path in archives
            if path.startswith("/usr/") or path.startswith("/lib")}


class Bill(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bill = json.loads((RELEASE / "lanewise.spdx.json").read_text())
        cls.packages = {entry["SPDXID"]: entry for entry in cls.bill["packages"]}

    def related(self, library, kind):
        return {self.packages[relation["relatedSpdxElement"]]["name"] for relation in self.bill["relationships"]
                if relation["spdxElementId"] == f"SPDXRef-{library}" and relation["relationshipType"] == kind}

    def test_has_the_form_of_spdx(self):
        self.assertEqual(self.bill["spdxVersion"], "SPDX-2.3")
        self.assertEqual(self.bill["dataLicense"], "CC0-1.0")
        self.assertRegex(self.bill["creationInfo"]["created"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(len(self.packages), len(self.bill["packages"]), "two packages have the same id")
        for identity, entry in self.packages.items():
            self.assertRegex(identity, r"^SPDXRef-[A-Za-z0-9.-]+$")
            self.assertTrue(entry["licenseDeclared"] and entry["copyrightText"], identity)
            self.assertEqual(entry["downloadLocation"], "NOASSERTION")
        known = set(self.packages) | {"SPDXRef-DOCUMENT"}
        for relation in self.bill["relationships"]:
            self.assertLessEqual({relation["spdxElementId"], relation["relatedSpdxElement"]}, known)

    def test_every_component_has_a_version(self):
        for identity, entry in self.packages.items():
            self.assertRegex(entry.get("versionInfo", ""), r"\d", identity)

    def test_names_what_each_library_links(self):
        """The names of archives belong to these projects, whatever the table in packaging/ says."""
        projects = {r"lib(LLVM|clang)": "LLVM and Clang", r"lib(stdc\+\+|gcc|supc)": "libstdc++ and libgcc",
                    r"libc_nonshared": "GNU C Library, static part", r"libz\.a": "zlib", r"libzstd\.a": "Zstandard"}
        for library in RECORDS:
            expected = set()
            for archive in linked_archives(library):
                names = [name for pattern, name in projects.items() if re.match(pattern, archive)]
                self.assertEqual(len(names), 1, f"{archive} belongs to no project of this test")
                expected.add(names[0])
            static = self.related(library, "STATIC_LINK")
            self.assertLessEqual(expected, static, library)
            self.assertEqual("LLVM and Clang" in static, library == "liblanewise-compiler.so")

    def test_names_parts_of_llvm_by_other_authors(self):
        record = (BUILD / "link" / RECORDS["liblanewise-compiler.so"]).read_text()
        parts = {r"libLLVMSupport\.a\(regcomp": "Henry Spencer's regular expressions",
                 r"libLLVMSupport\.a\(blake3": "BLAKE3", r"libLLVMSupport\.a\(xxhash": "xxHash in LLVM",
                 r"libLLVMSupport\.a\(ConvertUTF": "ConvertUTF", r"libLLVMSupport\.a\(MD5": "MD5",
                 r"libLLVMSupport\.a\(Unicode": "Unicode Character Database"}
        static = self.related("liblanewise-compiler.so", "STATIC_LINK")
        for pattern, name in parts.items():
            self.assertEqual(name in static, re.search(pattern, record) is not None, name)

    def test_names_what_each_library_needs(self):
        projects = {"libc.so.6": "GNU C Library", "libgcc_s.so.1": "libgcc_s", "libz.so.1": "zlib",
                    "libzstd.so.1": "Zstandard"}
        for library in RECORDS:
            dynamic = subprocess.run(["readelf", "-d", "-W", str(BUILD / library)], check=True, capture_output=True,
                                     text=True).stdout
            expected = {name for soname, name in projects.items() if f"[{soname}]" in dynamic}
            self.assertEqual(self.related(library, "DYNAMIC_LINK"), expected, library)

    def test_headers_that_become_code_are_components(self):
        names = {entry["name"] for entry in self.packages.values()}
        self.assertLessEqual({"xxHash", "OpenCL headers", "SPIR-V headers"}, names)


class Notices(unittest.TestCase):
    def test_texts_of_all_components_are_there(self):
        text = (RELEASE / "THIRD_PARTY_NOTICES").read_text()
        for entry in json.loads((RELEASE / "lanewise.spdx.json").read_text())["packages"]:
            if not entry["name"].lower().startswith(("lanewise", "liblanewise")):
                self.assertIn(f"\n{entry['name']}\n", text)
        for sentence in ("---- LLVM Exceptions to the Apache 2.0 License ----", "GCC RUNTIME LIBRARY EXCEPTION",
                         "Copyright 1992, 1993, 1994 Henry Spencer", "1991-2015 Unicode, Inc.",
                         "Grant of Patent License", "GNU GENERAL PUBLIC LICENSE"):
            self.assertIn(sentence.lower(), text.lower(), sentence)
        for title in re.findall(r"^  Texts: +(.*)$", text, re.M):
            for part in title.split(", "):
                self.assertIn(f"\nText: {part}\n", text)

    def test_the_package_has_them(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["dpkg-deb", "-x", str(next(RELEASE.glob("*.deb"))), folder], check=True)
            documents = pathlib.Path(folder) / "usr/share/doc/lanewise"
            self.assertEqual({file.name for file in documents.iterdir()},
                             {"copyright", "THIRD_PARTY_NOTICES", "lanewise.spdx.json", "changelog.gz"})
            for name in ("THIRD_PARTY_NOTICES", "lanewise.spdx.json"):
                self.assertEqual((documents / name).read_bytes(), (RELEASE / name).read_bytes())
            self.check_copyright((documents / "copyright").read_text())

    def check_copyright(self, text):
        """Checks Debian's machine-readable form: each license of a paragraph has a paragraph with its text."""
        paragraphs = [dict(re.findall(r"^([A-Z][A-Za-z-]*): *(.*(?:\n .*)*)", paragraph, re.M))
                      for paragraph in text.split("\n\n")]
        self.assertIn("copyright-format/1.0", paragraphs[0]["Format"])
        used = {part["License"].split("\n")[0] for part in paragraphs if "Files" in part}
        explained = {part["License"].split("\n")[0] for part in paragraphs[1:]
                     if "Files" not in part and "\n" in part["License"]}
        self.assertEqual(used, explained)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
