// Measures the CPU time of building each case cold, from its source to its kernel, with the compiler loaded. Reports
// the median kernel and the longest one. A build is cold only without caches on disk. Set LANEWISE_CACHE=0, since
// machine code is cached by IR, and the options that differ in every build do not change the IR.
#pragma once

#include <memory>

#include "case.h"

namespace bench {

void add_to_builds(std::shared_ptr<const Case> kernel_case);

/// To be called after the last add_to_builds.
void register_builds();

}  // namespace bench
