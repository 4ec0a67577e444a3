#include "means.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace bench {

namespace {

void print_mean(const char* name, const std::vector<Regret>& regrets, double Regret::* of, auto counts) {
    double logarithms = 0, most = 1;
    unsigned count = 0, large = 0;
    for (const Regret& regret : regrets) {
        if (!counts(regret)) continue;
        logarithms += std::log(regret.*of);
        most = std::max(most, regret.*of);
        large += regret.*of > 1.3;
        ++count;
    }
    if (count)
        std::printf("%s: %u kernels, geometric mean %.3f, worst %.2f, %u above 1.3\n", name, count,
                    std::exp(logarithms / count), most, large);
}

}  // namespace

void print_means(const std::vector<Regret>& regrets, double Regret::* of) {
    print_mean("all", regrets, of, [](const Regret&) { return true; });
    print_mean("fitted", regrets, of, [](const Regret& regret) { return !regret.left_out; });
    print_mean("left out (*)", regrets, of, [](const Regret& regret) { return regret.left_out; });
}

}  // namespace bench
