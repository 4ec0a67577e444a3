// Loads the compiler library. This library lies next to the driver's library, is loaded at the first use, and is never
// unloaded. A fork may happen while other threads are inside the compiler. The child process then loads another copy of
// the library, since the data of the first copy may be inconsistent. Thread-safe.
#pragma once

#include <string>

#include "lanewise/compiler.h"

namespace lanewise::runtime {

/// Path of the driver's shared library, which contains this code.
std::string driver_library_path();

/// Path of the compiler library; the file may be missing.
std::string compiler_library_path();

/// Scope of one call of the compiler. The constructor loads and prepares the library if necessary.
class CompilerCall {
public:
    /// Throws Error(CL_COMPILER_NOT_AVAILABLE) when the library is missing or has another version.
    CompilerCall();
    ~CompilerCall();
    CompilerCall(const CompilerCall&) = delete;
    CompilerCall& operator=(const CompilerCall&) = delete;

    const compiler::Compiler* operator->() const noexcept { return compiler_; }

private:
    const compiler::Compiler* compiler_;
};

}  // namespace lanewise::runtime
