// Replaces the function call that Clang generates for each sampler literal, so that the driver need not provide this
// function. A literal becomes the 64-bit word that represents a sampler in kernels (lanewise/image_descriptor.h). The
// lower 32 bits of the word are the bits of the literal's CLK_ constants.
//
//   %s = call i64 @__translate_sampler_initializer(i32 16)    ->    i64 16
//
// Needs: opaque types are replaced (opaque_types.h). Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void replace_sampler_values(llvm::Module& module);

}  // namespace lanewise::compiler
