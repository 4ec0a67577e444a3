// The one exported symbol of liblanewise-compiler.so.
#include "compiler/compiler_impl.h"

namespace {

// False if the library was loaded but its static objects were never constructed. This happens when dlopen() runs out of
// memory: it reports an error, but the next dlopen() finds the library loaded. The variable is volatile, so that it is
// initialized at run time and not statically.
volatile bool has_static_objects = false;
[[gnu::constructor]] void note_static_objects() { has_static_objects = true; }

}  // namespace

extern "C" __attribute__((visibility("default"))) const lanewise::compiler::Compiler* lanewise_compiler(
    std::uint32_t version) {
    if (version != lanewise::compiler::interface_version || !has_static_objects) return nullptr;
    return &lanewise::compiler::compiler_instance();
}
