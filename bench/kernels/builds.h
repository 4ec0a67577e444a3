// One more measurement over all cases: the CPU time of building each cold, from its source to its kernel, with the
// compiler loaded; told are the median kernel and the longest.
#pragma once

#include <memory>

#include "case.h"

namespace bench {

void add_to_builds(std::shared_ptr<const Case> kernel_case);

/// Behind the last add_to_builds.
void register_builds();

}  // namespace bench
