// Replaces sampler literals of a source, for which Clang calls a function of the driver. They become the 64-bit words
// by which kernels represent samplers (lanewise/image_descriptor.h). The lower half of a word has the bits of the CLK_
// constants.
//
//   %s = call i64 @__translate_sampler_initializer(i32 16)    ->    i64 16
//
// Needs: opaque types are replaced (opaque_types.h). Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void replace_sampler_values(llvm::Module& module);

}  // namespace lanewise::compiler
