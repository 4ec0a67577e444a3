// Compares the results of kernels that are hard to compile with the results of plain C++. Also checks that the code's
// size is linear in the source's size, not quadratic.
#include "../../shapes/shapes.h"

#include <gtest/gtest.h>
#include <limits.h>
#include <pthread.h>

#include <functional>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

class Shapes : public testing::TestWithParam<shapes::Shape> {};

TEST_P(Shapes, Compute) {
    const shapes::Shape& shape = GetParam();
    shapes::Values values(shapes::items);
    for (unsigned i = 0; i < shapes::items; ++i) values[i] = i * 2654435761u;
    shapes::Values wanted = values;
    shape.compute(wanted);
    run_kernel(shape.source, "k", line(shapes::items, shapes::items),
               ArgumentBlock().add(values.data()).add(shapes::count));
    EXPECT_EQ(values, wanted);
}

INSTANTIATE_TEST_SUITE_P(All, Shapes, testing::ValuesIn(shapes::all_shapes()),
                         [](const auto& one) { return one.param.name; });

KernelCode code_of(const std::string& source, const std::string& kernel = "k") {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const auto program = compiler.build(source, "");
    return compiler.compile_kernel(program.ir, kernel, {device::host_target(), 0}).code;
}

// Runs `work` on a thread with the smallest stack that the system allows.
void run_on_small_stack(std::function<void()> work) {
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN + 48 * 1024), 0);
    pthread_t thread{};
    const auto start = [](void* context) -> void* {
        (*static_cast<std::function<void()>*>(context))();
        return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, start, &work), 0);
    EXPECT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
}

TEST(Shapes, FramesDoNotDependOnTheStackOfTheThread) {
    for (const shapes::Shape& shape : {shapes::many_barriers(4000), shapes::many_phis(500)}) {
        const auto program = compiler::compiler_instance().build(shape.source, "");
        const CompiledKernel kernel(program.ir, "k", 0, "");
        ASSERT_TRUE(kernel) << kernel.log();
        EXPECT_GT(kernel.facts().context_bytes_per_group, 128u * 1024);
        shapes::Values values(shapes::items, 5);
        shapes::Values wanted = values;
        shape.compute(wanted);
        run_on_small_stack([&] {
            kernel.run(line(shapes::items, shapes::items), ArgumentBlock().add(values.data()).add(shapes::count), 0);
        });
        EXPECT_EQ(values, wanted) << shape.name;
    }
}

TEST(Shapes, CodeGrowsWithBarriers) {
    const std::uint64_t few = code_of(shapes::many_barriers(1200).source).text_bytes;
    const std::uint64_t many = code_of(shapes::many_barriers(3600).source).text_bytes;
    ASSERT_GT(few, 0u);
    EXPECT_LT(many, 4 * few);
}

TEST(Shapes, CodeGrowsWithTheLevelsOfCalls) {
    const std::uint64_t few = code_of(shapes::call_tree(20).source).text_bytes;
    const std::uint64_t many = code_of(shapes::call_tree(40).source).text_bytes;
    ASSERT_GT(few, 0u);
    EXPECT_LT(many, 4 * few);
}

TEST(Shapes, TwoHundredKernelsInAProgram) {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const auto program = compiler.build(shapes::many_kernels(200), "");
    ASSERT_EQ(program.kernels.size(), 200u);
    for (const KernelInfo& kernel : program.kernels) {
        const auto result = compiler.compile_kernel(program.ir, kernel.name, {device::host_target(), 0});
        ASSERT_EQ(result.status, compiler::Status::success) << result.log;
        EXPECT_LT(result.code.text_bytes, 20000u);
    }
}

}  // namespace
}  // namespace lanewise::test
