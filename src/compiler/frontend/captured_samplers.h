// Samplers that are variables of a function, and that a block captures: Clang takes the value of a constant one from
// its initializer, which it cannot do for samplers, and crashes. Without `const` it copies them as it does other
// variables.
//
//   const sampler_t s = CLK_FILTER_NEAREST; ... ^{ read_imagef(image, s, at); }
//
// Free of state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// To be called with all declarations, before code is made of them.
void make_captured_samplers_variable(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
