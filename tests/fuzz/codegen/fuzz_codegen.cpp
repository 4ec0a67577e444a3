// Differential fuzzer of code generation: random terms (term.h) against a model in plain C++, at every number of lanes
// and every level of instructions. A kernel computes many terms, so that many are cheap to try. It tells how many
// expressions it compared: operators whose results reach those of their terms.
//
//     fuzz_codegen [first seed] [count]         programs of terms; each in all ways
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

constexpr unsigned terms_of_program = 32;
constexpr unsigned seconds_for_program = 600;

/// Memory that a forked process writes and its parent reads.
struct Progress {
    std::uint32_t seed = 0;
    CodeWay way{};
    unsigned programs = 0, wrong = 0;
    unsigned long terms = 0, expressions = 0;
    Compared compared{};
};

// One program of four.
bool has_vectors(std::uint32_t seed) { return seed % 4 == 3; }

std::vector<TermPtr> terms_of(std::uint32_t seed, std::string_view mode) {
    if (mode == "products") {
        const std::vector<TermPtr> forms = product_forms();
        const auto first =
            forms.begin() + static_cast<std::ptrdiff_t>(seed % (forms.size() / terms_of_program)) * terms_of_program;
        return {first, first + terms_of_program};
    }
    TermGenerator generator(seed, has_vectors(seed));
    std::vector<TermPtr> terms;
    for (unsigned i = 0; i < terms_of_program; ++i) terms.push_back(generator.make());
    return terms;
}

std::vector<CodeWay> ways_of(std::uint32_t seed, std::string_view mode) {
    const std::vector<CodeWay> all = all_ways();
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

void run_program(std::uint32_t seed, std::string_view mode, Progress& progress) {
    progress.seed = seed;
    TermRun run(terms_of(seed, mode), seed);
    ++progress.programs;
    progress.terms += terms_of_program;
    progress.expressions += run.expressions();
    if (!run.build()) {
        std::printf("seed %u: does not build: %s\n", seed, run.log().c_str());
        ++progress.wrong;
        return;
    }
    std::vector<bool> is_told(terms_of_program);
    for (const CodeWay& way : ways_of(seed, mode)) {
        progress.way = way;
        alarm(seconds_for_program);
        const Compared before = run.compared();
        for (const Difference& difference : run.differences(way)) {
            if (is_told[difference.term]) continue;
            is_told[difference.term] = true;
            ++progress.wrong;
            tell(run, seed, way, difference);
        }
        progress.compared.terms += run.compared().terms - before.terms;
        progress.compared.expressions += run.compared().expressions - before.expressions;
    }
}

// Programs from `first` on, in a process of their own, until one ends it; the seed behind it.
std::uint32_t run_apart(std::uint32_t first, std::uint32_t end, std::string_view mode, Progress& progress) {
    const pid_t child = fork();
    if (child == 0) {
        for (std::uint32_t seed = first; seed < end; ++seed) run_program(seed, mode, progress);
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

int run_programs(std::uint32_t first, std::uint32_t count, std::string_view mode) {
    void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 3;
    Progress& progress = *new (memory) Progress;
    for (std::uint32_t seed = first; seed < first + count;) seed = run_apart(seed, first + count, mode, progress);
    std::printf("%u programs of %lu terms, %lu expressions; in their ways %lu terms, %lu expressions; %u wrong\n",
                progress.programs, progress.terms, progress.expressions, progress.compared.terms,
                progress.compared.expressions, progress.wrong);
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
    return run_programs(first, count, mode);
}
