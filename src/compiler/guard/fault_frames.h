// Whose fault a signal is: looks at the frames of the code that it interrupted.
#pragma once

#include <cstdint>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

struct FaultFrames {
    /// The fault is not in a handler that the application's own signal started on top of the compiler.
    bool is_of_compiler = true;
    /// The instruction that faulted is the compiler library's own, not one of a library that it called.
    bool is_in_library = false;
    /// Where it happened, in the compiler library's own addresses if it was called from there.
    std::uintptr_t place = 0;
    /// Where a library function that the compiler called returns to; null when it was not found.
    std::uintptr_t* return_slot = nullptr;
    /// The C library itself gave up: memory is damaged, or one of its locks is held.
    bool is_abort_of_libc = false;
};

/// Of the signal whose handler calls. Safe in signal handlers.
FaultFrames fault_frames(std::uintptr_t instruction, const CompileStack& stack) noexcept;

/// Finds out what fault_frames needs and could not find out in a handler. To be called before.
void learn_libraries() noexcept;

}  // namespace lanewise::compiler
