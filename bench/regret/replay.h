// Computes the regret of this build's planner on a machine for which the times of all plans were recorded.
#pragma once

#include <vector>

#include "../collection/collection.h"
#include "plan_times.h"

namespace bench {

/// Lets the planner choose a plan for each kernel, for the machine on which `times` were measured. Prints the regret of
/// the chosen plans, computed from the recorded times. Prints how many kernels are left out: new or changed kernels,
/// and kernels whose chosen plan was not measured.
void replay(const PlanTimes& times, const std::vector<CollectionKernel>& kernels);

}  // namespace bench
