// Images and samplers, which the device does not have: a program may hold them all the same, as one whose source
// brings a library along does, and its kernels that do not use them run. A kernel that uses one cannot be created.
//
// Thread-safety: free of state.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <string>

namespace lanewise::compiler {

/// Whether `name` is a function of images; no library defines it.
bool is_absent_function(llvm::StringRef name);

/// In what the front end made of a source: the samplers that it spells out become null. There is nothing that could
/// be read with one, and they vanish where they are handed to functions that do not use them.
void forget_samplers(llvm::Module& module);

/// False and a sentence in `log` when the kernel, which `module` holds with all that it calls, uses an image.
bool check_absent_features(const llvm::Module& module, llvm::StringRef kernel, std::string& log);

}  // namespace lanewise::compiler
