// Prints the geometric means of the regrets of kernels.
#pragma once

#include <vector>

namespace bench {

struct Regret {
    double regret = 1, taught = 1;
    unsigned launches = 0;  // number of launches until the trial has settled
    bool left_out = false;
};

/// Prints the geometric mean and the maximum of the values `of`. The first line is about all kernels, the second about
/// those that serve to fit the planner's constants, and the third about the others.
void print_means(const std::vector<Regret>& regrets, double Regret::* of);

}  // namespace bench
