// Finds out whose fault a signal is, by the frames of the interrupted code.
#pragma once

#include <cstdint>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

struct FaultFrames {
    /// False if the fault is in a handler of the application that interrupted the compiler.
    bool is_of_compiler = true;
    /// The faulting instruction belongs to the compiler library, not to a library that it called.
    bool is_in_library = false;
    /// The address of the fault, in the compiler library's own addresses if this library called it.
    std::uintptr_t place = 0;
    /// The return address on the stack of a library function that the compiler called; null if not found.
    std::uintptr_t* return_slot = nullptr;
    /// The C library itself aborted: memory is damaged, or one of its locks is held.
    bool is_abort_of_libc = false;
};

/// Examines the signal whose handler calls. Safe in signal handlers.
FaultFrames fault_frames(std::uintptr_t instruction, const CompileStack& stack) noexcept;

/// Finds out in advance the facts that fault_frames() needs and that a handler cannot find out.
void learn_libraries() noexcept;

}  // namespace lanewise::compiler
