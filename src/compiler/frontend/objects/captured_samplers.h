// Removes `const` from captured samplers: local variables of sampler type that a block captures. Clang evaluates the
// initializer of a constant captured variable, and crashes if the variable is a sampler. If a captured sampler is not
// `const`, Clang only copies the sampler, like any other captured variable.
//
//   const sampler_t s = CLK_FILTER_NEAREST; ... ^{ read_imagef(image, s, at); }
//
// Thread-safety: functions without state.
#pragma once

#include <clang/AST/DeclGroup.h>

namespace lanewise::compiler {

/// Removes `const` from captured samplers in the declarations `group`. Must be called for all groups of declarations,
/// before code is generated for them.
void make_captured_samplers_variable(clang::DeclGroupRef group);

}  // namespace lanewise::compiler
