// Tests programs: options, headers, logs, linking, and information about kernels.
#include <gtest/gtest.h>

#include "compiler/compiler_impl.h"
#include "compiler/frontend/options.h"
#include "device/machine/cpu/cpu_features.h"

namespace lanewise::compiler {
namespace {

const Compiler& compiler() { return compiler_instance(); }

TEST(Options, QuotesAndBackslashes) {
    const std::vector<std::string> expected{"-D", "NAME=a b", "-DX=\"y\"", "-I", "a b", "c"};
    EXPECT_EQ(split_options(R"(-D "NAME=a b"  -DX=\"y\" -I 'a b' c )"), expected);
    EXPECT_TRUE(split_options(" \t ").empty());
}

TEST(Options, UnknownAndIncompleteOnesAreNamed) {
    for (const char* options : {"-cl-no-such-thing", "-D", "-cl-std=CL9.9", "whatever", "-cl-std="}) {
        const ProgramResult result = compiler().build("kernel void k() {}", options);
        EXPECT_EQ(result.status, Status::invalid_options) << options;
        EXPECT_NE(result.log.find(options), std::string::npos) << result.log;
    }
}

TEST(Options, EveryOptionOfTheSpecificationBuilds) {
    const ProgramResult result =
        compiler().build("kernel void k(global float* p) { p[0] = p[1] / p[2] + VALUE; }",
                         "-D VALUE=1 -I /nowhere -cl-single-precision-constant -cl-denorms-are-zero "
                         "-cl-fp32-correctly-rounded-divide-sqrt -cl-opt-disable -cl-strict-aliasing "
                         "-cl-uniform-work-group-size -cl-no-subgroup-ifp -cl-mad-enable -cl-no-signed-zeros "
                         "-cl-unsafe-math-optimizations -cl-finite-math-only -cl-fast-relaxed-math -w -Werror "
                         "-cl-std=CL3.0 -cl-kernel-arg-info");
    EXPECT_EQ(result.status, Status::success) << result.log;
}

TEST(Programs, KernelsTellWhatTheyEnqueue) {
    const ProgramResult result = compiler().build(
        "void f(global int* p) { enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ f(p); }); }"
        "kernel void a(global int* p) { f(p); } kernel void b(global int* p) { p[0] = 1; }",
        "-cl-std=CL3.0");
    ASSERT_EQ(result.status, Status::success) << result.log;
    ASSERT_EQ(result.kernels.size(), 3u);
    for (const KernelInfo& kernel : result.kernels) {
        EXPECT_EQ(kernel.is_block, kernel.name != "a" && kernel.name != "b");
        EXPECT_EQ(kernel.enqueues, kernel.name == "b" ? std::vector<std::uint32_t>{} : std::vector<std::uint32_t>{0});
    }
}

// Without the front end's workaround, Clang would crash on this code. The compiler must report an error with the number
// of the source line.
TEST(Programs, QueuesAndEventsAreNoNumbers) {
    for (const char* statement : {"queue_t q = (queue_t)5;", "if (!get_default_queue()) p[0] = 1;",
                                  "clk_event_t e = 3;", "while (create_user_event()) ;"}) {
        const std::string source = std::string("kernel void k(global int* p) {\n  ") + statement + "\n}";
        const ProgramResult result = compiler().build(source, "-cl-std=CL3.0");
        EXPECT_EQ(result.status, Status::failed) << statement;
        EXPECT_NE(result.log.find("program.cl:2:"), std::string::npos) << result.log;
        EXPECT_NE(result.log.find("^"), std::string::npos) << result.log;
    }
}

TEST(Programs, ErrorsTellLineColumnAndCaret) {
    const ProgramResult result = compiler().build("kernel void k(global int* p) {\n  p[0] = missing;\n}\n", "");
    EXPECT_EQ(result.status, Status::failed);
    EXPECT_NE(result.log.find("program.cl:2:10: error:"), std::string::npos) << result.log;
    EXPECT_NE(result.log.find("p[0] = missing;"), std::string::npos) << result.log;
    EXPECT_NE(result.log.find("^"), std::string::npos) << result.log;
}

// Tests features that every compiler for OpenCL C 2.0 has. In version 3.0 these features are optional and have macros.
TEST(Programs, OpenCL20HasItsOwnRules) {
    const char* source = R"(
        #if __OPENCL_C_VERSION__ != 200 || __OPENCL_C_VERSION__ != CL_VERSION_2_0
        #error "not 2.0"
        #endif
        global int counter;
        constant int start = 1;
        static int increased(int* p) { return ++*p; }
        static int added(volatile atomic_int* p) { return atomic_fetch_add(p, 2) + atomic_load(p); }
        kernel void k(global int* out, global atomic_int* a, write_only pipe int p) {
            int mine = start;
            int* q = &mine;
            if (get_global_id(0) & 1) q = out;
            local atomic_int shared;
            atomic_init(&shared, 0);
            work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
            out[0] = increased(q) + added(a) + added(&shared) + work_group_reduce_add(mine) + counter;
            atomic_store_explicit(a, 1, memory_order_release);
            out[1] = ctz(out[0]) + (to_global(q) != 0);
            const reserve_id_t id = reserve_write_pipe(p, 1);
            if (is_valid_reserve_id(id)) commit_write_pipe(p, id);
        })";
    const ProgramResult result = compiler().build(source, "-cl-std=CL2.0");
    EXPECT_EQ(result.status, Status::success) << result.log;
    // OpenCL C 1.2 lacks these features.
    EXPECT_EQ(compiler().build(source, "-cl-std=CL1.2").status, Status::failed);
}

TEST(Programs, OpenCL20HasImagesToReadAndWrite) {
    const char* source = "kernel void k(read_write image2d_t i) { write_imagef(i, (int2)0, read_imagef(i, (int2)0)); }";
    const ProgramResult result = compiler().build(source, "-cl-std=CL2.0");
    EXPECT_EQ(result.status, Status::success) << result.log;
    EXPECT_EQ(compiler().build(source, "-cl-std=CL1.2").status, Status::failed);
}

TEST(Programs, WarningsAreInTheLogOfASuccess) {
    const char* source = "kernel void k(global int* p) { int x; p[0] = x; }";
    EXPECT_EQ(compiler().build(source, "-w").log, "");
    const ProgramResult result = compiler().build("#warning \"hello\"\nkernel void k() {}", "");
    EXPECT_EQ(result.status, Status::success);
    EXPECT_NE(result.log.find("hello"), std::string::npos);
    EXPECT_EQ(compiler().build("#warning \"hello\"\nkernel void k() {}", "-Werror").status, Status::failed);
}

TEST(Programs, MixedPointersAreAWarning) {
    const ProgramResult result =
        compiler().build("kernel void k(global float2* p) { global float4* q = p; q[0] = 0; }", "");
    EXPECT_EQ(result.status, Status::success);
    EXPECT_NE(result.log.find("warning: incompatible pointer types"), std::string::npos) << result.log;
}

TEST(Programs, KernelsAreDescribed) {
    const ProgramResult result = compiler().build(R"(
        typedef struct { int a, b; } pair;
        kernel void first(global float4* restrict out, const volatile global uchar* in,
                          constant int* c, local double* l, pair p, uint3 v, unsigned long n) {}
        kernel __attribute__((vec_type_hint(uchar8))) __attribute__((work_group_size_hint(1, 2, 3)))
        __attribute__((reqd_work_group_size(4, 5, 6))) void second() {})",
                                                  "");
    ASSERT_EQ(result.status, Status::success) << result.log;
    ASSERT_EQ(result.kernels.size(), 2u);
    const KernelInfo& first = result.kernels[0];
    EXPECT_EQ(first.name, "first");
    ASSERT_EQ(first.args.size(), 7u);
    EXPECT_EQ(first.args[0].type_name, "float4*");
    EXPECT_EQ(first.args[0].type_qualifiers, type_restrict);
    EXPECT_EQ(first.args[1].type_name, "uchar*");
    EXPECT_EQ(first.args[1].type_qualifiers, type_const | type_volatile);
    EXPECT_EQ(first.args[2].kind, ArgKind::constant_pointer);
    EXPECT_EQ(first.args[2].type_qualifiers, type_const);
    EXPECT_EQ(first.args[3].kind, ArgKind::local_pointer);
    EXPECT_EQ(first.args[3].pointee_alignment, 8u);
    EXPECT_EQ(first.args[4].size, 8u);
    EXPECT_EQ(first.args[4].kind, ArgKind::value);
    EXPECT_EQ(first.args[5].size, 16u);
    EXPECT_EQ(first.args[5].offset % 16, 0u);
    EXPECT_EQ(first.args[6].type_name, "ulong");
    EXPECT_TRUE(first.uniform_work_groups);
    const KernelInfo& second = result.kernels[1];
    EXPECT_EQ(second.attributes, "vec_type_hint(uchar8) work_group_size_hint(1,2,3) reqd_work_group_size(4,5,6)");
    EXPECT_EQ(second.reqd_work_group_size, (std::array<std::uint64_t, 3>{4, 5, 6}));
}

TEST(Programs, NonUniformGroupsFromOpenCL30On) {
    const ProgramResult result = compiler().build("kernel void k() {}", "-cl-std=CL3.0");
    ASSERT_EQ(result.kernels.size(), 1u);
    EXPECT_FALSE(result.kernels[0].uniform_work_groups);
    const ProgramResult uniform = compiler().build("kernel void k() {}", "-cl-std=CL3.0 -cl-uniform-work-group-size");
    EXPECT_TRUE(uniform.kernels.at(0).uniform_work_groups);
}

// Functions that no kernel calls, not even indirectly, must not be in the program. All other functions must be in the
// program.
TEST(Programs, HoldOnlyWhatTheirKernelsNeed) {
    const std::string kernels =
        "int late(int x);\n"
        "static int hidden(int x) { return x * 3; }\n"
        "int through(int x) { return late(x) + hidden(x); }\n"
        "kernel void first(global int* p) { p[0] = through(p[0]); }\n"
        "kernel void second(global int* p) { p[0] = late(1); first(p); }\n"
        "int late(int x) { return x * 5; }\n";
    std::string unused;
    for (int i = 0; i < 300; ++i)
        unused += "int unused" + std::to_string(i) + "(global int* p, int x) { return p[x * " + std::to_string(i) +
                  "] + late(x); }\n";
    const ProgramResult small = compiler().build(kernels, "");
    const ProgramResult large = compiler().build("int late(int x);\n" + unused + kernels, "");
    ASSERT_EQ(small.status, Status::success) << small.log;
    ASSERT_EQ(large.status, Status::success) << large.log;
    ASSERT_EQ(large.kernels.size(), 2u);
    EXPECT_EQ(large.kernels[0].name, "first");
    EXPECT_LT(large.ir.size(), small.ir.size() + 1000);
    for (const KernelInfo& kernel : large.kernels) {
        const KernelResult code = compiler().compile_kernel(large.ir, kernel.name, {device::host_target(), 0});
        EXPECT_EQ(code.status, Status::success) << code.log;
    }
    // Compiled objects keep all functions, because other objects may call them after linking.
    const ProgramResult object = compiler().compile("int late(int x);\n" + unused + kernels, "", {});
    EXPECT_GT(object.ir.size(), 2 * small.ir.size());
}

TEST(Programs, HeadersComeFromMemoryFirst) {
    const Header headers[] = {{"folder/answer.h", "#include \"more.h\"\n#define ANSWER MORE\n"},
                              {"folder/more.h", "#define MORE 42\n"}};
    const char* source = "#include \"folder/answer.h\"\nkernel void k(global int* p) { *p = ANSWER; }";
    EXPECT_EQ(compiler().compile(source, "", headers).status, Status::success);
    const ProgramResult missing = compiler().compile(source, "", {});
    EXPECT_EQ(missing.status, Status::failed);
    EXPECT_NE(missing.log.find("folder/answer.h"), std::string::npos);
}

// A source may start with a byte order mark, which compilers skip.
TEST(Programs, MayStartWithAByteOrderMark) {
    const std::string mark = "\xef\xbb\xbf";
    const std::string source = "#include \"h.h\"\nkernel void k(global int* p) { *p = ANSWER; }";
    const std::string header = mark + "#define ANSWER 42\n";
    const Header headers[] = {{"h.h", header}};
    EXPECT_EQ(compiler().compile(mark + source, "", headers).status, Status::success);
    EXPECT_EQ(compiler().build(mark, "").status, Status::success);
    const ProgramResult wrong = compiler().build(mark + "kernel void k() {\n  missing; }", "");
    EXPECT_NE(wrong.log.find("program.cl:2:3: error:"), std::string::npos) << wrong.log;
    EXPECT_EQ(compiler().build(mark + mark + "kernel void k() {}", "").status, Status::failed);
    EXPECT_EQ(compiler().build("kernel void k() {}\n" + mark + "kernel void l() {}", "").status, Status::failed);
}

TEST(Linking, ObjectsAndLibraries) {
    const ProgramResult use =
        compiler().compile("int helper(int); kernel void k(global int* p) { *p = helper(*p); }", "", {});
    const ProgramResult helper = compiler().compile("int helper(int x) { return x + 1; }", "", {});
    ASSERT_EQ(use.status, Status::success) << use.log;
    ASSERT_EQ(helper.status, Status::success) << helper.log;

    const Ir* alone[] = {&use.ir};
    const ProgramResult undefined = compiler().link(alone, "");
    EXPECT_EQ(undefined.status, Status::failed);
    EXPECT_NE(undefined.log.find("helper"), std::string::npos);

    const Ir* library_parts[] = {&helper.ir};
    const ProgramResult library = compiler().link(library_parts, "-create-library");
    ASSERT_EQ(library.status, Status::success) << library.log;
    EXPECT_TRUE(library.is_library);
    const Ir* parts[] = {&use.ir, &library.ir};
    const ProgramResult program = compiler().link(parts, "");
    ASSERT_EQ(program.status, Status::success) << program.log;
    ASSERT_EQ(program.kernels.size(), 1u);
    EXPECT_EQ(compiler().compile_kernel(program.ir, "k", {device::host_target(), 0}).status, Status::success);
}

TEST(Linking, DuplicateDefinitionsFail) {
    const ProgramResult a = compiler().compile("int f(int x) { return x; }", "", {});
    const ProgramResult b = compiler().compile("int f(int x) { return -x; }", "", {});
    const Ir* parts[] = {&a.ir, &b.ir};
    const ProgramResult program = compiler().link(parts, "");
    EXPECT_EQ(program.status, Status::failed);
    EXPECT_NE(program.log.find("'f'"), std::string::npos) << program.log;
}

TEST(Linking, Options) {
    const ProgramResult object = compiler().compile("kernel void k() {}", "", {});
    const Ir* parts[] = {&object.ir};
    EXPECT_EQ(compiler().link(parts, "-cl-no-such-thing").status, Status::invalid_options);
    EXPECT_EQ(compiler().link(parts, "-enable-link-options").status, Status::invalid_options);
    EXPECT_EQ(compiler().link(parts, "-create-library -cl-mad-enable").status, Status::invalid_options);
    EXPECT_EQ(compiler().link(parts, "-create-library -enable-link-options -cl-no-signed-zeros").status,
              Status::success);
}

TEST(Loading, RoundTripAndDamage) {
    const ProgramResult built = compiler().build("kernel void k(global int* p) { *p = 1; }", "");
    const ProgramResult loaded = compiler().load(built.ir);
    ASSERT_EQ(loaded.status, Status::success) << loaded.log;
    ASSERT_EQ(loaded.kernels.size(), 1u);
    EXPECT_EQ(loaded.kernels[0].args.size(), 1u);
    const Ir truncated(built.ir.begin(), built.ir.begin() + static_cast<std::ptrdiff_t>(built.ir.size() / 2));
    EXPECT_EQ(compiler().load(truncated).status, Status::failed);
    EXPECT_EQ(compiler().load(Ir(64, 0x5a)).status, Status::failed);
    EXPECT_EQ(compiler().load(Ir()).status, Status::failed);
}

}  // namespace
}  // namespace lanewise::compiler
