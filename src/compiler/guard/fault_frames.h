// Finds the code that caused a signal, by the stack frames of the interrupted code.
#pragma once

#include <cstdint>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

struct FaultFrames {
    /// False if a signal handler of the application interrupted the compiler and caused the fault.
    bool is_of_compiler = true;
    /// True if the faulting instruction belongs to the compiler library, and not to a library that it called.
    bool is_in_library = false;
    /// Address of the faulting instruction, or of the compiler library's call if a function that it called faulted.
    /// Relative to the load address of the compiler library, unless no frame of this library was found.
    std::uintptr_t place = 0;
    /// Stack slot with the return address of the library function that the compiler called; null if not found.
    std::uintptr_t* return_slot = nullptr;
    /// True if the C library itself aborted. Memory may be damaged then, or a lock of the C library be held.
    bool is_abort_of_libc = false;
};

/// Examines the signal from whose handler this function is called. Safe in signal handlers.
FaultFrames fault_frames(std::uintptr_t instruction, const CompileStack& stack) noexcept;

/// Finds the address ranges of libraries for fault_frames(), since a signal handler cannot find them.
void learn_libraries() noexcept;

}  // namespace lanewise::compiler
