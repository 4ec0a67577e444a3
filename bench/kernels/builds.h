// Measures the CPU time from source to kernel for each registered case, without caches and with the compiler already
// loaded. Reports the median and the longest time. LANEWISE_CACHE=0 must be set. Otherwise the cache would already
// contain the machine code, since all builds compile the same IR, although their options differ.
#pragma once

#include <memory>

#include "case.h"

namespace bench {

void add_to_builds(std::shared_ptr<const Case> kernel_case);

/// Registers the benchmark. Must be called after the last add_to_builds.
void register_builds();

}  // namespace bench
