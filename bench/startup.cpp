// Measures the time and memory that a process needs until its first kernel has run. Prints one JSON object on one line.
// The object contains time and resident memory for two phases: creating the first platform, device, context and queue,
// and building and running a small first kernel.
#include <chrono>
#include <cstdio>

#include "session.h"

namespace {

double resident_mib() {
    double kib = 0;
    if (std::FILE* file = std::fopen("/proc/self/status", "r")) {
        char line[256];
        while (std::fgets(line, sizeof line, file))
            if (std::sscanf(line, "VmRSS: %lf", &kib) == 1) break;
        std::fclose(file);
    }
    return kib / 1024;
}

class Timer {
public:
    double milliseconds() const { return std::chrono::duration<double, std::milli>(Clock::now() - start_).count(); }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
};

}  // namespace

int main() {
    const Timer whole;
    const bench::Session& session = bench::session();
    const double init_ms = whole.milliseconds();
    const double init_mib = resident_mib();

    const Timer build;
    const auto program = session.build("kernel void k(global int* p) { p[get_global_id(0)] = 42; }");
    const auto kernel = session.kernel(program, "k");
    const auto buffer = session.new_buffer(256);
    bench::set_arg(kernel, 0, buffer);
    session.launch(session.queue(), kernel, 64, 64);
    int result = 0;
    bench::check(clEnqueueReadBuffer(session.queue(), buffer, CL_TRUE, 0, sizeof result, &result, 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
    if (result != 42) return 1;
    std::printf("{\"init_ms\": %.2f, \"init_mib\": %.1f, \"first_build_ms\": %.1f, \"built_mib\": %.1f}\n", init_ms,
                init_mib, build.milliseconds(), resident_mib());
}
