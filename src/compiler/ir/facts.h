// Facts that passes leave on functions for later passes, as string attributes. The device receives the facts of
// kernel_facts.def with the kernel's code.
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>

#include <cstdint>
#include <optional>

#include "lanewise/kernel_info.h"

namespace lanewise::compiler {

namespace fact {
inline constexpr llvm::StringLiteral prefix = "lanewise-";
#define KERNEL_FACT(type, name, otherwise) inline constexpr llvm::StringLiteral name = "lanewise-" #name;
#include "lanewise/kernel_facts.def"
/// On a kernel: present if the kernel is linearized to run several rows together (analysis/shapes/row_sharing.h).
inline constexpr llvm::StringLiteral for_rows = "lanewise-for_rows";
/// On a kernel: present if the kernel calls functions that are not inlined (prepare/kept/kept_functions.h).
inline constexpr llvm::StringLiteral shared_bodies = "lanewise-shared_bodies";
/// On a kernel: present if results depend on work-items running one after another in the order of their linear ids.
inline constexpr llvm::StringLiteral ordered_items = "lanewise-ordered_items";
/// On a kernel: present if all plans have the same loops, and so add up sums in the same order (plan/plan.h).
inline constexpr llvm::StringLiteral same_loops = "lanewise-same_loops";
/// On a kernel: bit mask of the launch's dimensions along which each work-group has only one work-item
/// (plan/dimensions/single_items.h).
inline constexpr llvm::StringLiteral single_items = "lanewise-single_items";
/// Marks a function that runs a sparse region of a kernel for a single work-item
/// (linearize/serialize_sparse/scalar_region.h).
inline constexpr llvm::StringLiteral sparse_region = "lanewise-sparse-region";
}  // namespace fact

/// Returns the number in the attribute `name`, or `otherwise` if the attribute is missing.
std::uint64_t number_fact(const llvm::Function& function, llvm::StringRef name, std::uint64_t otherwise = 0);
void set_number_fact(llvm::Function& function, llvm::StringRef name, std::uint64_t value);

/// Copies the facts of kernel_facts.def from the function `from` to the function `to`.
void copy_kernel_facts(const llvm::Function& from, llvm::Function& to);

/// Sets the fields of `code` that kernel_facts.def lists.
void read_kernel_facts(const llvm::Function& function, KernelCode& code);

/// Returns the byte offset of `variable` among the program's variables (link/place_program_variables.h); none if
/// `variable` is not a program variable.
std::optional<std::uint64_t> program_variable_offset(const llvm::GlobalVariable& variable);
void set_program_variable_offset(llvm::GlobalVariable& variable, std::uint64_t offset);

}  // namespace lanewise::compiler
