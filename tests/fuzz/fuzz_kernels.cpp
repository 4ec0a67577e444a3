// Differential fuzzer: compares the results of random programs, bit for bit, with the results of an interpreter.
// Compiles each program in several setups, and runs the code of each setup on several NDRanges. Programs run in a
// separate process, so that crashes and hangs can be reported, too.
//
//     fuzz_kernels [first seed] [count]     runs programs
//     fuzz_kernels <seed> <count> all       runs each program in all setups
//     fuzz_kernels <seed> <count> plans     runs each program by every plan, with one instruction set
//     fuzz_kernels <seed> <count> calls     runs each program with functions that are not inlined
//     fuzz_kernels <seed> <count> legal     only interprets programs: prints how many runs have a defined result
//     fuzz_kernels <seed> <count> by COMMAND      runs programs that `COMMAND FILE.cl FILE.spv` translates to SPIR-V
//     fuzz_kernels <seed> 1 print           prints a program
//     fuzz_kernels <seed> 1 reduce          prints the smallest program with the same outcome
//     fuzz_kernels <seed> 1 reduce COMMAND  the same for a program that a command translates
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <new>
#include <string_view>

#include "fuzzer.h"
#include "generator/program_generator.h"
#include "program_printer.h"
#include "reducer.h"

namespace lanewise::fuzz {
namespace {

constexpr const char* verdict_names[] = {"defined", "too long", "parted", "wild", "raced"};
constexpr const char* outcome_names[] = {"right",        "wrong result", "no code", "died compiling",
                                         "died running", "hangs",        "refused", "not translated"};

/// State in memory that is shared between a forked process, which writes it, and its parent process, which reads it.
struct Shared {
    Progress progress;
    Outcome outcome = Outcome::right;
    unsigned wrong[std::size(outcome_names)] = {};
};

Shared& make_shared_memory() {
    void* memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::exit(3);
    return *new (memory) Shared;
}

/// Calls `work` in a child process. Returns how the child process died, or `right` if it exited normally.
Outcome run_apart(Shared& shared, const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        std::fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Outcome::right;
    Outcome outcome = shared.progress.is_running ? Outcome::died_running : Outcome::died_compiling;
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGALRM || signal == SIGPROF) outcome = Outcome::hangs;
    std::printf("seed %u: %s: %s (%s, status %d)\n", shared.progress.seed, to_text(shared.progress.setup).c_str(),
                outcome_names[static_cast<unsigned>(outcome)],
                shared.progress.is_running ? "in the kernel" : "in the compiler", status);
    return outcome;
}

std::vector<Setup> setups_for(std::string_view mode, std::uint32_t seed) {
    if (mode == "all") return all_setups();
    if (mode == "calls") return calls_of();
    return mode == "plans" ? plans_of(seed) : setups_of(seed);
}

unsigned run_programs(std::uint32_t first, std::uint32_t count, std::string_view mode, const char* translator) {
    Shared& shared = make_shared_memory();
    std::uint32_t seed = first;
    while (seed < first + count) {
        const Outcome end = run_apart(shared, [&] {
            Fuzzer fuzzer(shared.progress);
            fuzzer.translator = translator;
            for (std::uint32_t next = seed; next < first + count; ++next) {
                shared.progress.seed = next;
                const auto program = ProgramGenerator(next).make();
                const Outcome outcome = fuzzer.run(*program, next, setups_for(mode, next));
                ++shared.wrong[static_cast<unsigned>(outcome)];
            }
            shared.progress.seed = first + count;
        });
        if (end == Outcome::right) break;
        ++shared.wrong[static_cast<unsigned>(end)];
        shared.progress.is_running = false;
        seed = shared.progress.seed + 1;
    }
    const Progress& progress = shared.progress;
    std::printf("%u programs compiled %u times, %u with lanes; %u launches", count, progress.kernels,
                progress.vectorized, progress.launches);
    for (unsigned i = 1; i < 5; ++i)
        if (progress.verdicts[i]) std::printf(", %u %s", progress.verdicts[i], verdict_names[i]);
    unsigned all = 0;
    for (unsigned i = 1; i < std::size(outcome_names); ++i) {
        if (shared.wrong[i]) std::printf("; %u %s", shared.wrong[i], outcome_names[i]);
        if (i != static_cast<unsigned>(Outcome::not_translated)) all += shared.wrong[i];
    }
    std::printf("; %u wrong\n", all);
    return all;
}

void tell_legality(std::uint32_t first, std::uint32_t count) {
    unsigned verdicts[5] = {};
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        const auto program = ProgramGenerator(seed).make();
        std::mt19937 random(seed);
        for (unsigned repeat = 0; repeat < 3; ++repeat) {
            LaunchCase one;
            const auto verdict = static_cast<unsigned>(make_case(*program, 8, random, one));
            if (verdict) std::printf("seed %u: %s\n", seed, verdict_names[verdict]);
            ++verdicts[verdict];
        }
    }
    for (unsigned i = 0; i < 5; ++i) std::printf("%s%u %s", i ? ", " : "", verdicts[i], verdict_names[i]);
    std::printf("\n");
}

bool reduce_program(std::uint32_t seed, const char* translator) {
    Shared& shared = make_shared_memory();
    const auto program = ProgramGenerator(seed).make();
    const auto outcome_of = [&](const std::vector<Setup>& setups, unsigned seconds, bool quiet) {
        shared.outcome = Outcome::right;
        shared.progress = {};
        const int screen = dup(STDOUT_FILENO);
        if (quiet && !std::freopen("/dev/null", "w", stdout)) std::exit(3);
        const Outcome end = run_apart(shared, [&] {
            if (!std::freopen("/dev/null", "w", stderr)) _exit(0);
            Fuzzer fuzzer(shared.progress);
            fuzzer.seconds_to_run = seconds;
            fuzzer.translator = translator;
            shared.outcome = fuzzer.run(*program, seed, setups);
        });
        std::fflush(stdout);
        dup2(screen, STDOUT_FILENO);
        close(screen);
        return end == Outcome::right ? shared.outcome : end;
    };
    Outcome first = outcome_of(setups_of(seed), 20, false);
    if (first == Outcome::right) first = outcome_of(all_setups(), 20, false);
    if (first == Outcome::right) first = outcome_of(plans_of(seed), 20, false);
    if (first == Outcome::right) return true;
    const Setup setup = shared.progress.setup;
    reduce(*program, [&] { return outcome_of({setup}, 2, true) == first; });
    std::fputs(print_program(*program).c_str(), stdout);
    return outcome_of({setup}, 2, false) == Outcome::right;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int argc, char** argv) {
    using namespace lanewise::fuzz;
    const auto first = static_cast<std::uint32_t>(argc > 1 ? std::atol(argv[1]) : 0);
    const auto count = static_cast<std::uint32_t>(argc > 2 ? std::atol(argv[2]) : 100);
    const std::string_view mode = argc > 3 ? argv[3] : "";
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (mode == "print") return std::fputs(print_program(*ProgramGenerator(first).make()).c_str(), stdout) < 0;
    if (mode == "legal") return tell_legality(first, count), 0;
    const char* const translator = argc > 4 ? argv[4] : "";
    if (mode == "reduce") return !reduce_program(first, translator);
    return run_programs(first, count, mode, translator) != 0;
}
