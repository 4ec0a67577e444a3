// Refuses instructions, with the reason as a line of the build log.
#pragma once

#include <string_view>

#include "compiler/spirv/state/annotations.h"
#include "spirv/module.h"

namespace lanewise::compiler::il {

/// Throws spirv::InvalidModule with a line that contains the instruction, its result, its position in the module and
/// the source, and the reason.
[[noreturn]] void refuse(const spirv::Instruction& instruction, const Annotations& annotations,
                         std::string_view reason);

}  // namespace lanewise::compiler::il
