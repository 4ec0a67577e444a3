// Prints the geometric means of the regrets of kernels.
#pragma once

#include <vector>

namespace bench {

struct Regret {
    double regret = 1, taught = 1;
    unsigned launches = 0;  // number of launches before the trial of plans is over
    bool left_out = false;
};

/// Prints the geometric mean and the maximum of one member of Regret, which `of` selects. The first line is for all
/// kernels, the second line for the kernels to which the planner's constants were fitted, and the third line for the
/// other kernels.
void print_means(const std::vector<Regret>& regrets, double Regret::* of);

}  // namespace bench
