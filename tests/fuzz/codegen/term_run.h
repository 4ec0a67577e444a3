// Compiles terms in one way, runs the terms for all work-items, and compares the results with the model's results.
// Thread-safety: none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edge_memory.h"
#include "evaluate_terms.h"
#include "print_terms.h"

namespace lanewise::fuzz {

struct CodeWay {
    std::uint32_t lanes;
    const char* features;  // as in LANEWISE_CPU_FEATURES
    std::uint32_t register_bits;
};

/// Returns the ways to compile on this processor: each number of lanes with each instruction set. If the program has
/// sub-groups, the number of lanes is the size of the sub-groups.
std::vector<CodeWay> all_ways(const ProgramKind& kind);

struct Difference {
    std::size_t term = 0;
    std::string text;  // the work-item, and its results in the kernel and in the model
};

/// Number of compared terms, and number of compared expressions.
struct Compared {
    unsigned long terms = 0, expressions = 0;
};

/// The terms of one kernel: `count` terms from `first` on.
struct Part {
    std::size_t first = 0, count = 0;
};

class TermRun {
public:
    TermRun(std::vector<TermPtr> terms, std::uint32_t seed, const ProgramKind& kind);

    /// Builds the source. Returns false if the build fails; log() then returns the reason.
    bool build();
    /// Compiles and runs all kernels, and returns the terms whose results differ from the model's. If a kernel cannot
    /// be compiled, its first term is returned. Terms whose vectors are too large for the number of lanes are left out.
    /// Calls `begins` before each kernel is compiled.
    std::vector<Difference> differences(const CodeWay& way, const std::function<void(const Part&)>& begins);

    const std::vector<TermPtr>& terms() const { return terms_; }
    const std::string& log() const { return log_; }
    const std::string& source() const { return source_; }
    /// Returns the number of operators that affect the results of their terms.
    unsigned long expressions() const;
    /// Returns how many terms and expressions have been compared so far.
    const Compared& compared() const { return compared_; }

private:
    std::optional<Difference> compare(std::size_t term, const std::byte* got) const;
    void compare_part(const Part& part, const CodeWay& way, std::vector<Difference>& found);
    void compare_halves(const Part& part, const CodeWay& way, std::vector<Difference>& found);
    template <class Kernel>
    void run_part(const Kernel& kernel, const Part& part, const CodeWay& way, std::vector<Difference>& found);

    std::vector<TermPtr> terms_;
    ProgramKind kind_;
    Inputs inputs_;
    std::vector<EdgeMemory> edges_;
    Outputs outputs_;
    std::vector<Column> expected_;
    std::vector<unsigned> expressions_;  // number of expressions of each term
    std::string source_, log_;
    std::vector<std::uint8_t> ir_;
    std::function<void(const Part&)> begins_;
    Compared compared_;
};

}  // namespace lanewise::fuzz
