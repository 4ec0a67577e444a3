// Replaces samplers that a source spells out. Clang makes them by a function of the driver. They become the words that
// kernels hold (lanewise/image_descriptor.h), whose lower half has the bits of the CLK_ constants.
//
//   %s = call i64 @__translate_sampler_initializer(i32 16)    ->    i64 16
//
// Needs: opaque types are replaced (opaque_types.h).
// Thread-safety: free of state.
#pragma once

#include <llvm/IR/Module.h>

namespace lanewise::compiler {

void replace_sampler_values(llvm::Module& module);

}  // namespace lanewise::compiler
