// NDRange for a program, with its input and expected output.
#pragma once

#include <random>

#include "interpreter.h"

namespace lanewise::fuzz {

inline constexpr std::size_t max_items = 300;

struct LaunchCase {
    NDRange range;
    Memory before, after;
};

/// Makes an NDRange, fills the inputs with random values, and interprets the program. Local sizes are near `lanes`, and
/// most of them are no multiple of `lanes`. Returns whether the results are defined.
Verdict make_case(const Program& program, std::uint32_t lanes, std::mt19937& random, LaunchCase& one);

}  // namespace lanewise::fuzz
