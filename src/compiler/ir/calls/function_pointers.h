// Stores notes in a module about the functions whose addresses the program uses as values. The notes are metadata that
// remain when the module is linked with other objects; link/lower_function_pointers.h reads them.
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

namespace lanewise::compiler {

using AddressedFunctions = llvm::SmallSetVector<llvm::Function*, 8>;

/// Stores the note that the module may call functions through pointers.
void note_pointer_calls(llvm::Module& module);

/// Stores the note that the program uses the address of `function` as a value.
void note_function_pointer(llvm::Function& function);

/// Marks `call` as one of the direct calls that together replace a call through a pointer.
void mark_call_of_pointer(llvm::CallInst& call);
bool is_call_of_pointer(const llvm::CallInst& call);

/// Removes the notes and returns the functions that they name; none if the module has no notes.
std::optional<AddressedFunctions> take_function_pointers(llvm::Module& module);

}  // namespace lanewise::compiler
