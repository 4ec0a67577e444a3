#!/usr/bin/env python3
"""Shows that check_includes.py finds what it is there to find."""
import unittest

from check_includes import violations


class CheckIncludes(unittest.TestCase):
    def test_allowed(self):
        self.assertEqual(violations("src/runtime/core/a.cpp", '#include "compiler/compiler.h"\n'), [])
        self.assertEqual(violations("src/runtime/core/a.cpp", '#include "device/device.h"\n'), [])
        self.assertEqual(violations("src/runtime/core/a.cpp", "#include <CL/cl.h>\n"), [])
        self.assertEqual(violations("src/device/worker_pool.cpp", "#include <tbb/task_arena.h>\n"), [])
        self.assertEqual(violations("src/compiler/passes/a.cpp", '#include "compiler/link.h"\n'), [])

    def test_compiler_and_device_do_not_meet(self):
        self.assertTrue(violations("src/device/a.h", '#include "compiler/compiler.h"\n'))
        self.assertTrue(violations("src/compiler/a.h", '#include "device/device.h"\n'))

    def test_handles_stay_in_the_runtime(self):
        self.assertTrue(violations("src/device/a.cpp", "#include <CL/cl.h>\n"))
        self.assertTrue(violations("src/compiler/a.cpp", "  #  include <CL/cl.h>\n"))
        self.assertTrue(violations("include/lanewise/a.h", "#include <CL/cl.h>\n"))

    def test_libraries_stay_in_their_place(self):
        self.assertTrue(violations("src/runtime/a.cpp", "#include <llvm/IR/Module.h>\n"))
        self.assertTrue(violations("src/device/launch.cpp", "#include <tbb/task_arena.h>\n"))
        self.assertTrue(violations("src/runtime/a.cpp", '#include "compiler/pipeline.h"\n'))


if __name__ == "__main__":
    unittest.main()
