#include "plan_code.h"

#include <cstdio>
#include <cstdlib>

#include "compiler/compiler_impl.h"
#include "device/kernel/lane_order.h"
#include "device/kernel/regroup.h"
#include "device/machine/cpu/cpu_features.h"
#include "device/machine/cpu/cpu_info.h"

namespace bench {

using namespace lanewise;

namespace {

constexpr unsigned threads = 4;  // assumed number of threads that share a launch

/// Returns the NDRange of a launch. Its local size is zero if the driver chooses the local size.
NDRange range_of(const CollectionKernel& kernel) {
    NDRange range;
    range.work_dim = static_cast<std::uint32_t>(kernel.global.size());
    if (kernel.local.empty()) range.local_size = {0, 0, 0};
    for (unsigned d = 0; d < range.work_dim; ++d) {
        range.global_size[d] = kernel.global[d];
        if (!kernel.local.empty()) range.local_size[d] = kernel.local[d];
    }
    return range;
}

void choose_local_size(NDRange& range, const BuiltKernel& kernel, const KernelCode& code) {
    if (range.local_size[0] != 0) return;
    range.local_size =
        device::choose_local_size(range, code, threads, kernel.info.uniform_work_groups, {1024, 1024, 1024});
}

/// Chooses the options for a variant as src/runtime/code/toolchain.cpp does.
compiler::CodeOptions options_of(CodeVariant variant, const Target& target) {
    const VariantPlan plan = plan_of(variant);
    return {.target = target,
            .vector_width = plan.lanes,
            .chunks = plan.chunks,
            .along = plan.along,
            .together = plan.together};
}

}  // namespace

Target wanted_target() {
    static const Target target = [] {
        const char* limit = std::getenv("LANEWISE_CPU_FEATURES");
        const auto lowered = device::lower_target(device::host_target(), limit ? limit : "");
        if (!limit || lowered) return limit ? *lowered : device::host_target();
        std::fprintf(stderr, "LANEWISE_CPU_FEATURES=%s is unknown. Set it to %s.\n", limit, device::known_limits);
        std::exit(1);
    }();
    return target;
}

BuiltKernel build(const CollectionKernel& kernel) {
    compiler::ProgramResult program = compiler::compiler_instance().build(kernel.source, kernel.options);
    if (program.status != compiler::Status::success || program.kernels.size() != 1) {
        std::fprintf(stderr, "The program of '%s' does not build, or has not exactly one kernel.\n%s\n", kernel.name,
                     program.log.c_str());
        std::exit(1);
    }
    return {kernel, std::move(program.ir), program.kernels.front()};
}

std::unique_ptr<const PlanCode::Part> PlanCode::compile(const BuiltKernel& kernel,
                                                        const compiler::CodeOptions& options) {
    compiler::KernelResult result = compiler::compiler_instance().compile_kernel(kernel.ir, kernel.info.name, options);
    std::string log = result.log;
    if (result.status != compiler::Status::success) {
        std::fprintf(stderr, "A plan of kernel '%s' does not compile.\n%s\n", kernel.kernel.name, log.c_str());
        return nullptr;
    }
    auto code = device::LoadedCode::load(result.code, kernel.info.name, false, nullptr, log);
    if (!code) return nullptr;
    return std::make_unique<const Part>(std::move(result.code), std::move(code));
}

std::unique_ptr<PlanCode> PlanCode::make(const BuiltKernel& kernel, compiler::CodeOptions options,
                                         std::unique_ptr<const Part> usual, NDRange range, const DeviceData& data) {
    const KernelCode& code = usual->facts;
    range = device::regroup(range.exchanged(code.lane_dimension), code, threads);
    auto plan = std::make_unique<PlanCode>();
    if (device::has_partial_chunks(range, code)) {
        options.chunks = compiler::Chunks::partial;
        plan->partial_ = compile(kernel, options);
        if (!plan->partial_) return nullptr;
    }
    plan->usual_ = std::move(usual);
    std::uint64_t local_bytes = code.local_bytes;
    plan->block_ = data.block(kernel.info, local_bytes);
    static const abi::RuntimeFunctions functions{};
    static const std::uint64_t cache_bytes = device::read_cpu_info().largest_cache_bytes();
    const auto partial = plan->partial_ ? std::optional(plan->partial_->launched()) : std::nullopt;
    plan->launch_.emplace(plan->usual_->launched(), partial, range, cache_bytes, local_bytes, nullptr, functions,
                          nullptr);
    return plan;
}

std::unique_ptr<PlanCode> PlanCode::make(const BuiltKernel& kernel, const compiler::CodeOptions& options,
                                         const DeviceData& data) {
    auto usual = compile(kernel, options);
    if (!usual) return nullptr;
    NDRange range = range_of(kernel.kernel);
    choose_local_size(range, kernel, usual->facts);
    return make(kernel, options, std::move(usual), range, data);
}

// Chooses the options as src/runtime/command/launch_choice.cpp does.
PlanCode::Choice PlanCode::choose(const BuiltKernel& kernel, const Target& target) {
    Choice choice{options_of(CodeVariant::usual, target), range_of(kernel.kernel), nullptr};
    choice.usual = compile(kernel, choice.options);
    if (!choice.usual) return choice;
    const KernelCode& code = choice.usual->facts;
    choose_local_size(choice.range, kernel, code);
    choice.other_plans = code.other_plans;
    const CodeVariant variant = device::fills_lanes(choice.range, code) ? device::fewer_lanes(choice.range, code)
                                                                        : device::best_lane_order(choice.range, code);
    if (variant != CodeVariant::usual) {
        choice.options = options_of(variant, target);
        choice.usual = compile(kernel, choice.options);
    }
    return choice;
}

std::unique_ptr<PlanCode> PlanCode::make_chosen(const BuiltKernel& kernel, const DeviceData& data) {
    Choice choice = choose(kernel, wanted_target());
    if (!choice.usual) return nullptr;
    auto plan = make(kernel, choice.options, std::move(choice.usual), choice.range, data);
    if (plan) plan->other_plans_ = choice.other_plans;
    return plan;
}

std::string PlanCode::chosen_summary(const BuiltKernel& kernel, const Target& target) {
    const Choice choice = choose(kernel, target);
    return choice.usual ? choice.usual->summary() : std::string();
}

std::unique_ptr<PlanCode> PlanCode::make_other(const BuiltKernel& kernel, CodeVariant plan, const DeviceData& data) {
    return make(kernel, options_of(plan, wanted_target()), data);
}

std::string PlanCode::Part::summary() const {
    const std::string& line = facts.summary;  // a line such as "kernel 'run': 16 lanes"
    const std::size_t colon = line.find(": ");
    std::string text = colon == std::string::npos ? line : line.substr(colon + 2);
    if (facts.flat_groups) text += " along the linear id";
    return text;
}

bool PlanCode::is_same_code(const PlanCode& other) const {
    const auto image = [](const std::unique_ptr<const Part>& part) {
        return part ? part->facts.image : std::vector<std::uint8_t>{};
    };
    return image(usual_) == image(other.usual_) && image(partial_) == image(other.partial_) &&
           usual_->facts.lane_dimension == other.usual_->facts.lane_dimension;
}

void PlanCode::run() const {
    launch_->run(block_.data(), 0, launch_->groups(), device::WorkerMemory::of_this_thread());
}

}  // namespace bench
