// Runs a random image program on images between inaccessible pages, and compares each read and write with the model.
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

/// Returns an error text, or an empty string. `seed` determines images and coordinates.
std::string run_program(const ImageProgram& program, const compiler::Ir& ir, const Target& target, std::uint32_t seed);

}  // namespace lanewise::fuzz
