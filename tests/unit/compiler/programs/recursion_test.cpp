// Tests recursive functions. Recursion must work if constants limit its depth, or if the compiler can replace the
// recursion by a loop. The compiler refuses other recursive functions, with a message that names the functions and
// their lines.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::Ir;
using compiler::ProgramResult;
using compiler::Status;

const compiler::Compiler& compiler() { return compiler::compiler_instance(); }

constexpr unsigned count = 40;

struct Case {
    const char* name;
    const char* functions;
    const char* call;  // OpenCL C expression that calls the functions; x is the work-item's id
    std::function<int(int)> expected;
};

int linear(int x, int n) { return n ? linear(x * 3 + 1, n - 1) + x : x; }
int tree(int x, int n) { return n ? tree(x * 2, n - 1) + tree(x + 1, n - 1) : x; }
int odd(int x, int n);
int even(int x, int n) { return n ? odd(x * 2, n - 1) : x; }
int odd(int x, int n) { return n ? even(x + 3, n - 1) : x + 1; }
int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
int flags(int x, int bits) {
    if (bits & 1) return flags(x + 1, bits & ~1) * 2;
    return bits & 4 ? flags(x, bits & ~4) + 5 : x;
}

const Case cases[] = {
    {"First", "int f(int x, bool first) { return first ? f(x * 2, false) + 1 : x * 3; }", "f(x, true)",
     [](int x) { return x * 6 + 1; }},
    {"ConstantDepth", "int f(int x, int n) { return n ? f(x * 3 + 1, n - 1) + x : x; }", "f(x, 6)",
     [](int x) { return linear(x, 6); }},
    {"ConstantTree", "int f(int x, int n) { return n ? f(x * 2, n - 1) + f(x + 1, n - 1) : x; }", "f(x, 8)",
     [](int x) { return tree(x, 8); }},
    {"TailCall", "int f(int x, int n) { return n ? f(x * 3 + 1, n - 1) : x; }", "f(x, x % 7)",
     [](int x) {
         for (int n = x % 7; n; --n) x = x * 3 + 1;
         return x;
     }},
    {"TwoTailCalls",
     "int odd(int x, int n); int even(int x, int n) { if (n == 0) return x; return odd(x * 2, n - 1); }"
     "int odd(int x, int n) { if (n == 0) return x + 1; return even(x + 3, n - 1); }",
     "even(x, x % 9)", [](int x) { return even(x, x % 9); }},
    {"TwoToConstantDepth",
     "int odd(int x, int n); int even(int x, int n) { return n ? odd(x * 2, n - 1) * 2 : x; }"
     "int odd(int x, int n) { return n ? even(x, n - 1) + 1 : x; }",
     "even(x, 3)", [](int x) { return (x * 8 + 1) * 2; }},
    {"Sum", "int f(int n) { if (n <= 0) return 0; return n + f(n - 1); }", "f(x)", [](int x) { return sum(x); }},
    {"DepthOfAResult",
     "int f(int m, int n) { if (m == 0) return n + 1; if (n == 0) return f(m - 1, 1);"
     "  return f(m - 1, f(m, n - 1)); }",
     "f(2, 3) + x", [](int x) { return ackermann(2, 3) + x; }},
    {"DepthInAVariable",
     "typedef struct { int n, v; } S; void f(S* s) { if (s->n == 0) return; s->n -= 1; s->v = s->v * 2 + 1; f(s);"
     "  s->v += 3; } int run(int x) { S s; s.n = 4; s.v = x; f(&s); return s.v; }",
     "run(x)", [](int x) { return x * 16 + 15 + 12; }},
    {"DepthInAVector", "int f(int2 s, int x) { if (s.x == 0) return x + s.y; s.x--; return f(s, x * 2) + 1; }",
     "f((int2)(3, x), x)", [](int x) { return x * 9 + 3; }},
    {"DepthOfALoop",
     "int f(int x, int n) { return n ? f(x + n, n - 1) * 2 : x; } int run(int x) { int s = 0;"
     "  for (int j = 0; j < 3; j++) s += f(x, j); return s; }",
     "run(x)", [](int x) { return x + (x + 1) * 2 + (x + 3) * 4; }},
    {"FlagsKnownInPart",
     "int f(int x, int b) { if (b & 1) return f(x + 1, b & ~1) * 2; if (b & 4) return f(x, b & ~4) + 5; return x; }",
     "f(x, x)", [](int x) { return flags(x, x); }},
    {"BuiltinOfTheDepth", "int f(int x, int n) { return n ? f(x + 5, max(n - 2, 0)) * 2 : x; }", "f(x, 5)",
     [](int x) { return (x + 15) * 8; }},
    {"NeverCalled", "int f(int x) { return x ? x * f(x - 1) : 1; } int g(int x, bool b) { return b ? f(x) : x; }",
     "g(x, false)", [](int x) { return x; }},
};

std::string kernel_of(const Case& example) {
    return std::string(example.functions) +
           "\nkernel void k(global int* out) { int x = get_global_id(0); out[x] = " + example.call + "; }";
}

TEST(Recursion, ThatConstantsOrALoopEndIsNone) {
    for (const Case& example : cases) {
        for (const char* options : {"", "-cl-opt-disable"}) {
            for (const std::uint32_t lanes : {0U, 1U}) {
                const ProgramResult program = compiler().build(kernel_of(example), options);
                ASSERT_EQ(program.status, Status::success) << example.name << ": " << program.log;
                const CompiledKernel code(program.ir, "k", lanes, "");
                ASSERT_TRUE(code) << example.name << ": " << code.log();
                std::vector<int> out(count);
                code.run(line(count, count), ArgumentBlock().add(out.data()), 0);
                for (int x = 0; x < int{count}; ++x) ASSERT_EQ(out[x], example.expected(x)) << example.name << ' ' << x;
            }
        }
    }
}

TEST(Recursion, IsNamedWithItsPlaces) {
    const ProgramResult program = compiler().build(
        "int odd(int);\n"
        "int even(int n) { return n ?\n"
        "    2 * odd(n - 1) : 1; }\n"
        "int odd(int n) { return n ? even(n - 1) - 3 : 0; }\n"
        "kernel void k(global int* p) { *p = even(*p); }\n",
        "");
    EXPECT_EQ(program.status, Status::failed);
    for (const char* part :
         {"kernel 'k'", "recursion", "program.cl:3:9: 'even' calls 'odd'\n", "program.cl:4:29: 'odd' calls 'even'\n"})
        EXPECT_NE(program.log.find(part), std::string::npos) << program.log;
}

TEST(Recursion, ThatGoesOnForEverIsRefused) {
    for (const char* body : {"return n < 0 ? x : f(x * 3, n + 1) * 2;", "return f(x * 3, n + 1);", "return f(x, n);"}) {
        const ProgramResult program = compiler().build(
            "int f(int x, int n) { " + std::string(body) + " }\nkernel void k(global int* p) { *p = f(*p, 0); }\n", "");
        EXPECT_EQ(program.status, Status::failed) << body;
        EXPECT_NE(program.log.find("'f' calls 'f'"), std::string::npos) << program.log;
    }
}

// The recursion ends because `i & 15` is small. However, with each level of recursion the compiler would have to
// simplify twice as much code (budget::recursive_simplified).
TEST(Recursion, ThatTakesTooMuchWorkToFoldIsRefused) {
    const ProgramResult program = compiler().build(
        "int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }\n"
        "kernel void k(global int* p) { int i = get_global_id(0); p[i] = f(i & 15); }\n",
        "");
    EXPECT_EQ(program.status, Status::failed);
    EXPECT_NE(program.log.find("'f' calls 'f'"), std::string::npos) << program.log;
}

TEST(Recursion, AcrossObjectsIsNamedWithItsPlaces) {
    const ProgramResult first = compiler().compile(
        "int odd(int);\nint even(int n) {\n return n ? 2 * odd(n - 1) : 1; }\n"
        "kernel void k(global int* p) { *p = even(*p); }\n",
        "", {});
    const ProgramResult second =
        compiler().compile("int even(int);\nint odd(int n) {\n\n return n ? even(n - 1) - 3 : 0; }\n", "", {});
    ASSERT_EQ(first.status, Status::success) << first.log;
    ASSERT_EQ(second.status, Status::success) << second.log;
    const std::array<const Ir*, 2> objects{&first.ir, &second.ir};
    const ProgramResult program = compiler().link(objects, "");
    EXPECT_EQ(program.status, Status::failed);
    for (const char* part : {"program.cl:3:17: 'even' calls 'odd'\n", "program.cl:4:13: 'odd' calls 'even'\n"})
        EXPECT_NE(program.log.find(part), std::string::npos) << program.log;
    EXPECT_EQ(compiler().link(objects, "-create-library").status, Status::success);
}

TEST(Recursion, AcrossObjectsThatEndsRuns) {
    const ProgramResult first = compiler().compile(
        "int odd(int, int); int even(int x, int n) { return n ? odd(x * 2, n - 1) + 1 : x; }"
        "kernel void k(global int* p) { p[get_global_id(0)] = even(p[get_global_id(0)], 3); }",
        "", {});
    const ProgramResult second = compiler().compile(
        "int even(int, int); int odd(int x, int n) { return n ? even(x + 5, n - 1) * 3 : x; }", "", {});
    const std::array<const Ir*, 2> objects{&first.ir, &second.ir};
    const ProgramResult program = compiler().link(objects, "");
    ASSERT_EQ(program.status, Status::success) << program.log;
    const CompiledKernel code(program.ir, "k", 0, "");
    ASSERT_TRUE(code) << code.log();
    std::array<int, 2> data{10, 20};
    code.run(line(2, 2), ArgumentBlock().add(data.data()), 0);
    EXPECT_EQ(data, (std::array<int, 2>{((10 * 2 + 5) * 2 + 1) * 3 + 1, ((20 * 2 + 5) * 2 + 1) * 3 + 1}));
}

TEST(Recursion, OfFunctionsThatNoKernelReachesIsNoError) {
    const ProgramResult object = compiler().compile(
        "int f(int n) { return n ? f(n - 1) * n + f(n / 2) : 1; } kernel void k(global int* p) { *p = 1; }", "", {});
    const std::array<const Ir*, 1> objects{&object.ir};
    EXPECT_EQ(compiler().link(objects, "").status, Status::success);
}

}  // namespace
}  // namespace lanewise::test
