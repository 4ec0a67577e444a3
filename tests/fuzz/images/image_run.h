// Runs a random image program on images between inaccessible pages, and compares each read and write with the model.
#pragma once

#include <cstdint>
#include <string>

#include "image_program.h"
#include "lanewise/compiler.h"

namespace lanewise::fuzz {

struct Target {
    unsigned lanes;  // number of lanes; 0 if the planner chooses it
    const char* features;
};

/// Compiles the program for `target` and runs it. `seed` determines the contents of the images and the coordinates.
/// Returns the text of an error, or an empty string.
std::string run_program(const ImageProgram& program, const compiler::Ir& ir, const Target& target, std::uint32_t seed);

}  // namespace lanewise::fuzz
