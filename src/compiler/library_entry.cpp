// The one exported symbol of liblanewise-compiler.so.
#include "compiler/compiler_impl.h"

extern "C" __attribute__((visibility("default"))) const lanewise::compiler::Compiler* lanewise_compiler(
    std::uint32_t version) {
    if (version != lanewise::compiler::interface_version) return nullptr;
    return &lanewise::compiler::compiler_instance();
}
