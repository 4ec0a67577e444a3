#!/usr/bin/env python3
"""Tests that check_includes.py finds every kind of violation."""
import unittest

import check_includes

FILES = {"include/lanewise/compiler.h", "src/device/kernel/launch.h", "src/compiler/link/link.h",
         "src/compiler/ir/operations.h", "src/compiler/widen/widen.h", "src/runtime/core/queue.h",
         "src/runtime/object/error.h", "src/runtime/api/info.h"}


def violations(path, text):
    return check_includes.violations(path, text, FILES.__contains__)


class CheckIncludes(unittest.TestCase):
    def test_allowed(self):
        self.assertEqual(violations("src/runtime/core/a.cpp", '#include "lanewise/compiler.h"\n'), [])
        self.assertEqual(violations("src/runtime/core/a.cpp", '#include "device/kernel/launch.h"\n'), [])
        self.assertEqual(violations("src/runtime/core/a.cpp", "#include <CL/cl.h>\n"), [])
        self.assertEqual(violations("src/compiler/widen/a.cpp", '#include "compiler/ir/operations.h"\n'), [])
        self.assertEqual(violations("src/compiler/widen/a.cpp", '#include "compiler/widen/widen.h"\n'), [])

    def test_stages_do_not_look_ahead(self):
        self.assertTrue(violations("src/compiler/ir/a.h", '#include "compiler/widen/widen.h"\n'))
        self.assertTrue(violations("src/compiler/widen/a.h", '#include "compiler/link/link.h"\n'))

    def test_the_runtime_does_not_run_back_up(self):
        self.assertTrue(violations("src/runtime/core/a.h", '#include "runtime/api/info.h"\n'))
        self.assertTrue(violations("src/runtime/object/a.h", '#include "runtime/core/queue.h"\n'))

    def test_compiler_and_device_do_not_meet(self):
        self.assertTrue(violations("src/device/kernel/a.h", '#include "compiler/link/link.h"\n'))
        self.assertTrue(violations("src/compiler/link/a.h", '#include "device/kernel/launch.h"\n'))
        self.assertTrue(violations("src/runtime/core/a.cpp", '#include "compiler/link/link.h"\n'))

    def test_handles_stay_in_the_runtime(self):
        self.assertTrue(violations("src/device/kernel/a.cpp", "#include <CL/cl.h>\n"))
        self.assertTrue(violations("src/compiler/link/a.cpp", "  #  include <CL/cl.h>\n"))
        self.assertTrue(violations("include/lanewise/a.h", "#include <CL/cl.h>\n"))

    def test_libraries_stay_in_their_place(self):
        self.assertTrue(violations("src/runtime/core/a.cpp", "#include <llvm/IR/Module.h>\n"))
        self.assertTrue(violations("src/device/kernel/launch.cpp", "#include <clang/Basic/Stack.h>\n"))

    def test_the_table_is_complete_and_has_no_cycle(self):
        rows = set(check_includes.ALLOWED)
        self.assertEqual(check_includes.wrong_rows(rows), [])
        self.assertTrue(check_includes.wrong_rows(rows | {"src/compiler/new"}))
        self.assertTrue(check_includes.wrong_rows(rows - {"src/compiler/ir"}))


if __name__ == "__main__":
    unittest.main()
