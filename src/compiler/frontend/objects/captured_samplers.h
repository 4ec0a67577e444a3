// Makes captured samplers non-constant: samplers that are local variables and that a block captures. Clang would take
// the value of a constant one from its initializer, which it cannot do for samplers, and crash. Without `const`, Clang
// copies them like other variables.
//
//   const sampler_t s = CLK_FILTER_NEAREST; ... ^{ read_imagef(image, s, at); }
//
// Free of state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// Must be called with all declarations, before code is generated for them.
void make_captured_samplers_variable(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
