#include "run_kernel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "compiler/compiler_impl.h"
#include "device/code_loader.h"
#include "device/cpu_features.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::test {
namespace {

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};
using Block = std::unique_ptr<std::byte, Free>;

Block allocate(std::uint64_t bytes) {
    const std::uint64_t size = (bytes / abi::block_alignment + 1) * abi::block_alignment;
    return Block(static_cast<std::byte*>(std::aligned_alloc(abi::block_alignment, size)));
}

abi::Launch make_launch(const NDRange& range, const abi::RuntimeFunctions& functions) {
    abi::Launch launch{};
    launch.functions = &functions;
    launch.work_dim = range.work_dim;
    for (unsigned d = 0; d < 3; ++d) {
        launch.global_size[d] = range.global_size[d];
        launch.global_offset[d] = range.global_offset[d];
        launch.local_size[d] = range.local_size[d];
        launch.num_groups[d] = range.num_groups(d);
    }
    return launch;
}

}  // namespace

void run_kernel(std::string_view source, const std::string& kernel, const NDRange& range,
                const ArgumentBlock& arguments, const RunOptions& options) {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const compiler::ProgramResult program = compiler.build(source, options.build_options);
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    Target target = device::host_target();
    if (!options.target_limit.empty())
        target = device::lower_target(target, options.target_limit).value();
    const compiler::KernelResult result =
        compiler.compile_kernel(program.ir, kernel, {target, options.vector_width});
    ASSERT_EQ(result.status, compiler::Status::success) << result.log;
    if (options.summary) *options.summary = result.code.summary;
    std::string error;
    const auto code = device::LoadedCode::load(result.code, kernel, false, error);
    ASSERT_NE(code, nullptr) << error;

    const abi::RuntimeFunctions functions{};
    const abi::Launch launch = make_launch(range, functions);
    const std::uint64_t local_bytes = result.code.local_bytes + options.local_argument_bytes;
    const std::uint64_t context_bytes = result.code.context_bytes(range.local_size);
    const Block local = allocate(local_bytes);
    const Block context = allocate(context_bytes);
    const Block block = allocate(arguments.bytes().size());
    std::memcpy(block.get(), arguments.bytes().data(), arguments.bytes().size());
    const abi::Worker worker{local.get(), context.get(), local_bytes, context_bytes};
    code->entry()(&launch, &worker, block.get(), 0, range.total_groups());
}

}  // namespace lanewise::test
