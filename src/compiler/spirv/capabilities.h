// Capabilities that a module declares (SPIR-V specification, section 3.31).
// Thread-safety: belongs to one translation.
#pragma once

#include "compiler/spirv/state/translation.h"

namespace lanewise::compiler::il {

/// Refuses an OpCapability that is unknown, or whose instructions need hardware that no CPU has.
void check_capability(const Translation& all, const spirv::Instruction& instruction);

}  // namespace lanewise::compiler::il
