// Differential fuzzer of code generation: random terms (term.h) against a model in plain C++, at every number of lanes
// and every level of instructions. A kernel computes many terms, so that many are cheap to try.
//
//     fuzz_codegen [first seed] [count]         kernels of terms; each in all ways
//     fuzz_codegen <seed> <count> some          each in three of the ways
//     fuzz_codegen <seed> 1 print               shows one
//     fuzz_codegen 0 100 products               the forms of product_forms.h, in all ways
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

#include "print_terms.h"
#include "product_forms.h"
#include "term_generator.h"
#include "term_run.h"

namespace lanewise::fuzz {
namespace {

constexpr unsigned terms_of_kernel = 32;
constexpr unsigned seconds_for_kernel = 600;

/// Memory that a forked process writes and its parent reads.
struct Progress {
    std::uint32_t seed = 0;
    CodeWay way{};
    unsigned kernels = 0, wrong = 0;
    unsigned long terms = 0, results = 0;
};

// One kernel of four. They are compiled for at most 16 lanes: LLVM takes long for thousands of elements.
bool has_vectors(std::uint32_t seed) { return seed % 4 == 3; }

std::vector<TermPtr> terms_of(std::uint32_t seed, std::string_view mode) {
    if (mode == "products") {
        const std::vector<TermPtr> forms = product_forms();
        const auto first =
            forms.begin() + static_cast<std::ptrdiff_t>(seed % (forms.size() / terms_of_kernel)) * terms_of_kernel;
        return {first, first + terms_of_kernel};
    }
    TermGenerator generator(seed, has_vectors(seed));
    std::vector<TermPtr> terms;
    for (unsigned i = 0; i < terms_of_kernel; ++i) terms.push_back(generator.make());
    return terms;
}

std::vector<CodeWay> ways_of(std::uint32_t seed, std::string_view mode) {
    std::vector<CodeWay> all = all_ways();
    if (mode != "products" && has_vectors(seed)) std::erase_if(all, [](const CodeWay& way) { return way.lanes > 16; });
    if (mode != "some") return all;
    std::vector<CodeWay> some;
    for (unsigned i = 0; i < 3; ++i) some.push_back(all[(seed * 4 + i * 7) % all.size()]);
    return some;
}

void tell(const TermRun& run, std::uint32_t seed, const CodeWay& way, const Difference& difference) {
    const TermPtr whole = run.terms()[difference.term];
    std::printf("seed %u: %u lanes %s: %s\n    %s\n", seed, way.lanes, way.features, difference.text.c_str(),
                print(*whole).c_str());
    TermRun alone({whole}, seed);
    if (!alone.build() || alone.differences(way).empty()) {
        std::printf("    only beside others\n");
        return;
    }
    std::printf("    least: %s\n", print(*reduce(whole, seed, way)).c_str());
}

void run_kernel(std::uint32_t seed, std::string_view mode, Progress& progress) {
    progress.seed = seed;
    TermRun run(terms_of(seed, mode), seed);
    ++progress.kernels;
    progress.terms += terms_of_kernel;
    if (!run.build()) {
        std::printf("seed %u: does not build: %s\n", seed, run.log().c_str());
        ++progress.wrong;
        return;
    }
    std::vector<bool> is_told(terms_of_kernel);
    for (const CodeWay& way : ways_of(seed, mode)) {
        progress.way = way;
        alarm(seconds_for_kernel);
        for (const Difference& difference : run.differences(way)) {
            if (is_told[difference.term]) continue;
            is_told[difference.term] = true;
            ++progress.wrong;
            tell(run, seed, way, difference);
        }
        progress.results += terms_of_kernel;
    }
}

// Kernels from `first` on, in a process of their own, until one ends it; the seed behind it.
std::uint32_t run_apart(std::uint32_t first, std::uint32_t end, std::string_view mode, Progress& progress) {
    const pid_t child = fork();
    if (child == 0) {
        for (std::uint32_t seed = first; seed < end; ++seed) run_kernel(seed, mode, progress);
        std::fflush(stdout);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return end;
    std::printf("seed %u: %u lanes %s: ended the process, status %d\n", progress.seed, progress.way.lanes,
                progress.way.features, status);
    ++progress.wrong;
    return progress.seed + 1;
}

int run_kernels(std::uint32_t first, std::uint32_t count, std::string_view mode) {
    void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 3;
    Progress& progress = *new (memory) Progress;
    for (std::uint32_t seed = first; seed < first + count;) seed = run_apart(seed, first + count, mode, progress);
    std::printf("%u kernels of %lu terms, compiled %lu times; %u wrong\n", progress.kernels, progress.terms,
                progress.results, progress.wrong);
    return progress.wrong != 0;
}

}  // namespace
}  // namespace lanewise::fuzz

int main(int argc, char** argv) {
    using namespace lanewise::fuzz;
    const auto first = static_cast<std::uint32_t>(argc > 1 ? std::atol(argv[1]) : 0);
    const auto count = static_cast<std::uint32_t>(argc > 2 ? std::atol(argv[2]) : 10);
    const std::string_view mode = argc > 3 ? argv[3] : "";
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (mode == "print") return std::fputs(TermRun(terms_of(first, mode), first).source().c_str(), stdout) < 0;
    return run_kernels(first, count, mode);
}
