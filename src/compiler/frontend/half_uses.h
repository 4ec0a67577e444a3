// Finds the first use of half, or of a vector of half, that no `#pragma OPENCL EXTENSION cl_khr_fp16 : enable`
// precedes.
//
// "An application that wants to use half and half2, half3, half4, half8 and half16 types will need to include the
// #pragma OPENCL EXTENSION cl_khr_fp16 : enable directive" (OpenCL Extensions, cl_khr_fp16). Many programs lack the
// pragma, and other drivers accept them. So half is always available, and a use without the pragma is only a warning.
// Pointers to half, which vload_half takes, need no extension.
//
// Not thread-safe; one object per run of the front end.
#pragma once

#include <clang/AST/DeclGroup.h>
#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Preprocessor.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lanewise/compiler.h"

namespace lanewise::compiler {

class HalfUses {
public:
    /// True if the source, the arguments or the headers may contain the name half or a constant of type half.
    static bool may_be_in(std::string_view source, std::span<const std::string> arguments,
                          std::span<const Header> headers);

    /// Registers this object for the pragmas that `preprocessor` reads; this object must outlive `preprocessor`.
    void watch(clang::Preprocessor& preprocessor);

    void take_from(clang::DeclGroupRef group);

    /// Returns a line for the log; empty if no use lacks the pragma.
    const std::string& warning() const { return warning_; }

private:
    class Pragmas;

    struct Pragma {
        clang::SourceLocation place;
        bool enables;
    };

    std::vector<Pragma> pragmas_;
    std::string warning_;
};

}  // namespace lanewise::compiler
