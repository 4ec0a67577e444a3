#include "builds.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "../session.h"

namespace bench {
namespace {

std::vector<std::shared_ptr<const Case>>& cases() {
    static std::vector<std::shared_ptr<const Case>> all;
    return all;
}

/// Returns a build option that differs in every process and call, so that no cache contains the program.
std::string fresh_option() {
    static unsigned long counter = static_cast<unsigned long>(std::time(nullptr)) * 1000;
    return " -DBENCH_BUILD=" + std::to_string(++counter);
}

double cpu_milliseconds() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

double build(const Case& kernel_case) {
    const double start = cpu_milliseconds();
    const Program program = session().build(kernel_case.source, (kernel_case.options + fresh_option()).c_str());
    const Kernel kernel = session().kernel(program, "run");
    session().wait_for_code(kernel);
    return cpu_milliseconds() - start;
}

void builds(benchmark::State& state) {
    std::vector<double> times(cases().size(), 1e9);
    build(*cases().front());  // loads the compiler
    for (auto _ : state)
        for (std::size_t i = 0; i < times.size(); ++i) times[i] = std::min(times[i], build(*cases()[i]));
    std::ranges::sort(times);
    state.counters["cpu:median ms"] = times[times.size() / 2];
    state.counters["cpu:longest ms"] = times.back();
}

}  // namespace

void add_to_builds(std::shared_ptr<const Case> kernel_case) { cases().push_back(std::move(kernel_case)); }

void register_builds() { benchmark::RegisterBenchmark("builds", builds)->Iterations(3); }

}  // namespace bench
