// Finds the first use of the type half, or of a vector of half, without a preceding `#pragma OPENCL EXTENSION
// cl_khr_fp16 : enable`.
//
// "An application that wants to use half and half2, half3, half4, half8 and half16 types will need to include the
// #pragma OPENCL EXTENSION cl_khr_fp16 : enable directive" (OpenCL Extensions, cl_khr_fp16). Many programs lack the
// pragma, and other drivers accept these programs. Lanewise therefore always provides half, and only warns about a use
// without the pragma. Pointers to half, which vload_half takes, need no extension.
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
    /// True if the source, the build arguments or the headers may contain the name `half` or a literal of type half.
    static bool may_be_in(std::string_view source, std::span<const std::string> arguments,
                          std::span<const Header> headers);

    /// Registers this object for the pragmas that `preprocessor` reads; this object must outlive `preprocessor`.
    void watch(clang::Preprocessor& preprocessor);

    void take_from(clang::DeclGroupRef group);

    /// Returns a warning for the build log; empty if the pragma precedes every use of half.
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
