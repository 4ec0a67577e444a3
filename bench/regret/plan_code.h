// The code of a kernel by one plan, ready to be launched on the calling thread.
//
// Thread-safety: for use by one thread.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../collection/collection.h"
#include "device/kernel/code_loader.h"
#include "device/kernel/launch.h"
#include "device_data.h"
#include "lanewise/compiler.h"
#include "lanewise/other_plans.h"

namespace bench {

/// Returns the target of plans: this machine, or the features of it that LANEWISE_CPU_FEATURES allows.
lanewise::Target wanted_target();

/// A kernel of the collection, and its program.
struct BuiltKernel {
    const CollectionKernel& kernel;
    lanewise::compiler::Ir ir;
    lanewise::KernelInfo info;
};

/// Ends the program with the build log if the kernel does not compile.
BuiltKernel build(const CollectionKernel& kernel);

class PlanCode {
public:
    /// Null if the compiler cannot follow the plan.
    static std::unique_ptr<PlanCode> make(const BuiltKernel& kernel, const lanewise::compiler::CodeOptions& options,
                                          const DeviceData& data);

    /// Makes the code that a launch takes if no plan is forced.
    static std::unique_ptr<PlanCode> make_chosen(const BuiltKernel& kernel, const DeviceData& data);

    /// Makes the code of a plan that launches may try in place of make_chosen()'s.
    static std::unique_ptr<PlanCode> make_other(const BuiltKernel& kernel, lanewise::OtherPlan plan,
                                                const DeviceData& data);
    std::uint32_t other_plans() const { return other_plans_; }

    /// "16 lanes along dimension 1"
    std::string summary() const;
    bool is_same_code(const PlanCode& other) const;

    void run() const;

    /// Counts a run of so many seconds.
    void add_time(double seconds) {
        if (seconds < first_) std::swap(seconds, first_);
        least = std::min(least, seconds);
    }
    double least = 1e30;  // the second least time in seconds: clocks of virtual machines give some run next to none

private:
    double first_ = 1e30;  // the least of all runs

    struct Part {
        lanewise::KernelCode facts;
        std::unique_ptr<const lanewise::device::LoadedCode> code;
        lanewise::device::LaunchedCode launched() const { return {facts, code->entry()}; }
    };
    static std::unique_ptr<const Part> compile(const BuiltKernel& kernel,
                                               const lanewise::compiler::CodeOptions& options);
    static std::unique_ptr<PlanCode> make(const BuiltKernel& kernel, lanewise::compiler::CodeOptions options,
                                          std::unique_ptr<const Part> usual, lanewise::NDRange range,
                                          const DeviceData& data);

    std::unique_ptr<const Part> usual_, partial_;  // partial_ may be null
    std::uint32_t other_plans_ = 0;
    std::vector<std::byte> block_;
    std::optional<lanewise::device::Launch> launch_;
};

}  // namespace bench
