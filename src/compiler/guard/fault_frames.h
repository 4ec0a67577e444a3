// Finds the code that caused a signal by unwinding the stack of the interrupted code.
#pragma once

#include <cstdint>

#include "compiler/guard/compile_stack.h"

namespace lanewise::compiler {

struct FaultFrames {
    /// False if a signal handler of the application interrupted the compiler and caused the fault.
    bool is_of_compiler = true;
    /// True if the faulting instruction belongs to the compiler library, and not to another library that the compiler
    /// library called.
    bool is_in_library = false;
    /// Address of the faulting instruction. If the compiler library called another library, and the fault is there,
    /// `place` is instead the return address of this call, which lies in the compiler library. The address is relative
    /// to the load address of the compiler library, or absolute if no frame of this library was found.
    std::uintptr_t place = 0;
    /// Stack slot with the return address of the library function that the compiler called; null if not found.
    std::uintptr_t* return_slot = nullptr;
    /// True if the C library itself called abort(). Memory may then be damaged, or a lock of the C library may be held.
    bool is_abort_of_libc = false;
};

/// Examines the fault of the instruction at address `instruction`. Must be called from the signal handler, and is safe
/// there.
FaultFrames fault_frames(std::uintptr_t instruction, const CompileStack& stack) noexcept;

/// Finds the address ranges of libraries for fault_frames(), since finding them is not safe in a signal handler.
void learn_libraries() noexcept;

}  // namespace lanewise::compiler
