// The compiler library: found next to this one, loaded at the first need, kept for the process. The child of a fork
// that came while other threads were inside of the compiler loads another copy of it: what they were changing in the
// first one stays as it was. Thread-safe.
#pragma once

#include <string>

#include "lanewise/compiler.h"

namespace lanewise::runtime {

/// Path of the shared library that this code is in.
std::string driver_library_path();

/// Path of the compiler library, whether or not it is there.
std::string compiler_library_path();

/// One call of the compiler.
class CompilerCall {
public:
    /// Throws Error(CL_COMPILER_NOT_AVAILABLE) when the library is missing or another version.
    CompilerCall();
    ~CompilerCall();
    CompilerCall(const CompilerCall&) = delete;
    CompilerCall& operator=(const CompilerCall&) = delete;

    const compiler::Compiler* operator->() const noexcept { return compiler_; }

private:
    const compiler::Compiler* compiler_;
};

}  // namespace lanewise::runtime
