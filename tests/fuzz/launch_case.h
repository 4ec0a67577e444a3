// One NDRange of a program: what goes in and what has to come out.
#pragma once

#include <random>

#include "interpreter.h"

namespace lanewise::fuzz {

inline constexpr std::size_t max_items = 300;

struct LaunchCase {
    NDRange range;
    Memory before, after;
};

/// Sizes around `lanes`, remainders among them, and inputs at random.
Verdict make_case(const Program& program, std::uint32_t lanes, std::mt19937& random, LaunchCase& one);

}  // namespace lanewise::fuzz
