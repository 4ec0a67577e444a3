#include "full_chunks.h"

#include <cstddef>
#include <cstring>
#include <utility>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::fuzz {

FullChunks::FullChunks(const std::vector<std::uint8_t>& ir, const std::string& kernel, std::uint32_t lanes,
                       const char* features) {
    const compiler::CodeOptions options{.target = device::lower_target(device::host_target(), features).value(),
                                        .vector_width = lanes,
                                        .chunks = compiler::Chunks::full};
    compiler::KernelResult result = compiler::compiler_instance().compile_kernel(ir, kernel, options);
    log_ = result.log;
    if (result.status != compiler::Status::success) return;
    code_ = device::LoadedCode::load(result.code, kernel, false, nullptr, log_);
    facts_ = std::move(result.code);
}

void FullChunks::run(const NDRange& range, const test::ArgumentBlock& arguments,
                     std::uint64_t local_argument_bytes) const {
    const abi::RuntimeFunctions none{};
    abi::Launch launch{};
    launch.functions = &none;
    launch.work_dim = range.work_dim;
    for (unsigned d = 0; d < 3; ++d) {
        launch.global_size[d] = range.global_size[d];
        launch.local_size[d] = range.local_size[d];
        launch.num_groups[d] = range.num_groups(d);
    }
    struct alignas(abi::block_alignment) Block {
        std::byte bytes[abi::block_alignment];
    };
    const auto blocks = [](std::size_t bytes) { return std::vector<Block>(bytes / sizeof(Block) + 1); };
    const std::uint64_t local_bytes = facts_.local_bytes + local_argument_bytes;
    std::vector<Block> local = blocks(local_bytes), block = blocks(arguments.bytes().size()),
                       context = blocks(facts_.context_bytes(range.local_size));
    std::memcpy(block.data(), arguments.bytes().data(), arguments.bytes().size());
    std::uint64_t groups_left = 0;
    const abi::Worker worker{local.data()->bytes,
                             context.data()->bytes,
                             local_bytes,
                             facts_.context_bytes(range.local_size),
                             &groups_left,
                             nullptr,
                             {0, 0, 0}};
    code_->entry()(&launch, &worker, block.data()->bytes, range.total_groups());
}

}  // namespace lanewise::fuzz
