#include "replay.h"

#include <cstdio>

#include "means.h"
#include "plan_code.h"

namespace bench {

void replay(const PlanTimes& times, const std::vector<CollectionKernel>& kernels) {
    std::printf("%s, %s\n", times.machine.c_str(), times.date.c_str());
    std::vector<Regret> regrets;
    unsigned changed = 0, unknown = 0;
    for (const CollectionKernel& kernel : kernels) {
        const auto recorded = times.kernels.find(kernel.name);
        if (recorded == times.kernels.end() || recorded->second.digest != digest_of(kernel)) {
            ++changed;
            continue;
        }
        const std::string plan = PlanCode::chosen_summary(build(kernel), times.target);
        const double seconds = recorded->second.of(plan), least = recorded->second.least();
        if (seconds == 0) {
            std::printf("%-28s %-40s was not measured\n", kernel.name, plan.c_str());
            ++unknown;
            continue;
        }
        regrets.push_back({.regret = seconds / least, .left_out = is_left_out(kernel.name)});
        std::printf("%-28s %-40s %8.3f  %6.2f\n", kernel.name, plan.c_str(), seconds * 1e3, seconds / least);
    }
    std::printf("\n");
    print_means(regrets, &Regret::regret);
    std::printf("%u kernels are new or changed, %u chosen plans were not measured\n\n", changed, unknown);
}

}  // namespace bench
