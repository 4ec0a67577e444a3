// Measures the regret of the planner: the time of the plan that the driver chooses divided by the time of the best
// plan. Compiles every kernel of the collection with every plan, and runs the code on one thread. A plan has one lane,
// pairs of work-items, or 8 to 64 lanes along one dimension. Plans with 8 to 64 lanes may also run several rows
// together. Also prints the regret of the plan on which launches settle (runtime/code/plan_trial.h), and the number of
// launches until this plan is settled. Reports each kernel whose results depend on the plan; if there is such a kernel,
// the program fails.
//
//   bench_regret [--held-out] [--all] [--check] [--chosen] [--record=FILE] [part of a name...]
//   bench_regret [--held-out] --replay=FILE... [part of a name...]
//
// --held-out measures the kernels of bench/held_out instead of the collection. --record writes the times of all plans
// (plan_times.h). --replay runs no kernel. It reads the recorded times of other machines, and prints the regret that
// this build's planner has on these machines.
//
// --all prints every plan's time, --check only compares the plans' results. --chosen only prints the plans that the
// driver chooses. LANEWISE_CPU_FEATURES=avx2 makes plans for machines without AVX-512.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iterator>
#include <string_view>
#include <utility>

#include "../held_out/held_out.h"
#include "means.h"
#include "plan_code.h"
#include "plan_times.h"
#include "replay.h"
#include "runtime/code/plan_trial.h"

namespace bench {

namespace {

using namespace lanewise;

struct Wanted {
    const char* record = nullptr;       // the file to which the times of all plans are written
    std::vector<const char*> replayed;  // files with times
    bool held_out = false, all = false, check = false, chosen = false;
    std::vector<std::string_view> names;
};

// Returns the CPU time of this thread, which excludes the work of other processes.
double seconds_now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

/// The plans of a kernel. Plans that give the same code share one entry. The first entry is the plan that the driver
/// chooses. The second entry is the reference plan: the results of all other plans are compared with its results.
class Plans {
public:
    Plans(const CollectionKernel& kernel, bool only_chosen) : kernel_(build(kernel)), data_(kernel.arguments()) {
        add(PlanCode::make_chosen(kernel_, data_));
        if (only_chosen) return;
        others_[0] = plans_[0].get();
        options_.vector_width = 1;
        for (const auto together : {compiler::Together::never, compiler::Together::where_possible})
            add_together(together);
        constexpr compiler::Along along[] = {compiler::Along::dimension_0, compiler::Along::dimension_1,
                                             compiler::Along::dimension_2, compiler::Along::linear_id};
        for (unsigned d = 0; d < kernel.global.size(); ++d)
            if (kernel.global[d] > 1) add_lanes(along[d]);
        if (std::ranges::count_if(kernel.local, [](std::size_t size) { return size > 1; }) > 1)
            add_lanes(compiler::Along::linear_id);
        for (unsigned i = 1; i < code_variants; ++i) {
            const auto plan = static_cast<CodeVariant>(i);
            if (chosen().other_plans() & bit_of(plan)) others_[i] = add(PlanCode::make_other(kernel_, plan, data_));
        }
    }

    /// Returns true if all plans give the same results. Removes plans whose results differ from the reference plan's
    /// results, except the plan that the driver chooses.
    bool check() {
        std::vector<const PlanCode*> wrong;
        std::vector<std::byte> expected;
        for (std::size_t i = 1; i <= plans_.size(); ++i) {
            const PlanCode& plan = *plans_[i % plans_.size()];
            data_.restore(true);
            plan.run();
            std::vector<std::byte> results = data_.results();
            if (i == 1)
                expected = std::move(results);
            else if (results != expected) {
                std::printf("%s: %s DIFFERS\n", kernel_.kernel.name, plan.summary().c_str());
                wrong.push_back(&plan);
            }
        }
        std::erase_if(plans_, [&](const auto& plan) {
            return plan != plans_[0] && std::ranges::find(wrong, plan.get()) != wrong.end();
        });
        for (PlanCode*& other : others_)
            if (std::ranges::find(wrong, other) != wrong.end()) other = nullptr;
        return wrong.empty();
    }

    /// Times all plans once in each round. After a few rounds, drops the plans that are much slower than the best plan.
    void measure() {
        std::vector<PlanCode*> left;
        for (const auto& plan : plans_) left.push_back(plan.get());
        const auto rounds = [&](unsigned count, double keep) {
            for (unsigned i = 0; i < count; ++i)
                for (PlanCode* plan : left) time(*plan);
            const double limit = best().least * keep;
            std::erase_if(left, [&](const PlanCode* plan) { return plan != plans_[0].get() && plan->least > limit; });
        };
        rounds(3, 2);
        rounds(5, 1.3);
        rounds(12, 1.1);
        rounds(20, 1);
    }

    /// Lets the runtime's PlanTrial try the driver's other plans, and returns the plan on which launches settle.
    const PlanCode& teach(unsigned& launches) {
        runtime::PlanTrial trial;
        constexpr std::uint64_t items = 1;
        while (trial.advise(items, long_ns, long_ns).step != runtime::PlanTrial::Step::make) {
        }
        for (unsigned code = 1; code < others_.size(); ++code)
            if (others_[code]) trial.try_code(code);
        trial.all_are_made();
        for (launches = 0; launches < most_launches; ++launches) {
            const auto turn = trial.advise(items, long_ns, long_ns);
            if (turn.step == runtime::PlanTrial::Step::settle) break;
            if (turn.is_timed) trial.report(turn.code, static_cast<float>(launch(*others_[turn.code]) * 1e9));
        }
        return *others_[trial.settled()];
    }

    const PlanCode& chosen() const { return *plans_[0]; }
    const PlanCode& best() const {
        return **std::ranges::min_element(plans_, {}, [](const auto& plan) { return plan->least; });
    }
    const std::vector<std::unique_ptr<PlanCode>>& all() const { return plans_; }

private:
    /// Adds the plan unless an entry has the same code. Returns the plan's entry; null if `plan` is null.
    PlanCode* add(std::unique_ptr<PlanCode> plan) {
        if (!plan) return nullptr;
        // The second plan, the reference, always gets its own entry.
        for (std::size_t i = plans_.size() == 1 ? 1 : 0; i < plans_.size(); ++i)
            if (plans_[i]->is_same_code(*plan)) return plans_[i].get();
        plans_.push_back(std::move(plan));
        return plans_.back().get();
    }

    void add_together(compiler::Together together) {
        options_.together = together;
        add(PlanCode::make(kernel_, options_, data_));
    }

    void add_lanes(compiler::Along along) {
        options_.along = along;
        // If lanes lie along the linear id, the code must also run partial chunks. The sizes of a launch then do not
        // show which chunks are full.
        options_.chunks = along == compiler::Along::linear_id ? compiler::Chunks::all : compiler::Chunks::full;
        for (const unsigned lanes : {8, 16, 32, 64}) {
            options_.vector_width = lanes;
            add_together(compiler::Together::never);
            if (kernel_.kernel.global.size() == 1) continue;
            add_together(compiler::Together::where_it_pays);
            add_together(compiler::Together::where_possible);
        }
    }

    void time(PlanCode& plan) const {
        constexpr double shortest = 1e-4;
        const bool anew = data_.is_changed();
        const double goal = seconds_now() + shortest;
        double now = 0;
        do {
            if (anew) data_.restore(false);
            const double start = seconds_now();
            plan.run();
            now = seconds_now();
            plan.add_time(now - start);
        } while (now < goal);
    }

    double launch(const PlanCode& plan) const {
        if (data_.is_changed()) data_.restore(false);
        const double start = seconds_now();
        plan.run();
        return seconds_now() - start;
    }

    static constexpr float long_ns = 1e9;
    static constexpr unsigned most_launches = 100;

    BuiltKernel kernel_;
    DeviceData data_;
    compiler::CodeOptions options_{.target = wanted_target(), .chunks = compiler::Chunks::full};
    std::vector<std::unique_ptr<PlanCode>> plans_;
    /// Element i is the plan that has the number i in PlanTrial; null if PlanTrial has no such plan.
    std::array<PlanCode*, runtime::PlanTrial::most_codes> others_{};
};

bool is_wanted(const Wanted& wanted, std::string_view name) {
    return wanted.names.empty() ||
           std::ranges::any_of(wanted.names, [&](std::string_view part) { return name.find(part) != name.npos; });
}

void print(const Wanted& wanted, const CollectionKernel& kernel, const Plans& plans, const Regret& regret) {
    const PlanCode &chosen = plans.chosen(), &best = plans.best();
    std::printf("%-28s%s %-40s %8.3f   %-40s %8.3f  %6.2f  %6.2f %3u\n", kernel.name,
                is_left_out(kernel.name) ? "*" : " ", chosen.summary().c_str(), chosen.least * 1e3,
                best.summary().c_str(), best.least * 1e3, regret.regret, regret.taught, regret.launches);
    if (wanted.all)
        for (const auto& plan : plans.all())
            std::printf("    %-60s %8.3f\n", plan->summary().c_str(), plan->least * 1e3);
    std::fflush(stdout);
}

KernelTimes times_of(const CollectionKernel& kernel, const Plans& plans, const PlanCode& taught) {
    KernelTimes times{digest_of(kernel), {}};
    for (const auto& plan : plans.all())
        times.plans.push_back({plan->summary(), plan->least, plan.get() == &plans.chosen(), plan.get() == &taught});
    return times;
}

std::vector<CollectionKernel> wanted_kernels(const Wanted& wanted) {
    std::vector<CollectionKernel> kernels = wanted.held_out ? held_out_kernels() : whole_collection();
    std::erase_if(kernels, [&](const CollectionKernel& kernel) { return !is_wanted(wanted, kernel.name); });
    return kernels;
}

int run(const Wanted& wanted) {
    std::vector<Regret> regrets;
    PlanTimes times = new_plan_times(wanted_target());
    bool right = true;
    for (const CollectionKernel& kernel : wanted_kernels(wanted)) {
        const double start = seconds_now();
        Plans plans(kernel, wanted.chosen);
        if (wanted.chosen) {
            std::printf("%s: %s, %.1f ms to compile\n", kernel.name, plans.chosen().summary().c_str(),
                        (seconds_now() - start) * 1e3);
            continue;
        }
        right &= plans.check();
        if (wanted.check) continue;
        plans.measure();
        Regret regret{.left_out = is_left_out(kernel.name)};
        const PlanCode& taught = plans.teach(regret.launches);
        regret.regret = plans.chosen().least / plans.best().least;
        regret.taught = taught.least / plans.best().least;
        print(wanted, kernel, plans, regret);
        regrets.push_back(regret);
        times.kernels[kernel.name] = times_of(kernel, plans, taught);
    }
    if (regrets.empty()) return right ? 0 : 1;
    if (wanted.record) write_plan_times(times, wanted.record);
    std::printf("\n");
    print_means(regrets, &Regret::regret);
    double launches = 0;
    for (const Regret& regret : regrets) launches += regret.launches;
    std::printf("\ntaught by launches, %.1f on average\n", launches / static_cast<double>(regrets.size()));
    print_means(regrets, &Regret::taught);
    return right ? 0 : 1;
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
    bench::Wanted wanted;
    const std::pair<std::string_view, bool bench::Wanted::*> switches[] = {{"--held-out", &bench::Wanted::held_out},
                                                                           {"--all", &bench::Wanted::all},
                                                                           {"--check", &bench::Wanted::check},
                                                                           {"--chosen", &bench::Wanted::chosen}};
    constexpr std::string_view record = "--record=", replay = "--replay=";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const auto* found = std::ranges::find(switches, argument, [](const auto& one) { return one.first; });
        if (found != std::end(switches))
            wanted.*found->second = true;
        else if (argument.starts_with(record))
            wanted.record = argv[i] + record.size();
        else if (argument.starts_with(replay))
            wanted.replayed.push_back(argv[i] + replay.size());
        else
            wanted.names.push_back(argument);
    }
    if (wanted.replayed.empty()) return bench::run(wanted);
    const auto kernels = bench::wanted_kernels(wanted);
    for (const char* path : wanted.replayed) bench::replay(bench::read_plan_times(path), kernels);
    return 0;
}
