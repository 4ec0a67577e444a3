// Runs a random image program on images between pages that cannot be touched, and compares each read and write with the
// model.
#pragma once

#include <cstdint>
#include <string>

#include "image_program.h"
#include "lanewise/compiler.h"

namespace lanewise::fuzz {

struct Target {
    unsigned lanes;  // 0: the planner's choice
    const char* features;
};

/// What is wrong, or nothing. `seed` is that of images and coordinates.
std::string run_program(const ImageProgram& program, const compiler::Ir& ir, const Target& target, std::uint32_t seed);

}  // namespace lanewise::fuzz
