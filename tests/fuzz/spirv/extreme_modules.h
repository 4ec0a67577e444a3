// Modules that are extreme in one property each, such as a size, a length or a depth.
#pragma once

#include <string>
#include <vector>

#include "damaged_module.h"

namespace lanewise::fuzz_spirv {

struct ExtremeModule {
    const char* name;
    Bytes (*make)();
};

const std::vector<ExtremeModule>& extreme_modules();

}  // namespace lanewise::fuzz_spirv
