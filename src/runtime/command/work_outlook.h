// Estimates of a piece of work for the arena that will run it (device/pool/task.h).
#pragma once

#include <limits>

namespace lanewise::runtime {

struct WorkOutlook {
    static constexpr float no_least_ns = std::numeric_limits<float>::max();

    float total_ns = 0;  // estimated time of all units together
    float unit_ns = 0;   // estimated time of one unit
    float least_ns = no_least_ns;
    bool is_alone = false;  // whether one thread should run all units
    bool is_unknown = false;
    bool is_any_order = false;
};

}  // namespace lanewise::runtime
