// Measures the time to build a program and create its kernel, for kernels that are hard to compile (tests/shapes). The
// time is CPU time of the whole process, since other processes would lengthen wall time. Every iteration builds a new
// program, which no cache contains.
#include <benchmark/benchmark.h>

#include <chrono>
#include <ctime>

#include "session.h"
#include "shapes.h"

namespace {

double cpu_milliseconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::uint32_t fresh_salt() {
    static auto counter = static_cast<std::uint32_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return ++counter % 1000000;
}

void compile(benchmark::State& state, const std::string& source, unsigned kernels) {
    const double start = cpu_milliseconds();
    const auto program = bench::session().build(source);
    for (unsigned i = 0; i < kernels; ++i)
        bench::session().wait_for_code(
            bench::session().kernel(program, kernels == 1 ? "k" : ("k" + std::to_string(i)).c_str()));
    state.SetIterationTime((cpu_milliseconds() - start) / 1e3);
}

const bool registered = [] {
    const std::size_t count = lanewise::shapes::all_shapes().size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = "compile/" + lanewise::shapes::all_shapes()[i].name;
        benchmark::RegisterBenchmark(name.c_str(),
                                     [i](benchmark::State& state) {
                                         for (auto _ : state)
                                             compile(state, lanewise::shapes::all_shapes(fresh_salt())[i].source, 1);
                                     })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
    }
    benchmark::RegisterBenchmark("compile/200_kernels",
                                 [](benchmark::State& state) {
                                     for (auto _ : state)
                                         compile(state, lanewise::shapes::many_kernels(200, fresh_salt()), 200);
                                 })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1);
    return true;
}();

}  // namespace
