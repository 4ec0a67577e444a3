#!/usr/bin/env python3
"""Tests that check_sizes.py finds what is too long, and nothing else."""
import pathlib
import tempfile
import unittest

import check_sizes
from functions import functions_of_cpp, functions_of_python

STATEMENTS = "    f();\n" * 59


def names(text):
    return [name for name, _, _ in functions_of_cpp(text)]


def lines(text):
    return [count for _, _, count in functions_of_cpp(text)]


class Functions(unittest.TestCase):
    def test_functions_of_namespaces_and_classes(self):
        self.assertEqual(names("namespace a::b { namespace { int f(int x) { return x; } } struct C final : D {\n"
                               "public: C() {} operator bool() const { return true; }\n"
                               "protected: bool operator==(const C&) const noexcept { return {}; } }; }\n"
                               'extern "C" { void h() {} }\nvoid C::k() {}\n'),
                         ["f", "C", "bool", "==", "h", "k"])

    def test_lines_reach_from_the_declaration_to_the_brace(self):
        self.assertEqual(functions_of_cpp("\ntemplate <class T>\nvoid\nf(T a,\n  T b) {\n}\n"), [("f", 2, 5)])

    def test_tests_have_the_names_of_their_macros(self):
        self.assertEqual(names("TEST_F(Queue, Waits) { f(); }\n"), ["TEST_F( Queue , Waits )"])

    def test_blocks_within_functions_are_no_functions(self):
        self.assertEqual(lines("void f() {\n  auto g = [] {\n  };\n  struct A { void h() {\n  } };\n}\n"), [6])

    def test_members_before_the_body_of_a_constructor(self):
        self.assertEqual(functions_of_cpp("A::A(int x)\n    : a{1}, b(x), c{\n      2} {\n}\n"), [("A", 1, 4)])
        self.assertEqual(names("struct A { A() : a{1} {} int f() { return a; } };\n"), ["A", "f"])

    def test_attributes_are_no_parameters(self):
        self.assertEqual(names("struct __attribute__((packed)) A { void f() {} };\nstruct alignas(64) B { void g() {} };\n"
                               "kernel void k(global int* p) __attribute__((reqd_work_group_size(1, 1, 1))) { }\n"),
                         ["f", "g", "k"])

    def test_return_types_of_all_kinds(self):
        self.assertEqual(names("auto f() -> struct A { return {}; }\ntemplate <class T = int> requires (x<T>) T g() {}\n"
                               "std::function<void(int)> h() { return {}; }\n"), ["f", "g", "void"])

    def test_tables_are_no_functions(self):
        self.assertEqual(names("constexpr int a[] = {1, 2};\nconst std::map<int, A> b{{1, {2}}};\nenum class C { d, e };\n"
                               "struct D { int a = 1; std::array<int, 2> b{}; };\n"), [])

    def test_initializers_with_statements_count(self):
        self.assertEqual(lines("const auto f = [](int x) {\n  return x;\n};\n"), [3])
        self.assertEqual(len(names("INSTANTIATE(All, Values([] { return 1; }));\n")), 1)

    def test_braces_in_strings_and_comments(self):
        for text in ('"}"', "'}'", "'\\''", '"\\"}"', 'R"(})" "', 'R"x(}")")x"', "1'000", "/* } */ 1", "1 // }\n"):
            text = text.removesuffix(' "')
            self.assertEqual(lines(f"void f() {{\n  g({text});\n}}\nvoid h() {{}}\n"), [3 + text.count("\n"), 1], text)

    def test_directives(self):
        self.assertEqual(lines("#define A {\n#define B(x) \\\n  { x\nvoid f() {\n#ifdef A\n  if (a) {\n#else\n  if (b) {\n"
                               "#endif\n  }\n}\nvoid g() {}\n"), [8, 1])
        self.assertEqual(names("#if A\nvoid f() {}\n#else\nvoid g() {}\n#endif\n"), ["f", "g"])

    def test_python(self):
        self.assertEqual(functions_of_python("def f():\n    def g():\n        pass\n    g()\n"
                                             "class A:\n    def h(self):\n        pass\n"), [("f", 1, 4), ("h", 6, 2)])


class CheckSizes(unittest.TestCase):
    def test_functions_of_60_lines_are_right(self):
        self.assertEqual(check_sizes.too_long("a.cpp", "void f() {\n" + STATEMENTS[:-9] + "}\n"), [])

    def test_longer_functions(self):
        text = "void f() {\n" + STATEMENTS + "}\n"
        for name in ("a.cpp", "a.h", "a.cl", "a.c"):
            self.assertEqual(check_sizes.too_long(name, text), [f"{name}:1: f has 61 lines"])
        self.assertEqual(check_sizes.too_long("a.py", "def f():\n" + "    f()\n" * 60), ["a.py:1: f has 61 lines"])
        self.assertEqual(check_sizes.too_long("a.md", text), [])

    def test_tables_may_be_longer(self):
        self.assertEqual(check_sizes.too_long("a.cpp", "int a[] = {\n" + "    1,\n" * 100 + "};\n"), [])

    def test_longer_files(self):
        self.assertEqual(check_sizes.too_long("a.sh", "f\n" * 501), ["a.sh has 501 lines"])
        self.assertEqual(check_sizes.too_long("a.sh", "f\n" * 500), [])

    def test_fuller_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "src").mkdir()
            for number in range(check_sizes.MOST_FILES):
                (root / "src" / f"{number}.txt").touch()
            self.assertEqual(check_sizes.wrong_sizes(root), [])
            (root / "src" / "more.txt").touch()
            self.assertEqual(check_sizes.wrong_sizes(root), [f"src has {check_sizes.MOST_FILES + 1} files"])


if __name__ == "__main__":
    unittest.main()
