// The compiler that the runtime uses. Forwards each call to another compiler as a guarded call (guard/guarded_call.h),
// so that the compilation of a program cannot crash the process.
#pragma once

#include "lanewise/compiler.h"

namespace lanewise::compiler {

class GuardedCompiler final : public Compiler {
public:
    explicit GuardedCompiler(const Compiler& compiler) : compiler_(compiler) {}

    bool prepare(FaultHandler last) const override;
    ProgramResult compile(std::string_view source, std::string_view options,
                          std::span<const Header> headers) const override;
    ProgramResult compile(const SpirvProgram& program, std::string_view options) const override;
    ProgramResult link(std::span<const Ir* const> objects, std::string_view options) const override;
    ProgramResult build(std::string_view source, std::string_view options) const override;
    ProgramResult build(const SpirvProgram& program, std::string_view options) const override;
    ProgramResult check_options(std::string_view options) const override;
    ProgramResult load(std::span<const std::uint8_t> ir) const override;
    Ir extract(const Ir& program, std::span<const std::string_view> kernels) const override;
    std::string check_passes(std::string_view passes) const override { return compiler_.check_passes(passes); }
    KernelResult compile_kernel(const Ir& program, std::string_view kernel, const CodeOptions& options) const override;

private:
    const Compiler& compiler_;
};

}  // namespace lanewise::compiler
