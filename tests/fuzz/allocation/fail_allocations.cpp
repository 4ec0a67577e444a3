// Makes requests for memory fail in scenarios (small uses of OpenCL): one request at a time, or a request and all later
// ones. The OpenCL function that made the request must report the failure and change nothing, so that its call can be
// repeated. No failure may cause a crash, a hang or a leak.
//
//     fail_allocations [step] [scenario]     fails every `step`-th request of all scenarios or of one
//     fail_allocations at N scenario         fails only request N: in a new process, and after other runs
//
// Each scenario is tested in two ways. First, one process makes the requests fail one after another. Then a new process
// is started for each request, so that all initialization is repeated. Scenarios with few requests have a smaller step.
// No ICD loader is used, because the loader's allocations would fail, too.
#include <execinfo.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>
#include <thread>

#include "failing_allocator.h"
#include "scenarios.h"
#include "watch_child.h"

namespace lanewise::fail_allocations {

namespace {

/// State in shared memory: the process that runs a scenario writes it, and the waiting process reads it.
struct Progress {
    std::atomic<const char*> scenario = nullptr;
    std::atomic<Failures> failures = Failures::none;
    std::atomic<long> at = 0;
    std::atomic<long> requests = 0;  // number of requests in the last run
    std::atomic<long> failed = 0;    // number of failed requests in all runs
    std::atomic<long> runs = 0;
};
Progress* progress = nullptr;

const char* name_of(Failures failures) {
    return failures == Failures::one ? "alone" : failures == Failures::all_from_there ? "and all after it" : "(none)";
}

void tell_where(const char* what) {
    std::fprintf(stderr, "fail_allocations: %s, request %ld %s: %s\n", progress->scenario.load(), progress->at.load(),
                 name_of(progress->failures), what);
}

/// Runs a scenario once, and makes request `at` fail, or this request and all later ones.
void run(const Scenario& scenario, Failures failures, long at) {
    progress->failures = failures;
    progress->at = at;
    prepare_failures(failures, at);
    Caller caller;
    scenario.run(caller);
    caller.end();
    progress->requests = counted_requests();
    progress->failed += failed_requests();
    ++progress->runs;
    prepare_failures(Failures::none, 0);
}

/// Returns whether each of several runs leaves more blocks allocated than the run before it.
bool leaks(const Scenario& scenario, Failures failures, long at) {
    constexpr int tries = 4;
    long before = live_memory().blocks;
    for (int i = 0; i < tries; ++i) {
        run(scenario, failures, at);
        // The driver's threads may free memory shortly after the last call has returned.
        long after = live_memory().blocks;
        for (int patience = 500; after > before && patience != 0; --patience) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            after = live_memory().blocks;
        }
        if (after <= before) return false;
        before = after;
    }
    return true;
}

/// Returns the largest step up to `step` that still makes at least `least_tries` of the `requests` requests fail. If no
/// step does, returns 1.
long bounded(long step, long requests, long least_tries) { return std::clamp(requests / least_tries, 1L, step); }

void run_all(const Scenario& scenario, Failures failures, long step) {
    for (int i = 0; i < 3; ++i) run(scenario, Failures::none, 0);
    long requests = progress->requests;
    for (long at = 0; at < requests; at += bounded(step, requests, 40)) {
        const long before = live_memory().blocks;
        run(scenario, failures, at);
        if (!scenario.compiles && live_memory().blocks > before && leaks(scenario, failures, at)) fail("leaks");
    }
}

void on_crash(int signal) {
    std::signal(signal, SIG_DFL);
    constexpr int most = 60;
    void* frames[most];
    backtrace_symbols_fd(frames, backtrace(frames, most), STDERR_FILENO);
    std::fputs("the first request that failed:\n", stderr);
    tell_failure();
    std::raise(signal);
}

/// Runs `work` in a child process. Returns false if the child dies or hangs.
template <class Work>
bool in_process(Work&& work) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        for (const int crash : {SIGABRT, SIGSEGV, SIGBUS}) std::signal(crash, &on_crash);
        static_cast<void>(std::freopen("/dev/null", "w", stdout));
        api_fuzz::load_driver(LANEWISE_DRIVER);
        work();
        std::exit(0);
    }
    const auto runs = [] { return static_cast<std::uint64_t>(progress->runs); };
    const fuzz::Ending ending = fuzz::watch_child(child, runs, std::chrono::seconds(60));
    if (ending.is_good()) return true;
    tell_where(ending.hung ? "hangs" : WIFSIGNALED(ending.status) ? strsignal(WTERMSIG(ending.status)) : "ends early");
    return false;
}

unsigned check_warm(const Scenario& scenario, Failures failures, long step) {
    return in_process([&] { run_all(scenario, failures, step); }) ? 0 : 1;
}

unsigned check_cold(const Scenario& scenario, Failures failures, long step) {
    unsigned wrong = in_process([&] { run(scenario, Failures::none, 0); }) ? 0 : 1;
    const long requests = progress->requests;
    for (long at = 0; at < requests; at += bounded(step, requests, 12)) {
        if (!in_process([&] { run(scenario, failures, at); })) ++wrong;
    }
    return wrong;
}

unsigned check(const Scenario& scenario, long step) {
    progress->scenario = scenario.name;
    unsigned wrong = 0;
    for (const Failures failures : {Failures::one, Failures::all_from_there}) {
        progress->runs = progress->failed = 0;
        wrong += check_warm(scenario, failures, step);
        const long warm = progress->runs;
        // A new process for each request takes longer than one process for all requests, so the step is three times as
        // large.
        wrong += check_cold(scenario, failures, 3 * step);
        std::printf("%-16s %-16s %5ld + %4ld runs, %6ld failures: %s\n", scenario.name, name_of(failures), warm,
                    progress->runs - warm, progress->failed.load(), wrong == 0 ? "good" : "WRONG");
    }
    return wrong;
}

constexpr Scenario scenarios[] = {
    {"queues", queues},
    {"buffers", buffers},
    {"images", images},
    {"maps", maps},
    {"svm", svm},
    {"unified_svm", unified_svm},
    {"command_buffers", command_buffers},
    {"events", events},
    {"sub_devices", sub_devices},
    {"native_kernels", native_kernels},
    {"binaries", binaries},
    {"kernels", kernels},
    {"printing", printing},
    {"group_memory", group_memory},
    {"source_builds", source_builds, true},
    {"compile_and_link", compile_and_link, true},
    {"hot_kernels", hot_kernels, true},
};

unsigned check_named(std::string_view name, long step, long only) {
    unsigned wrong = 0;
    for (const Scenario& scenario : scenarios) {
        if (!name.empty() && name != scenario.name) continue;
        if (only < 0) {
            wrong += check(scenario, step);
            continue;
        }
        progress->scenario = scenario.name;
        wrong += in_process([&] { run(scenario, Failures::one, only); }) ? 0 : 1;
        wrong += in_process([&] {
            for (int i = 0; i < 3; ++i) run(scenario, Failures::none, 0);
            run(scenario, Failures::one, only);
        })
                     ? 0
                     : 1;
    }
    return wrong;
}

}  // namespace

SharedBinary* shared_binary = nullptr;

void fail(const std::string& what) {
    tell_where(what.c_str());
    std::abort();
}

}  // namespace lanewise::fail_allocations

int main(int argc, char** argv) {
    using namespace lanewise::fail_allocations;
    const bool one = argc > 3 && std::string_view(argv[1]) == "at";
    const long number = argc > 1 ? std::atol(argv[one ? 2 : 1]) : 1;
    void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    progress = new (memory) Progress;
    void* const more = mmap(nullptr, sizeof(SharedBinary), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (more == MAP_FAILED) return 2;
    shared_binary = new (more) SharedBinary;
    const std::string_view name = one ? argv[3] : argc > 2 ? argv[2] : "";
    return check_named(name, number > 0 ? number : 1, one ? number : -1) == 0 ? 0 : 1;
}
