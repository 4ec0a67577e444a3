// Differential fuzzer of code generation: compares random terms (term.h) with a model in C++. Compiles terms for every
// number of lanes and every instruction set. Each kernel computes many terms, so that the fuzzer tests many terms in
// little time. Prints the number of compared expressions, which is the number of operators that affect the result of
// their term. Reports wrong results, crashes, and code generation that takes more than 20 seconds of CPU time. Prints
// the smallest term that shows a fault, removes the faulty term from its program and continues.
//
//     fuzz_codegen [first seed] [count]         compiles each program in all ways
//     fuzz_codegen <seed> <count> some          compiles each program in two of the ways
//     fuzz_codegen <seed> 1 print               prints a program
//     fuzz_codegen 0 100 products               compiles the forms of product_forms.h in all ways
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

#include "print_terms.h"
#include "product_forms.h"
#include "term_generator.h"
#include "term_run.h"
#include "trial.h"
#include "watch_child.h"

namespace lanewise::fuzz {
namespace {

constexpr unsigned terms_of_program = 32;

/// A term whose results differ from the model's.
struct Finding {
    std::uint32_t seed;
    unsigned way, term;
};

/// State in memory that is shared between a forked process, which writes it, and its parent process, which reads it.
struct Progress {
    std::atomic<std::uint64_t> steps{0};
    std::uint32_t seed = 0;                            // seed of the current program
    unsigned way = 0;                                  // number of the current way
    Part part;                                         // the terms of the current kernel
    std::array<bool, terms_of_program> is_left_out{};  // the program's terms that had a fault
    std::array<Finding, 64> findings{};
    std::size_t finding_count = 0;
    unsigned programs = 0, wrong = 0;
    unsigned long terms = 0, expressions = 0;
    Compared compared{};
};

ProgramKind kind_of(std::uint32_t seed, std::string_view mode) {
    return mode == "products" ? ProgramKind{} : ProgramKind::of(seed);
}

std::vector<TermPtr> terms_of(std::uint32_t seed, std::string_view mode) {
    if (mode == "products") {
        const std::vector<TermPtr> forms = product_forms();
        const auto first =
            forms.begin() + static_cast<std::ptrdiff_t>(seed % (forms.size() / terms_of_program)) * terms_of_program;
        return {first, first + terms_of_program};
    }
    TermGenerator generator(seed, kind_of(seed, mode));
    std::vector<TermPtr> terms;
    for (unsigned i = 0; i < terms_of_program; ++i) terms.push_back(generator.make());
    return terms;
}

std::vector<CodeWay> ways_of(std::uint32_t seed, std::string_view mode) {
    const std::vector<CodeWay> all = all_ways(kind_of(seed, mode));
    if (mode != "some") return all;
    std::vector<CodeWay> some;
    for (unsigned i = 0; i < 2; ++i) some.push_back(all[(seed * 3 + i * 7) % all.size()]);
    return some;
}

// Returns the program's terms that are not left out. Appends the indices of these terms in the program to `numbers`.
std::vector<TermPtr> left_terms(std::uint32_t seed, std::string_view mode, const Progress& progress,
                                std::vector<unsigned>& numbers) {
    const std::vector<TermPtr> all = terms_of(seed, mode);
    std::vector<TermPtr> left;
    for (unsigned i = 0; i < terms_of_program; ++i) {
        if (progress.is_left_out[i]) continue;
        left.push_back(all[i]);
        numbers.push_back(i);
    }
    return left;
}

void tell(const TermRun& run, const CodeWay& way, const Difference& difference, const Finding& finding,
          Progress& progress) {
    std::printf("seed %u: %u lanes %s: term %u: %s\n    %s\n", finding.seed, way.lanes, way.features, finding.term,
                difference.text.c_str(), print(*run.terms()[difference.term]).c_str());
    ++progress.wrong;
    if (progress.finding_count < progress.findings.size()) progress.findings[progress.finding_count++] = finding;
}

// Compiles and runs the program in the way with the number progress.way, and in all later ways. Skips the terms marked
// in progress.is_left_out.
void run_program(std::string_view mode, Progress& progress) {
    const std::uint32_t seed = progress.seed;
    const bool begins = progress.way == 0 && std::ranges::count(progress.is_left_out, true) == 0;
    std::vector<unsigned> numbers;
    const std::vector<TermPtr> terms = left_terms(seed, mode, progress, numbers);
    progress.part = {0, terms.size()};
    if (terms.empty()) return;
    TermRun run(terms, seed, kind_of(seed, mode));
    if (begins) {
        ++progress.programs;
        progress.terms += terms_of_program;
        progress.expressions += run.expressions();
    }
    if (!run.build()) {
        std::printf("seed %u: does not build: %s\n", seed, run.log().c_str());
        ++progress.wrong;
        return;
    }
    const auto step = [&](const Part& part) {
        progress.part = part;
        ++progress.steps;
    };
    std::vector<bool> is_told(terms.size());
    const std::vector<CodeWay> ways = ways_of(seed, mode);
    for (; progress.way < ways.size(); ++progress.way) {
        const Compared before = run.compared();
        for (const Difference& difference : run.differences(ways[progress.way], step)) {
            if (is_told[difference.term]) continue;
            is_told[difference.term] = true;
            tell(run, ways[progress.way], difference, {seed, progress.way, numbers[difference.term]}, progress);
        }
        progress.compared.terms += run.compared().terms - before.terms;
        progress.compared.expressions += run.compared().expressions - before.expressions;
    }
}

void begin_program(std::uint32_t seed, Progress& progress) {
    progress.seed = seed;
    progress.way = 0;
    progress.is_left_out.fill(false);
    ++progress.steps;
}

void show_least(const Trial& trial, const TermPtr& term) {
    const TermPtr least = trial.reduce(term);
    std::printf("    least: %s\n", print(*least).c_str());
    std::printf("%s\n", TermRun({least}, trial.seed, trial.kind).source().c_str());
}

void show_findings(std::string_view mode, Progress& progress) {
    for (std::size_t i = 0; i < progress.finding_count; ++i) {
        const auto& [seed, way, number] = progress.findings[i];
        const Trial trial{terms_of(seed, mode), seed, kind_of(seed, mode), ways_of(seed, mode)[way]};
        std::printf("seed %u, term %u:\n", seed, number);
        if (trial.outcome({trial.terms[number]}) == Outcome::right)
            std::printf("    only beside others\n");
        else
            show_least(trial, trial.terms[number]);
    }
    progress.finding_count = 0;
}

// Reports the kernel that was running when the child process died or hung. Later runs leave out the kernel's faulty
// term, or all terms of the kernel if no single term fails alone.
void show_end(std::string_view mode, Progress& progress, const Ending& ending) {
    const std::uint32_t seed = progress.seed;
    std::vector<unsigned> numbers;
    Trial trial{left_terms(seed, mode, progress, numbers), seed, kind_of(seed, mode), {}};
    trial.way = ways_of(seed, mode)[progress.way];
    const std::string how =
        ending.hung ? "takes too long" : "ended the process, status " + std::to_string(ending.status);
    std::printf("seed %u: %u lanes %s: %s\n", seed, trial.way.lanes, trial.way.features, how.c_str());
    ++progress.wrong;
    const auto [first, count] = progress.part;
    const auto begin = trial.terms.begin() + static_cast<std::ptrdiff_t>(first);
    trial.terms = {begin, begin + static_cast<std::ptrdiff_t>(count)};
    const TermPtr culprit = trial.culprit();
    for (std::size_t i = 0; i < count; ++i)
        if (!culprit || trial.terms[i] == culprit) progress.is_left_out[numbers[first + i]] = true;
    if (culprit)
        show_least(trial, culprit);
    else
        std::printf("    %zu terms together, from number %u on\n", count, numbers[first]);
}

// Runs the programs in a child process, starting with the state in `progress`. Returns false if the child ended before
// all programs had run.
bool run_apart(std::uint32_t end, std::string_view mode, Progress& progress) {
    const pid_t child = fork();
    if (child == 0) {
        while (progress.seed < end && progress.finding_count < progress.findings.size() / 2) {
            run_program(mode, progress);
            begin_program(progress.seed + 1, progress);
        }
        std::fflush(stdout);
        _exit(0);
    }
    const Ending ending = watch_child(child, [&] { return progress.steps.load(); }, patience_with_step);
    if (!ending.is_good()) show_end(mode, progress, ending);
    show_findings(mode, progress);
    return progress.seed >= end;
}

int run_programs(std::uint32_t first, std::uint32_t count, std::string_view mode) {
    void* memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 3;
    Progress& progress = *new (memory) Progress;
    begin_program(first, progress);
    while (!run_apart(first + count, mode, progress)) {
    }
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
    if (mode == "print")
        return std::fputs(TermRun(terms_of(first, mode), first, kind_of(first, mode)).source().c_str(), stdout) < 0;
    return run_programs(first, count, mode);
}
