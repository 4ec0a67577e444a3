// Times of all plans of kernels on one machine, stored in a file. From such a file, the regret of any planner on that
// machine can be computed on another machine.
//
//   # machine: AMD EPYC 9454
//   # date: 2026-11-30
//   # vector_bits: 512
//   # features: +avx,+avx2,...
//   kernel,digest,plan,ms,choice
//   jacobi,1b2c...,"16 lanes along dimension 0",0.0412,chosen
//
// `digest` is a hash of the kernel's source, options and sizes. `choice` is `chosen` for the plan that the measured
// planner chose, `taught` for the plan that launches finally keep after they have timed several plans, `chosen taught`
// for a plan that is both, and otherwise empty.
//
// Thread-safety: for use by one thread.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "../collection/collection.h"
#include "lanewise/target.h"

namespace bench {

struct PlanTime {
    std::string plan;
    double seconds = 0;
    bool is_chosen = false, is_taught = false;
};

struct KernelTimes {
    std::string digest;
    std::vector<PlanTime> plans;

    double least() const;
    /// Returns the time of `plan` in seconds; 0 if the plan was not measured.
    double of(const std::string& plan) const;
};

struct PlanTimes {
    std::string machine, date;
    lanewise::Target target;
    std::map<std::string, KernelTimes> kernels;
};

/// Returns a digest of a kernel's source, options and sizes, which decide the times of the kernel.
std::string digest_of(const CollectionKernel& kernel);

/// Returns an empty record of this machine and day.
PlanTimes new_plan_times(const lanewise::Target& target);

/// read_plan_times() and write_plan_times() print an error and exit if the file cannot be read or written.
PlanTimes read_plan_times(const char* path);
void write_plan_times(const PlanTimes& times, const char* path);

}  // namespace bench
