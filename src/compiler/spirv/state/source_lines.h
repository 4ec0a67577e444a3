// Reads source locations from OpLine (SPIR-V specification, section 3.52.2), and from DebugLine and DebugFunction of
// the sets NonSemantic.Shader.DebugInfo.* and OpenCL.DebugInfo.100.
// Thread-safety: functions without state.
#pragma once

#include <string>

#include "compiler/spirv/state/annotations.h"
#include "spirv/module.h"

namespace lanewise::compiler::il {

/// The effect of an instruction on the location of the instructions that follow in the same block.
enum class LineStep : std::uint8_t { none, begins, ends };

LineStep line_step(const Annotations& annotations, const spirv::Instruction& instruction);

/// Returns the location in an OpLine or DebugLine, such as "file.cl:12:3"; an empty text if it cannot be read.
std::string location_of_line(const Annotations& annotations, const spirv::Instruction& line);

/// Returns the location in a DebugFunction; an empty text for other instructions.
std::string location_of_function(const Annotations& annotations, const spirv::Instruction& debug_function);

/// Returns the id of the DebugFunction that a DebugFunctionDefinition names; 0 for other instructions.
spirv::Id defined_debug_function(const Annotations& annotations, const spirv::Instruction& instruction);

/// Returns the location of an instruction of the module; an empty text if it is unknown.
std::string location_of(const Annotations& annotations, const spirv::Instruction& instruction);

}  // namespace lanewise::compiler::il
