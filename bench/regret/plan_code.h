// Compiles a kernel according to one plan, and runs the code on the calling thread.
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
#include "lanewise/code_variant.h"
#include "lanewise/compiler.h"

namespace bench {

/// Returns the target for which plans are compiled: this machine, limited to the features that LANEWISE_CPU_FEATURES
/// allows.
lanewise::Target wanted_target();

/// A kernel of the collection with its program's IR.
struct BuiltKernel {
    const CollectionKernel& kernel;
    lanewise::compiler::Ir ir;
    lanewise::KernelInfo info;
};

/// Builds the IR of a kernel. Prints the build log and exits if the kernel does not compile.
BuiltKernel build(const CollectionKernel& kernel);

class PlanCode {
public:
    /// Compiles the kernel with `options`; returns null if the compiler cannot make code with this plan.
    static std::unique_ptr<PlanCode> make(const BuiltKernel& kernel, const lanewise::compiler::CodeOptions& options,
                                          const DeviceData& data);

    /// Compiles the code that a launch uses if no plan is forced.
    static std::unique_ptr<PlanCode> make_chosen(const BuiltKernel& kernel, const DeviceData& data);

    /// Returns the summary of the plan that make_chosen() uses on a machine with the features of `target`; empty if the
    /// kernel does not compile. The machine that runs this function may lack these features.
    static std::string chosen_summary(const BuiltKernel& kernel, const lanewise::Target& target);

    /// Compiles code for `plan`. Launches may try this plan instead of the plan of make_chosen().
    static std::unique_ptr<PlanCode> make_other(const BuiltKernel& kernel, lanewise::CodeVariant plan,
                                                const DeviceData& data);
    std::uint32_t other_plans() const { return other_plans_; }

    /// Describes the plan, for example "16 lanes along dimension 1".
    std::string summary() const { return usual_->summary(); }
    bool is_same_code(const PlanCode& other) const;

    void run() const;

    /// Records a run that took `seconds`.
    void add_time(double seconds) {
        if (seconds < first_) std::swap(seconds, first_);
        least = std::min(least, seconds);
    }
    double least = 1e30;  // second shortest run in seconds: a virtual machine's clock may report almost 0 for one run

private:
    double first_ = 1e30;  // shortest run in seconds

    struct Part {
        lanewise::KernelCode facts;
        std::unique_ptr<const lanewise::device::LoadedCode> code;
        lanewise::device::LaunchedCode launched() const { return {facts, code->entry()}; }
        std::string summary() const;
    };
    /// The code that a launch uses, the options by which the code was compiled, and the NDRange of the launch.
    struct Choice {
        lanewise::compiler::CodeOptions options;
        lanewise::NDRange range;
        std::unique_ptr<const Part> usual;
        std::uint32_t other_plans = 0;
    };
    static Choice choose(const BuiltKernel& kernel, const lanewise::Target& target);
    static std::unique_ptr<const Part> compile(const BuiltKernel& kernel,
                                               const lanewise::compiler::CodeOptions& options);
    static std::unique_ptr<PlanCode> make(const BuiltKernel& kernel, lanewise::compiler::CodeOptions options,
                                          std::unique_ptr<const Part> usual, lanewise::NDRange range,
                                          const DeviceData& data);

    std::unique_ptr<const Part> usual_, partial_;  // partial_ runs partial chunks; null if the launch has none
    std::uint32_t other_plans_ = 0;
    std::vector<std::byte> block_;
    std::optional<lanewise::device::Launch> launch_;
};

}  // namespace bench
