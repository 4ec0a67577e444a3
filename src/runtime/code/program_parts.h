// Divides the IR of a large program into parts. To compile one kernel, the compiler reads all IR that it gets, which
// takes noticeable time for a large program. A part contains some kernels, and the functions and variables that the
// kernels use. A part is extracted when the first of its kernels is compiled. Thread-safe.
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
    /// `program` and `kernels` must outlive the object.
    ProgramParts(const compiler::Ir& program, const std::vector<KernelInfo>& kernels);

    /// Returns the IR from which to compile the kernel with this index: the kernel's part or the whole program. Returns
    /// the whole program if it is small, if the extraction has failed, or while another thread extracts the part, so
    /// that the call never waits.
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
