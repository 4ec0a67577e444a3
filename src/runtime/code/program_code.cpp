#include "runtime/code/program_code.h"

#include <algorithm>

#include "lanewise/constructors.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {
namespace {

bool runs_constructors(const KernelInfo& kernel) { return kernel.name == constructor_kernel && kernel.args.empty(); }

std::optional<std::size_t> find_constructors(const std::vector<KernelInfo>& kernels) {
    const auto found = std::ranges::find_if(kernels, runs_constructors);
    if (found == kernels.end()) return std::nullopt;
    return static_cast<std::size_t>(found - kernels.begin());
}

}  // namespace

ProgramCode::ProgramCode(Toolchain& toolchain, ProgramImage image, CodePurpose purpose,
                         std::shared_ptr<VariableStorage> storage)
    : image_(std::move(image)),
      constructors_(find_constructors(image_.kernels)),
      codes_(toolchain, image_, purpose, std::move(storage)),
      trials_(codes_),
      hot_codes_(codes_, trials_),
      versions_(codes_),
      binary_(codes_, trials_),
      begun_(image_.kernels.size()) {}

std::vector<const KernelInfo*> ProgramCode::named_kernels() const {
    std::vector<const KernelInfo*> named;
    for (const KernelInfo& kernel : image_.kernels)
        if (!kernel.is_block && !runs_constructors(kernel)) named.push_back(&kernel);
    return named;
}

std::optional<std::size_t> ProgramCode::find_kernel(std::string_view name) const {
    const auto found = std::ranges::find(image_.kernels, name, &KernelInfo::name);
    if (found == image_.kernels.end() || found->is_block || runs_constructors(*found)) return std::nullopt;
    return static_cast<std::size_t>(found - image_.kernels.begin());
}

const CompiledKernel* ProgramCode::block_of_variant(std::uint64_t number, CodeVariant variant) noexcept {
    try {
        return kernel_for(codes_.blocks().index_of(number), variant).get();
    } catch (...) {
        return nullptr;
    }
}

void ProgramCode::begin_kernel(std::size_t index, device::Arena& arena) {
    // Only the first call for a kernel does the work below. Without this check, each call for a lone kernel, whose slot
    // stays empty until the first launch, would search the cache again.
    if (begun_[index].exchange(true, std::memory_order_relaxed)) return;
    if (!codes_.slot(index, CodeVariant::usual).is_empty() || codes_.make_if_found(index)) return;
    // The thread that launches a lone kernel compiles it, so that a short-lived process need not start another thread.
    std::size_t lone = no_kernel;
    if (lone_.compare_exchange_strong(lone, index) || lone == index) return;
    const Background background(*this, arena);
    if (lone != several_kernels && lone_.exchange(several_kernels) != several_kernels) compile_soon(lone, background);
    compile_soon(index, background);
    arena.kick();
}

void ProgramCode::compile_soon(std::size_t index, Background background) {
    const auto is_wanted = [this, index] { return codes_.slot(index, CodeVariant::usual).is_empty(); };
    if (!is_wanted()) return;
    constexpr float kernel_ns = 10'000'000;
    background.post_awaited(kernel_ns, [=, this] {
        if (is_wanted()) kernel_for(index, CodeVariant::usual);
    });
}

std::string ProgramCode::summaries() {
    std::string text;
    for (std::size_t i = 0; i < image_.kernels.size(); ++i) {
        const CodeSlot& slot = codes_.slot(i, CodeVariant::usual);
        const bool begun = begun_[i].load(std::memory_order_relaxed);
        try {
            if (begun) kernel(i);
        } catch (const Error&) {  // slot.failure() returns the reason
        }
        if (!slot.is_settled()) continue;
        const std::string& line = slot.code() ? slot.code()->code.summary : slot.failure();
        if (line.empty() || (slot.code() && !begun)) continue;
        text += line;
        if (text.back() != '\n') text += '\n';
    }
    return text;
}

}  // namespace lanewise::runtime
