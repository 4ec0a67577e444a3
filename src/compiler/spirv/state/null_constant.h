// The null of each type (OpConstantNull; SPIR-V specification, section 3.52.7).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// Returns the null value of a type. The null value consists of zeros, except for events and reservations: their null
/// values are the invalid values that OpenCL C's builtins recognize.
llvm::Constant* null_constant(const Translation& all, spirv::Id type, const spirv::Instruction& user);

}  // namespace lanewise::compiler::il
