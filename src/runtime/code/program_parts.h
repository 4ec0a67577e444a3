// The IR of a large program in parts. Each part holds some kernels and everything that they need, and is extracted when
// the first of them is compiled. The compiler reads all IR that it is given, which takes noticeable time for each
// kernel of a large program. Thread-safe.
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
    /// Both arguments must outlive the object.
    ProgramParts(const compiler::Ir& program, const std::vector<KernelInfo>& kernels);

    /// The IR to compile the kernel with this index from: the kernel's part or the whole program. The whole program is
    /// used when it is small or another thread is extracting the part; the call never waits.
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
