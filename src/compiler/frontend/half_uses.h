// Finds the first use of half, or of a vector of it, that no `#pragma OPENCL EXTENSION cl_khr_fp16 : enable` precedes.
//
// "An application that wants to use half and half2, half3, half4, half8 and half16 types will need to include the
// #pragma OPENCL EXTENSION cl_khr_fp16 : enable directive" (OpenCL Extensions, cl_khr_fp16). Programs forget the
// pragma, and other drivers accept this. So the type is always available, and a use without the pragma is only a
// warning. Pointers to half, which vload_half takes, need no extension.
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
    /// Whether the texts may name half or have a constant of it.
    static bool may_be_in(std::string_view source, std::span<const std::string> arguments,
                          std::span<const Header> headers);

    /// Registers for the pragmas that `preprocessor` sees; the object must outlive it.
    void watch(clang::Preprocessor& preprocessor);

    void take_from(clang::DeclGroupRef group);

    /// A line of the log, or empty.
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
