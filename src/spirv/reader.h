// Reads a SPIR-V module (SPIR-V specification, section 2.3). Checks all lengths and the form of all operands. Time and
// memory are linear in the module's size, also for damaged modules.
// Thread-safety: any number of threads.
#pragma once

#include <cstddef>
#include <span>

#include "spirv/module.h"

namespace lanewise::spirv {

/// Returns true if the header and the lengths of all instructions are valid. Allocates no memory.
bool has_module_form(std::span<const std::byte> bytes) noexcept;

/// Returns the module. Throws InvalidModule if an instruction is unknown or has the wrong form, or if an id is defined
/// twice.
Module read_module(std::span<const std::byte> bytes);

}  // namespace lanewise::spirv
