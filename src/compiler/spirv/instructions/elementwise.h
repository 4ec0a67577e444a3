// Operations on the components of vectors, and on the scalar and vector parts of structures and arrays.
// Thread-safety: belongs to one translation.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>

#include <string_view>

#include "compiler/spirv/instructions/builtin_calls.h"
#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// Returns the number of a vector's components; 0 for other types.
unsigned components_of(const llvm::Type* type);

/// Returns the type `scalar` or, if `like` is a vector, a vector of `scalar` with as many components as `like`.
llvm::Type* with_components_of(llvm::Type* scalar, const llvm::Type* like);

/// Refuses an instruction whose values have different types.
void require_equal_types(const Body& body, const spirv::Instruction& instruction, const llvm::Value* left,
                         const llvm::Value* right);

using Arguments = llvm::ArrayRef<llvm::Value*>;

/// Makes a value of type `result` from scalars, or from vectors of the same length. Calls `make` once if the arguments
/// are scalars, or vectors of a length that OpenCL C has (2, 3, 4, 8 or 16). For other vectors, calls `make` once for
/// each component.
llvm::Value* by_components(Body& body, llvm::Type* result, Arguments arguments,
                           llvm::function_ref<llvm::Value*(llvm::Type* result, Arguments arguments)> make);

/// Calls a builtin for scalars or for vectors of any length. All integer parameters of the builtin are signed, or all
/// are unsigned.
llvm::Value* call_elementwise(Body& body, std::string_view function, llvm::Type* result, Arguments arguments,
                              Sign sign = Sign::is_signed);

/// Makes a value of `type` by calling `make` once for each scalar or vector that `type` contains. Each call gets the
/// corresponding scalars or vectors of `values`. Refuses objects with far more parts than registers can hold.
llvm::Value* by_leaves(Body& body, const spirv::Instruction& instruction, llvm::Type* type, Arguments values,
                       llvm::function_ref<llvm::Value*(llvm::Type* type, Arguments values)> make);

}  // namespace lanewise::compiler::il
