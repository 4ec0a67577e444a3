// The modules that the fuzzer damages. Some modules are assembled from text in this program, and the other modules are
// the files in a folder.
#pragma once

#include <string>
#include <vector>

#include "damaged_module.h"

namespace lanewise::fuzz_spirv {

/// Returns modules that together use most kinds of types, constants and instructions.
std::vector<Bytes> own_modules();

/// Returns the modules in a folder (*.spv), sorted by name.
std::vector<Bytes> modules_in(const std::string& folder);

}  // namespace lanewise::fuzz_spirv
