// Tests functions declared `inline`, in every form and with every way to call them. Calls must find the function, and
// each object must call its own definition of the function.
#include <gtest/gtest.h>

#include <array>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::Ir;
using compiler::ProgramResult;
using compiler::Status;

const compiler::Compiler& compiler() { return compiler::compiler_instance(); }

// Each form declares and defines `int f(int x)`, which returns x + 1.
constexpr const char* forms[] = {
    "inline int f(int x) { return x + 1; }",
    "int inline f(int x) { return x + 1; }",
    "extern inline int f(int x) { return x + 1; }",
    "static inline int f(int x) { return x + 1; }",
    "__inline int f(int x) { return x + 1; }",
    "__inline__ int f(int x) { return x + 1; }",
    "int f(int x); inline int f(int x) { return x + 1; }",
    "inline int f(int x); inline int f(int x) { return x + 1; }",
    "inline int f(int x); int f(int x) { return x + 1; }",
    "inline int f(int x) { return x + 1; } int f(int x);",
    "inline int f(int x) { return x + 1; } extern inline int f(int x);",
    "inline __attribute__((always_inline)) int f(int x) { return x + 1; }",
    "inline int f(int x) __attribute__((always_inline)); inline int f(int x) { return x + 1; }",
    "__attribute__((noinline)) inline int f(int x) { return x + 1; }",
    "__attribute__((gnu_inline)) inline int f(int x) { return x + 1; }",
    "extern __attribute__((gnu_inline)) inline int f(int x) { return x + 1; }",
    "__attribute__((pure)) inline int f(int x) { return x + 1; }",
    "__attribute__((overloadable)) inline int f(int x) { return x + 1; }",
    "inline int g(int x) { return x + 1; } inline int f(int x) { return g(x); }",
    "static int g(int x) { return x + 1; } inline int f(int x) { return g(x); }",
    "constant int one[1] = {1}; inline int f(int x) { return x + one[0]; }",
    "inline int f(int x) { return add_sat(x, 1); }",
    // `unused` has no callers. The compiler must generate no code for `unused`, so `unused` may call a function that is
    // defined nowhere.
    "int absent(int x); inline int unused(int x) { return absent(x); } inline int f(int x) { return x + 1; }",
};

constexpr const char* options[] = {"", "-cl-std=CL3.0 -cl-opt-disable"};

constexpr const char* caller = " kernel void k(global int* p) { p[get_global_id(0)] = f(p[get_global_id(0)]); }";

/// Runs the kernel `kernel` on the values {10, 20} and returns the changed values.
std::array<int, 2> result_of(const ProgramResult& program, const std::string& kernel = "k") {
    std::array<int, 2> data{10, 20};
    EXPECT_EQ(program.status, Status::success) << program.log;
    if (program.status != Status::success) return data;
    const CompiledKernel code(program.ir, kernel, 0, "");
    EXPECT_TRUE(code) << code.log();
    if (code) code.run(line(2, 2), ArgumentBlock().add(data.data()), 0);
    return data;
}

ProgramResult compiled(const std::string& source, const char* how) {
    ProgramResult object = compiler().compile(source, how, {});
    EXPECT_EQ(object.status, Status::success) << object.log;
    return object;
}

ProgramResult linked(std::initializer_list<ProgramResult> objects) {
    std::vector<const Ir*> parts;
    for (const ProgramResult& object : objects) parts.push_back(&object.ir);
    return compiler().link(parts, "");
}

constexpr std::array<int, 2> plus_one{11, 21};

TEST(InlineFunctions, AreFoundInEveryForm) {
    for (const char* form : forms)
        for (const char* how : options) {
            SCOPED_TRACE(std::string(form) + " " + how);
            const std::string source = std::string(form) + caller;
            EXPECT_EQ(result_of(compiler().build(source, how)), plus_one);
            EXPECT_EQ(result_of(linked({compiled(source, how)})), plus_one);
        }
}

TEST(InlineFunctions, MayBeDefinedAfterTheirCallers) {
    for (const char* form : {forms[0], forms[2], forms[4], forms[11], forms[13]})
        for (const char* how : options)
            EXPECT_EQ(result_of(compiler().build("int f(int x);" + (caller + std::string(form)), how)), plus_one)
                << form << how;
}

// Links two objects that include the same header.
TEST(InlineFunctions, OfTwoObjectsAreNoDuplicates) {
    const std::string other = " kernel void l(global int* p) { p[get_global_id(0)] = f(f(p[get_global_id(0)])); }";
    for (const char* form : {forms[0], forms[3], forms[4], forms[13], forms[17]})
        for (const char* how : options) {
            SCOPED_TRACE(std::string(form) + " " + how);
            const ProgramResult program =
                linked({compiled(std::string(form) + caller, how), compiled(form + other, how)});
            EXPECT_EQ(result_of(program), plus_one);
            EXPECT_EQ(result_of(program, "l"), (std::array<int, 2>{12, 22}));
        }
}

// As in C99, calls in an object use the object's own inline definition, although another object defines an external
// function of this name.
TEST(InlineFunctions, EachObjectCallsItsOwn) {
    const std::string other = " kernel void l(global int* p) { p[get_global_id(0)] = f(p[get_global_id(0)]); }";
    for (const char* how : options) {
        SCOPED_TRACE(how);
        const ProgramResult adds = compiled(std::string(forms[0]) + caller, how);
        for (const char* word : {"inline ", ""}) {
            const ProgramResult negates = compiled(word + std::string("int f(int x) { return -x; }") + other, how);
            for (const bool first : {true, false}) {
                const ProgramResult program = first ? linked({adds, negates}) : linked({negates, adds});
                EXPECT_EQ(result_of(program), plus_one);
                EXPECT_EQ(result_of(program, "l"), (std::array<int, 2>{-10, -20}));
            }
        }
    }
}

// An object that only declares the function uses the other object's definition.
TEST(InlineFunctions, ServeOtherObjects) {
    const std::string declares =
        "int f(int x); kernel void l(global int* p) { p[get_global_id(0)] = "
        "f(p[get_global_id(0)]) * 2; }";
    for (const char* how : options) {
        SCOPED_TRACE(how);
        const ProgramResult has = compiled(std::string(forms[0]) + caller, how);
        EXPECT_EQ(result_of(linked({has, compiled(declares, how)}), "l"), (std::array<int, 2>{22, 42}));
        EXPECT_EQ(result_of(linked({compiled(declares, how), has}), "l"), (std::array<int, 2>{22, 42}));
    }
}

TEST(InlineFunctions, KernelsAreKernels) {
    for (const char* how : options) {
        const std::string source = "inline kernel void k(global int* p) { p[get_global_id(0)] += 1; }";
        EXPECT_EQ(result_of(compiler().build(source, how)), plus_one) << how;
        EXPECT_EQ(result_of(linked({compiled(source, how)})), plus_one) << how;
    }
}

}  // namespace
}  // namespace lanewise::test
