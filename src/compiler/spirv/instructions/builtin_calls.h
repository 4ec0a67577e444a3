// Calls of OpenCL C's builtins by their mangled names (docs/ir.md, "Builtin functions").
// Thread-safety: belongs to one translation.
#pragma once

#include <string>
#include <string_view>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Whether the integer type of an argument is signed in OpenCL C.
enum class Sign : std::uint8_t { is_signed, is_unsigned };

/// The type of a builtin's parameter, as the mangled name needs it.
struct Parameter {
    enum class Kind : std::uint8_t { number, pointer, named };
    Kind kind = Kind::number;
    llvm::Type* type = nullptr;  // type of the number, or type that the pointer points to; null for void
    Sign sign = Sign::is_unsigned;
    unsigned space = 0;  // address space of a pointer
    bool is_const = false;
    bool is_volatile = false;
    std::string_view name{};  // name of an opaque type or enumeration: "ocl_sampler", "memory_scope"
};

inline Parameter number(llvm::Type* type, Sign sign = Sign::is_unsigned) { return {.type = type, .sign = sign}; }
inline Parameter named(std::string_view name) { return {.kind = Parameter::Kind::named, .name = name}; }

/// Returns the mangled name of a builtin by the rules of the Itanium C++ ABI, such as `_Z5clampDv4_fS_S_`.
std::string mangle(std::string_view function, llvm::ArrayRef<Parameter> parameters);

/// Calls a builtin. If `meets` is true, other work-items take part in the call, so LLVM must not move the call
/// (attribute convergent).
llvm::CallInst* call_builtin(Body& body, std::string_view function, llvm::Type* result,
                             llvm::ArrayRef<Parameter> parameters, llvm::ArrayRef<llvm::Value*> arguments,
                             bool meets = false);

/// Calls a function of the builtin library whose name is not mangled, such as "__read_pipe_2". `meets`: as for
/// call_builtin().
llvm::CallInst* call_function(Body& body, std::string_view name, llvm::Type* result,
                              llvm::ArrayRef<llvm::Value*> arguments, bool meets = false);

}  // namespace lanewise::compiler::il
