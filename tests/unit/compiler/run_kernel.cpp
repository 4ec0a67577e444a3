#include "run_kernel.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include "compiler/compiler_impl.h"
#include "device/kernel/launch.h"
#include "device/machine/cpu/cpu_features.h"
#include "device/turns/turns.h"
#include "lanewise/kernel_abi.h"

namespace lanewise::test {
namespace {

/// Memory that ends where an inaccessible page starts. Its size is rounded up to the alignment of argument blocks.
class GuardedBlock {
public:
    explicit GuardedBlock(std::uint64_t bytes)
        : size_((bytes + abi::block_alignment - 1) / abi::block_alignment * abi::block_alignment),
          mapped_((size_ + page - 1) / page * page + page),
          base_(static_cast<std::byte*>(
              mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
        mprotect(base_ + mapped_ - page, page, PROT_NONE);
    }
    ~GuardedBlock() { munmap(base_, mapped_); }
    GuardedBlock(const GuardedBlock&) = delete;
    GuardedBlock& operator=(const GuardedBlock&) = delete;

    std::byte* get() const { return base_ + mapped_ - page - size_; }

private:
    static constexpr std::size_t page = 4096;

    std::size_t size_;
    std::size_t mapped_;
    std::byte* base_;
};

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

CompiledKernel::CompiledKernel(const compiler::Ir& program, const std::string& kernel, std::uint32_t vector_width,
                               std::string_view target_limit, compiler::Together together, compiler::Chunks chunks,
                               compiler::Along along, const KnownArguments& known, bool large_launch,
                               compiler::KeptCalls kept_calls, compiler::Effort effort,
                               const compiler::ExpectedLaunches* launches, const std::string& passes) {
    Target target = device::host_target();
    if (!target_limit.empty()) target = device::lower_target(target, target_limit).value();
    compiler::CodeOptions options{.target = target,
                                  .vector_width = vector_width,
                                  .large_launch = large_launch,
                                  .launches = launches,
                                  .chunks = known.empty() ? chunks : compiler::Chunks::all,
                                  .along = along,
                                  .together = together,
                                  .kept_calls = kept_calls,
                                  .effort = effort,
                                  .known = known,
                                  .passes = passes};
    if (!add_part(parts_, program, kernel, options)) return;
    if (facts().whole_lanes != 1) {
        options.chunks = compiler::Chunks::partial;
        if (!add_part(parts_, program, kernel, options)) parts_.clear();
    }
    if (parts_.empty() || !facts().uses_sub_groups || facts().sub_group_size == 1) return;
    options.chunks = compiler::Chunks::all;
    options.large_launch = true;
    options.along = compiler::Along::linear_id;
    if (!add_part(flat_parts_, program, kernel, options)) parts_.clear();
}

bool CompiledKernel::add_part(std::vector<Part>& parts, const compiler::Ir& program, const std::string& kernel,
                              const compiler::CodeOptions& options) {
    compiler::KernelResult result = compiler::compiler_instance().compile_kernel(program, kernel, options);
    log_ += result.log;
    if (result.status != compiler::Status::success) return false;
    auto code = device::LoadedCode::load(result.code, kernel, false, nullptr, log_);
    if (!code) return false;
    parts.push_back({std::move(result.code), std::move(code)});
    return true;
}

void CompiledKernel::run(const NDRange& launched, const ArgumentBlock& arguments, std::uint64_t local_argument_bytes,
                         std::uint32_t flags, const Callbacks& callbacks) const {
    const NDRange range = launched.exchanged(facts().lane_dimension);
    const abi::RuntimeFunctions none{};
    abi::Launch launch = make_launch(range, callbacks.functions ? *callbacks.functions : none);
    launch.command = callbacks.command;
    launch.program_variables = callbacks.program_variables;
    launch.flags = flags;
    const std::uint64_t local_bytes = facts().local_bytes + local_argument_bytes;
    const GuardedBlock local(local_bytes);
    const GuardedBlock block(arguments.bytes().size());
    std::memcpy(block.get(), arguments.bytes().data(), arguments.bytes().size());
    const bool flat = !flat_parts_.empty() && !device::has_rows_of_sub_groups(range, facts());
    for (const Part& part : flat ? flat_parts_ : parts_) {
        const std::uint64_t context_bytes = part.facts.context_bytes(range.local_size);
        const GuardedBlock context(context_bytes);
        std::uint64_t groups_left = 0;
        const abi::Worker worker{local.get(),  context.get(), local_bytes, context_bytes,
                                 &groups_left, nullptr,       {0, 0, 0}};
        if (part.facts.waits)
            run_in_turns(part, launch, worker, block.get(), range);
        else
            part.code->entry()(&launch, &worker, block.get(), range.total_groups());
    }
}

void CompiledKernel::run_in_turns(const Part& part, const abi::Launch& launch, abi::Worker worker,
                                  const std::byte* arguments, const NDRange& range) {
    const device::LaunchedCode code{part.facts, part.code->entry()};
    const device::TurnLaunch turn_launch{launch,
                                         code.entry,
                                         code.instructions(),
                                         arguments,
                                         part.facts.chunks(range.local_size),
                                         part.facts.context_bytes_per_chunk};
    device::Turns turns(turn_launch);
    std::uint64_t* const id = worker.first_group;
    for (id[2] = 0; id[2] < range.num_groups(2); ++id[2])
        for (id[1] = 0; id[1] < range.num_groups(1); ++id[1])
            for (id[0] = 0; id[0] < range.num_groups(0); ++id[0]) turns.run(worker);
}

void run_kernel(std::string_view source, const std::string& kernel, const NDRange& range,
                const ArgumentBlock& arguments, const RunOptions& options) {
    const compiler::ProgramResult program = compiler::compiler_instance().build(source, options.build_options);
    ASSERT_EQ(program.status, compiler::Status::success) << program.log;
    const CompiledKernel compiled(program.ir, kernel, options.vector_width, options.target_limit, options.together,
                                  compiler::Chunks::full, options.along, {}, options.large_launch, options.kept_calls,
                                  options.effort, nullptr, options.passes);
    ASSERT_TRUE(compiled) << compiled.log();
    if (options.summary) *options.summary = compiled.facts().summary;
    compiled.run(range, arguments, options.local_argument_bytes, options.flags);
}

std::string summary_of(const std::string& source, const Target& target, std::uint32_t lanes) {
    const auto program = compiler::compiler_instance().build(source, "");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    return compiler::compiler_instance().compile_kernel(program.ir, "k", {target, lanes}).code.summary;
}

std::string summary_of(const std::string& source) { return summary_of(source, device::host_target()); }

Target target_of_512_bits() { return {"+fma,+avx512bw,+avx512dq,+avx512f,+avx512vl", 512}; }

}  // namespace lanewise::test
