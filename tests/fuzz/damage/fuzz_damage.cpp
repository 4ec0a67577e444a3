// Builds damaged and random sources, and damaged program binaries. Each build must succeed, or fail with an error code
// and a log. No build may crash, hang or use memory without limit.
//
//     fuzz_damage sources [first] [count]    damaged sources of the tests and benches
//     fuzz_damage binaries [first] [count]   damaged program binaries; half of them with a right checksum
//     fuzz_damage show SEED                  prints the damaged source of a seed
//     fuzz_damage all                        prints all undamaged sources
//
// Each seed determines one case. A child process runs many cases.
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

#include "cases.h"
#include "watch_child.h"

namespace lanewise::fuzz_damage {

namespace {

Progress* progress = nullptr;

void run_cases(bool is_binaries, std::uint32_t first, std::uint32_t end) {
    Cases cases(*progress);
    for (std::uint32_t seed = first; seed < end; ++seed) {
        progress->seed = seed;
        is_binaries ? cases.load_binary(seed) : cases.build_source(seed);
        ++progress->done;
        // The compiler keeps little memory after a build. The limit is thus exceeded only if a single build has used
        // too much memory.
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        constexpr long most_kilobytes = 4 << 20;
        if (usage.ru_maxrss > most_kilobytes) cases.fail("takes more than 4 GB");
    }
}

[[noreturn]] void run_batch(bool is_binaries, std::uint32_t first, std::uint32_t end) {
    static_cast<void>(std::freopen("/dev/null", "w", stdout));
    run_cases(is_binaries, first, end);
    // Calls exit() and not _exit(), because exit() runs leak checkers.
    std::exit(0);
}

/// Waits for a child process. Returns false if the process died or a case hung.
bool wait_for(pid_t child) {
    const auto cases = [] { return static_cast<std::uint64_t>(progress->done); };
    const fuzz::Ending ending = fuzz::watch_child(child, cases, std::chrono::seconds(180));
    if (ending.hung) std::fprintf(stderr, "fuzz_damage: the process made no progress and was killed\n");
    return ending.is_good();
}

int run_all(bool is_binaries, std::uint32_t first, std::uint32_t count) {
    constexpr std::uint32_t batch = 200;
    const std::uint32_t end = first + count;
    unsigned wrong = 0;
    for (std::uint32_t at = first; at < end; at = progress->seed + 1) {
        progress->seed = at;
        std::fflush(nullptr);
        const pid_t child = fork();
        if (child == 0) run_batch(is_binaries, at, std::min(at + batch, end));
        if (child > 0 && wait_for(child)) continue;
        std::fprintf(stderr, "fuzz_damage: the process ended at seed %u; 'fuzz_damage show SEED' prints the source\n",
                     progress->seed.load());
        ++wrong;
    }
    std::printf("%llu cases, %llu good ones, %llu kernels; %llu faults of the compiler, %u processes went wrong\n",
                static_cast<unsigned long long>(progress->done), static_cast<unsigned long long>(progress->built),
                static_cast<unsigned long long>(progress->kernels), static_cast<unsigned long long>(progress->faults),
                wrong);
    return wrong == 0 ? 0 : 1;
}

}  // namespace

}  // namespace lanewise::fuzz_damage

int main(int argc, char** argv) {
    using namespace lanewise::fuzz_damage;
    const std::string_view what = argc > 1 ? argv[1] : "sources";
    const auto number = [&](int index, unsigned otherwise) {
        return argc > index ? static_cast<std::uint32_t>(std::strtoul(argv[index], nullptr, 10)) : otherwise;
    };
    if (what == "all") {
        for (const std::string& source : undamaged_sources()) std::printf("%s\n----\n", source.c_str());
        return 0;
    }
    if (what == "show") {
        std::fputs(damaged_source_of(number(2, 0)).c_str(), stdout);
        return 0;
    }
    void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 2;
    progress = new (memory) Progress;
    return run_all(what == "binaries", number(2, 0), number(3, 100));
}
