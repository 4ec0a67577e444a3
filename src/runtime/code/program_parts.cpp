#include "runtime/code/program_parts.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lanewise::runtime {
namespace {

// Number of kernels in a part. The number is so large that extracting a part takes less time than reading the whole
// program for each kernel of the part. The number is so small that a kernel of a part compiles about as fast as a
// program with only one kernel.
constexpr std::size_t kernels_of_part = 24;
constexpr std::size_t kernels_of_whole_program = 2 * kernels_of_part;

std::size_t parts_of(std::size_t kernels) {
    return kernels <= kernels_of_whole_program ? 0 : (kernels + kernels_of_part - 1) / kernels_of_part;
}

}  // namespace

ProgramParts::ProgramParts(const compiler::Ir& program, const std::vector<KernelInfo>& kernels)
    : program_(program), kernels_(kernels), parts_(parts_of(kernels.size())) {}

const compiler::Ir& ProgramParts::ir_of(std::size_t kernel, Toolchain& toolchain) noexcept {
    if (parts_.empty()) return program_;
    const std::size_t first = kernel / kernels_of_part * kernels_of_part;
    Part& part = parts_[first / kernels_of_part];
    State state = State::empty;
    if (part.state.compare_exchange_strong(state, State::being_made, std::memory_order_acquire)) {
        make(part, kernels_.subspan(first, std::min(kernels_of_part, kernels_.size() - first)), toolchain);
        state = State::made;
    }
    return state == State::made && !part.ir.empty() ? part.ir : program_;
}

// Extracts the IR of a part. If the extraction fails, the part is empty.
void ProgramParts::make(Part& part, std::span<const KernelInfo> kernels, Toolchain& toolchain) noexcept {
    try {
        std::vector<std::string_view> names;
        for (const KernelInfo& kernel : kernels) names.push_back(kernel.name);
        part.ir = toolchain.extract(program_, names);
    } catch (...) {
    }
    part.state.store(State::made, std::memory_order_release);
}

}  // namespace lanewise::runtime
