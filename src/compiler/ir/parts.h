// The functions that a kernel becomes on its way to machine code, identified by the suffixes of their names.
//
//   `k`                          The kernel itself.
//   `k.scalar`                   A copy of the kernel from which chunk functions are made.
//   `k.full` `k.tail` `k.rows`   Chunk functions: for full chunks, tail chunks, and several rows together.
//   `k.group`                    The loop over the chunks of one work-group.
//   `k.entry`                    The loop over work-groups, called by the device (abi::Entry).
//
// Thread-safety: functions without state.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <string>

namespace lanewise::compiler {

enum class Part : std::uint8_t { scalar, full, tail, rows, group, entry };

/// Returns the name of a part of the kernel named `kernel`.
std::string part_name(llvm::StringRef kernel, Part part);

bool is_part(const llvm::Function& function, Part part);

/// True if `function` is a chunk function.
bool is_chunk(const llvm::Function& function);

/// Returns the name of the kernel that `function` is a part of.
llvm::StringRef kernel_name(const llvm::Function& function);

/// Returns the only kernel of the module, or null if there is none.
llvm::Function* find_kernel(llvm::Module& module);

/// Renames values whose names end with a part's suffix, so that all names of parts are free. Clang gives a variable
/// `full` of a kernel `k` the name `k.full`, and kernels of SPIR-V may have any name.
void free_part_names(llvm::Module& module);

/// Returns the function that is the part `part` of the module's kernel, or null if the kernel has no such part.
llvm::Function* find_part(llvm::Module& module, Part part);

/// Returns the existing chunk functions of the module's kernel, in the order full, tail, rows.
llvm::SmallVector<llvm::Function*, 3> find_chunks(llvm::Module& module);

/// Marks the module's kernel as code that is used only for the kernel's first launches (KernelCode::provisional).
void set_provisional(llvm::Module& module);

}  // namespace lanewise::compiler
