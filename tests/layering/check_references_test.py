#!/usr/bin/env python3
"""Tests that check_references.py finds every kind of wrong reference."""
import os
import pathlib
import tempfile
import unittest

import check_references

FILES = {
    "README.md": "# Project\n## Finding one's way\n",
    "docs/ir.md": "# The IR\n## Stages of one kernel\n",
    "src/compiler/group/split_barriers.h": "",
    "src/compiler/stages.def": "",
    "src/runtime/core/queue.h": "",
    "tests/passes/group/loops.ll": "",
    "bench/CMakeLists.txt": "add_executable(bench_runtime a.cpp)\n",
    "cmake/CMakeLists.txt": 'file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/vendors/lanewise.icd")\n',
}


def wrong(file, text):
    return check_references.wrong_references(check_references.Tree({**FILES, file: text}), file)


class CheckReferences(unittest.TestCase):
    def right(self, file, text):
        self.assertEqual(wrong(file, text), [])

    def found(self, file, text, name):
        self.assertEqual(wrong(file, text), [f"{file} {name}"])

    def test_paths_are_looked_for_from_several_folders(self):
        for name in ("src/compiler/group/split_barriers.h", "compiler/group/split_barriers.h", "group/split_barriers",
                     "group/", "core/queue.h", "tests/passes", "stages.def"):
            self.right("src/compiler/a.h", f"// See {name}.\n")
        self.right("src/compiler/group/b.cpp", "// (group/split_barriers.h, split_barriers.h)\n")
        self.right("docs/a.md", "`../README.md` and `src/runtime/core`\n")

    def test_paths_that_are_not_there(self):
        for name in ("src/compiler/group/loops.h", "passes/split_barriers", "api/validate.h", "last_passes.cpp",
                     "src/nothing"):
            self.found("src/compiler/a.h", f"// See {name}.\n", f"names {name}")
            self.found("docs/a.md", f"See `{name}`.\n", f"names {name}")

    def test_comments_of_all_kinds(self):
        self.found("src/a.cpp", "int a;  // gone.h\n", "names gone.h")
        self.found("src/a.cpp", "/* of\n   gone.h */\n", "names gone.h")
        self.found("src/CMakeLists.txt", "# gone.h\n", "names gone.h")
        self.found("tests/a.py", '"' * 3 + "Of gone.h." + '"' * 3, "names gone.h")
        self.found("tests/a.ll", "; gone.h\n", "names gone.h")

    def test_code_is_not_looked_at(self):
        self.right("src/a.cpp", '#include "gone.h"\nauto a = open("src/gone.h");\n')

    def test_what_is_no_path(self):
        self.right("src/a.h", "// pi/2, 1/2, and/or, https://x.org/src/gone.h, <CL/cl.h>, *.cpp, x_{a,b}.h\n")
        self.right("docs/a.md", "`./program`, `src/FOLDER/file.h`, `FILE.cl`\n")

    def test_targets(self):
        self.right("docs/a.md", "`build/bench/bench_runtime`, `build/vendors/lanewise.icd`, `build/vendors`\n")
        self.found("docs/a.md", "build/bench/bench_other\n", "names build/bench/bench_other")

    def test_links(self):
        self.right("docs/a.md", "# Here\n[a](ir.md) [b](ir.md#stages-of-one-kernel) [c](#here) [d](https://x.org/a)\n")
        self.right("docs/a.md", "[a](../README.md#finding-ones-way)\n")
        self.found("docs/a.md", "[a](ir.md#words)\n", "links to ir.md#words")
        self.found("docs/a.md", "[a](#there)\n", "links to #there")
        self.assertIn("docs/a.md links to gone.md", wrong("docs/a.md", "[a](gone.md)\n"))

    def test_files_that_a_document_shows(self):
        self.right("docs/a.md", 'Save it as `new.cl`:\n\n```c title="new.cl"\nkernel void k() {}\n```\n')
        self.found("docs/a.md", "Save it as `new.cl`:\n", "names new.cl")

    def test_sections(self):
        self.right("src/a.h", '// (docs/ir.md, "Stages of one kernel")\n')
        self.right("src/a.h", '// as docs/ir.md ("Stages of\n// one kernel") has it\n')
        self.found("src/a.h", '// (docs/ir.md,\n// "Atomics")\n', 'names docs/ir.md, "Atomics"')

    def test_scripts(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            tree = check_references.Tree({"a.py": "#!/usr/bin/env python3\n", "b.py": ""})
            (root / "a.py").write_text("")
            self.assertEqual(check_references.wrong_modes(root, tree), ["a.py is a script but not executable"])
            os.chmod(root / "a.py", 0o755)
            self.assertEqual(check_references.wrong_modes(root, tree), [])


if __name__ == "__main__":
    unittest.main()
