// Tells the regret of this build's planner on a machine whose times of all plans were recorded.
#pragma once

#include <vector>

#include "../collection/collection.h"
#include "plan_times.h"

namespace bench {

/// Compiles the plan that the planner chooses for each kernel on the machine of `times`, and prints its regret by the
/// recorded times. Prints how many kernels have no such times: kernels or plans that did not exist when the times were
/// recorded.
void replay(const PlanTimes& times, const std::vector<CollectionKernel>& kernels);

}  // namespace bench
