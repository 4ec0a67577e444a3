// Prints the geometric means of the regrets of kernels.
#pragma once

#include <vector>

namespace bench {

struct Regret {
    double regret = 1, taught = 1;
    unsigned launches = 0;  // number of launches until the trial is over
    bool left_out = false;
};

/// Prints the geometric mean and the maximum of the member of Regret that `of` selects. The first line covers all
/// kernels, the second the kernels to which the planner's constants are fitted, and the third the other kernels.
void print_means(const std::vector<Regret>& regrets, double Regret::* of);

}  // namespace bench
