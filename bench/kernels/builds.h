// One more measurement over all cases: the CPU time of building each cold, from its source to its kernel, with the
// compiler loaded; told are the median kernel and the longest. Cold is only what no cache on disk has: set
// LANEWISE_CACHE=0, since machine code is found by IR, which the options that differ in every build do not change.
#pragma once

#include <memory>

#include "case.h"

namespace bench {

void add_to_builds(std::shared_ptr<const Case> kernel_case);

/// Behind the last add_to_builds.
void register_builds();

}  // namespace bench
