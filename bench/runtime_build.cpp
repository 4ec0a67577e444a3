// Measures the time from source to first result, with the compiler already loaded. Every iteration builds a new
// program, which no cache contains.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include "session.h"

namespace {

using bench::session;

/// Returns a constant that differs in every process and call, so that no cache contains a program with the constant.
std::string fresh_constant() {
    static unsigned long counter =
        static_cast<unsigned long>(std::chrono::system_clock::now().time_since_epoch().count());
    return std::to_string(++counter % 1000000007) + ".0f";
}

void run_once(cl_kernel kernel, const bench::Buffer& buffer) {
    bench::set_arg(kernel, 0, buffer);
    session().launch(session().queue(), kernel, 64, 64);
    clFinish(session().queue());
}

/// Creates the kernels k0 to k(count-1), then runs them, like a library that creates all kernels when it is
/// initialized.
void run_all(cl_program program, int count, const bench::Buffer& buffer) {
    std::vector<bench::Kernel> kernels;
    for (int k = 0; k < count; ++k) kernels.push_back(session().kernel(program, ("k" + std::to_string(k)).c_str()));
    for (const auto& kernel : kernels) run_once(kernel, buffer);
}

void small_build(benchmark::State& state) {
    const auto buffer = session().new_buffer(4096);
    run_once(session().kernel(session().build("kernel void k(global float* p) { p[get_global_id(0)] = 0; }"), "k"),
             buffer);
    for (auto _ : state) {
        const auto program =
            session().build("kernel void k(global float* p) { size_t i = get_global_id(0); p[i] = p[i] * 2 + " +
                            fresh_constant() + "; }");
        run_once(session().kernel(program, "k"), buffer);
    }
}
BENCHMARK(small_build)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(20);

std::string twelve_kernels() {
    std::string source;
    for (int k = 0; k < 12; ++k) {
        source += "kernel void k" + std::to_string(k) +
                  "(global float* p) {\n  size_t i = get_global_id(0);\n"
                  "  float x = p[i], y = " +
                  fresh_constant() + ";\n";
        const char* lines[] = {
            "x = sin(x) + y;", "y = exp(y * 0.01f) - x;",  "x = fma(x, y, 1.5f);",       "y = sqrt(fabs(y)) + x;",
            "x = x * cos(y);", "y = log(fabs(x) + 1.0f);", "x += y / (fabs(x) + 2.0f);", "y = fmin(x, y) * 0.5f;"};
        for (int line = 0; line < 36; ++line) source += std::string("  ") + lines[(line + k) % 8] + "\n";
        source += "  p[i] = x + y;\n}\n";
    }
    return source;
}

void twelve_kernel_build(benchmark::State& state) {
    const auto buffer = session().new_buffer(4096);
    for (auto _ : state) {
        const auto program = session().build(twelve_kernels());
        run_all(program, 12, buffer);
    }
}
BENCHMARK(twelve_kernel_build)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(3);

void many_one_line_kernels(benchmark::State& state) {
    constexpr int kernels = 570;
    const auto buffer = session().new_buffer(4096);
    for (auto _ : state) {
        std::string source;
        for (int k = 0; k < kernels; ++k)
            source += "kernel void k" + std::to_string(k) +
                      "(global float* p) { size_t i = get_global_id(0); p[i] = p[i] * 2 + " + fresh_constant() +
                      "; }\n";
        run_all(session().build(source), kernels, buffer);
    }
}
BENCHMARK(many_one_line_kernels)->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
