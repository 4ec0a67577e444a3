// Finds the OpenCL C sources in the files of the tests and benches, as material to damage.
#pragma once

#include <string>
#include <vector>

namespace lanewise::fuzz_damage {

/// Returns the kernels in the string literals of all C++ files below `folder`.
std::vector<std::string> find_sources(const std::string& folder);

/// Splits a source into words, numbers, literals, white space and single characters.
std::vector<std::string> split_tokens(const std::string& source);

}  // namespace lanewise::fuzz_damage
