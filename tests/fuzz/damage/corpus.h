// Finds the OpenCL C sources that fuzz_damage damages, in the files of tests and benchmarks.
#pragma once

#include <string>
#include <vector>

namespace lanewise::fuzz_damage {

/// Returns the string literals that contain kernels, from all C++ files in `folder` and its subfolders.
std::vector<std::string> find_sources(const std::string& folder);

/// Splits a source into words, numbers, literals, white space and single characters.
std::vector<std::string> split_tokens(const std::string& source);

}  // namespace lanewise::fuzz_damage
