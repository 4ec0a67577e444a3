// The OpenCL C sources that stand in the files of the tests and benches: what there is to damage.
#pragma once

#include <string>
#include <vector>

namespace lanewise::fuzz_damage {

/// The kernels in the string literals of all C++ files below `folder`.
std::vector<std::string> find_sources(const std::string& folder);

/// A source in parts that are words, numbers, literals, white space or single characters.
std::vector<std::string> split_tokens(const std::string& source);

}  // namespace lanewise::fuzz_damage
