#include "compiler/compiler_impl.h"

namespace lanewise::compiler {
namespace {

class CompilerImpl final : public Compiler {
public:
    ProgramResult compile(std::string_view, std::string_view,
                          std::span<const Header>) const override {
        return {};
    }
    ProgramResult link(std::span<const Ir* const>, std::string_view) const override { return {}; }
    ProgramResult build(std::string_view, std::string_view) const override { return {}; }
    ProgramResult load(std::span<const std::uint8_t>) const override { return {}; }
    KernelResult compile_kernel(const Ir&, std::string_view, const CodeOptions&) const override {
        return {};
    }
};

}  // namespace

const Compiler& compiler_instance() {
    static const CompilerImpl instance;
    return instance;
}

}  // namespace lanewise::compiler
