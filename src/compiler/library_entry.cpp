// The one exported symbol of liblanewise-compiler.so.
#include "compiler/compiler_impl.h"

namespace {

// Where the C library runs out of memory while it loads this one it says so, and the next time finds it loaded, though
// none of its static objects was ever made. Volatile, so that it is not set when this is compiled.
volatile bool has_static_objects = false;
[[gnu::constructor]] void note_static_objects() { has_static_objects = true; }

}  // namespace

extern "C" __attribute__((visibility("default"))) const lanewise::compiler::Compiler* lanewise_compiler(
    std::uint32_t version) {
    if (version != lanewise::compiler::interface_version || !has_static_objects) return nullptr;
    return &lanewise::compiler::compiler_instance();
}
