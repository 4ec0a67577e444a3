// Built-in variables (SPIR-V specification, section 3.21), from which kernels load ids and sizes.
//
// A function that refers to a built-in variable gets a private variable with the same value. LLVM's optimizer removes
// the private variable:
//
//   %id = OpLoad %v3ulong %GlobalInvocationId      %place = alloca <3 x i64>       ; in the first block,
//                                                  store <get_global_id(0..2)>     ; once
//                                                  %id = load <3 x i64>, ptr %place
//
// Thread-safety: belongs to one translation.
#pragma once

#include <string_view>
#include <unordered_map>

#include "compiler/spirv/state/body.h"

namespace lanewise::compiler::il {

/// True if a variable of the module is built-in.
bool is_builtin_variable(const Translation& all, spirv::Id id);

/// Translates a call of `__spirv_BuiltIn<name>`. The operand of the call is the dimension; for a variable without
/// dimensions, the call has no operand.
llvm::Value* query_builtin(Body& body, const spirv::Instruction& call, std::string_view name);

/// The built-in variables of one function.
class BuiltinVariables {
public:
    explicit BuiltinVariables(Body& body) : body_(body) {}

    /// Makes private variables for the built-in variables among an instruction's operands.
    void prepare(const spirv::Instruction& instruction);

private:
    void place(spirv::Id variable, const spirv::Instruction& user);

    Body& body_;
    std::unordered_map<spirv::Id, llvm::Value*> places_;
};

}  // namespace lanewise::compiler::il
