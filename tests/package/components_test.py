#!/usr/bin/env python3
"""Tests how packaging/ reads the linker's records, on records of an invented build.

Usage: components_test.py SOURCE_DIR
"""
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

SOURCE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCE / "packaging"))
import components  # noqa: E402
import notices  # noqa: E402

HEADER = "reference\textracted\tsymbol\n"


class Records(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "link").mkdir()
        (self.build / "notices").mkdir()
        (self.build / "CMakeCache.txt").write_text(
            f"LANEWISE_NOTICES_DIR:PATH={self.build}/notices\nLLVM_DIR:PATH=/opt/llvm/lib/cmake/llvm\n")

    def find(self, driver, compiler, needed=(), files=None):
        for target, members in (("lanewise", driver), ("lanewise_compiler", compiler)):
            lines = [f"main.o\t{member}\tsymbol\n" for member in members]
            (self.build / "link" / f"{target}.tsv").write_text(HEADER + "".join(lines))
        with mock.patch.object(components, "needed_libraries", lambda library: needed), \
                mock.patch.object(components, "compiled_files", lambda build: files), \
                mock.patch.object(components, "system_headers", lambda: {"/usr/include/stdio.h"}):
            return {part.name: part for part in components.find_components(self.build)}

    def test_members_belong_to_the_first_component_that_matches(self):
        found = self.find([], ["/opt/llvm/lib/libLLVMSupport.a(MD5.cpp.o)", "/opt/llvm/lib/libLLVMCore.a(Type.cpp.o)",
                               "src/spirv/liblanewise_spirv.a(reader.o)"], ["libz.so.1"], set())
        self.assertEqual(set(found), {"MD5", "LLVM and Clang", "zlib"})
        self.assertEqual(found["MD5"].members_taken, {"libLLVMSupport.a(MD5.cpp.o)"})
        self.assertEqual(found["MD5"].contained_in, {"liblanewise-compiler.so"})
        self.assertEqual(found["zlib"].contained_in, set())
        self.assertEqual(found["zlib"].needed_by, {"liblanewise.so", "liblanewise-compiler.so"})

    def test_headers_are_components(self):
        found = self.find([], [], (), {"/usr/include/xxhash.h", "/usr/include/stdio.h",
                                       str(components.ROOT / "src/spirv/reader.h")})
        self.assertEqual(set(found), {"xxHash"})

    def test_without_a_log_of_ninja_all_headers_are_assumed(self):
        self.assertLessEqual({"xxHash", "OpenCL headers", "SPIR-V headers"}, set(self.find([], [])))

    def test_what_has_no_row_is_an_error(self):
        for arguments in ((["/usr/lib/libmystery.a(a.o)"], [], (), set()), ([], [], ["libmystery.so.1"], set()),
                          ([], [], (), {"/usr/include/mystery.h"})):
            with self.assertRaisesRegex(components.NoticeError, "components.toml has no row for: .*mystery"):
                self.find(*arguments)

    def test_a_missing_record_is_an_error(self):
        with self.assertRaisesRegex(components.NoticeError, "lanewise.tsv does not exist"):
            components.find_components(self.build)

    def test_missing_notices_are_an_error_that_names_the_file(self):
        part = components.Component("Some Part", "MIT", "x", "y", "no-such-package")
        with self.assertRaisesRegex(components.NoticeError, "some-part.txt"):
            notices.own_texts(part, self.build)
        (self.build / "notices/some-part.txt").write_text("the notice")
        self.assertEqual(notices.own_texts(part, self.build), [("some-part.txt", "the notice")])

    def test_of_a_header_only_the_comment_at_its_top_is_a_notice(self):
        self.assertEqual(notices.top_comment("/* License */\n// more\n\n#ifndef X\n/* code */\n"),
                         "/* License */\n// more")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
