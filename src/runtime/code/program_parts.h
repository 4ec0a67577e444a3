// The IR of a large program in parts, each of some kernels and what these need, made when the first of them is
// compiled: the compiler looks at all of what it is given, which took a tenth of the time of each kernel of 570.
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "lanewise/compiler.h"
#include "runtime/code/toolchain.h"

namespace lanewise::runtime {

class ProgramParts {
public:
    /// Both outlive it.
    ProgramParts(const compiler::Ir& program, const std::vector<KernelInfo>& kernels);

    /// What to compile the kernel with this index from: a part that it is in, or all, where that is little or the part
    /// is just being made by another thread. Nobody waits.
    const compiler::Ir& ir_of(std::size_t kernel, Toolchain& toolchain) noexcept;

private:
    enum class State : std::uint8_t { empty, being_made, made };

    struct Part {
        std::atomic<State> state = State::empty;
        compiler::Ir ir;
    };

    void make(Part& part, std::span<const KernelInfo> kernels, Toolchain& toolchain) noexcept;

    const compiler::Ir& program_;
    std::span<const KernelInfo> kernels_;
    std::vector<Part> parts_;
};

}  // namespace lanewise::runtime
