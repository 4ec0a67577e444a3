// Makes captured samplers non-constant: samplers that are local variables and that a block captures. Clang takes the
// value of a constant captured variable from its initializer, and crashes for samplers. Without `const`, Clang copies
// them like other variables.
//
//   const sampler_t s = CLK_FILTER_NEAREST; ... ^{ read_imagef(image, s, at); }
//
// Thread-safety: functions without state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// Removes `const` from captured samplers in `group`. Must be called with all declarations, before code is generated
/// for them.
void make_captured_samplers_variable(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
