// The only exported symbol of liblanewise-compiler.so.
#include "compiler/compiler_impl.h"

namespace {

// False if the library was loaded but its static objects were not constructed. This happens if a dlopen() ran out of
// memory and reported an error, and the next dlopen() finds the library already loaded. The variable is volatile, so
// that the compiler does not initialize it statically with true.
volatile bool has_static_objects = false;
[[gnu::constructor]] void note_static_objects() { has_static_objects = true; }

}  // namespace

extern "C" __attribute__((visibility("default"))) const lanewise::compiler::Compiler* lanewise_compiler(
    std::uint32_t version) {
    if (version != lanewise::compiler::interface_version || !has_static_objects) return nullptr;
    return &lanewise::compiler::compiler_instance();
}
