// The compiler library: found next to this library, loaded at the first use, and kept until the process ends. A fork
// may happen while other threads are inside the compiler. The child then loads another copy of the library, since the
// first copy stays in the state in which these threads left it. Thread-safe.
#pragma once

#include <string>

#include "lanewise/compiler.h"

namespace lanewise::runtime {

/// Path of the shared library that contains this code.
std::string driver_library_path();

/// Path of the compiler library; the file may be missing.
std::string compiler_library_path();

/// One call of the compiler. Loads and prepares the library if necessary.
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
