// Compiles terms in one way, runs them for all work-items and compares the results with the model.
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
    const char* features;  // like LANEWISE_CPU_FEATURES
    std::uint32_t register_bits;
};

/// Returns every number of lanes at every level of this processor; with sub-groups only their size.
std::vector<CodeWay> all_ways(const ProgramKind& kind);

struct Difference {
    std::size_t term = 0;
    std::string text;  // the item, and both results
};

/// Numbers of compared terms and expressions.
struct Compared {
    unsigned long terms = 0, expressions = 0;
};

/// Terms of one kernel.
struct Part {
    std::size_t first = 0, count = 0;
};

class TermRun {
public:
    TermRun(std::vector<TermPtr> terms, std::uint32_t seed, const ProgramKind& kind);

    /// Whether the source compiles to IR; else see log().
    bool build();
    /// Returns the differences from the model. A kernel without code is a difference of its first term. Terms with
    /// vectors that are too large for so many lanes are left out. Calls `begins` before each kernel is compiled.
    std::vector<Difference> differences(const CodeWay& way, const std::function<void(const Part&)>& begins);

    const std::vector<TermPtr>& terms() const { return terms_; }
    const std::string& log() const { return log_; }
    const std::string& source() const { return source_; }
    /// Returns the number of operators whose results reach those of their terms.
    unsigned long expressions() const;
    /// Counts the comparisons in all ways so far.
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
    std::vector<unsigned> expressions_;  // for each term
    std::string source_, log_;
    std::vector<std::uint8_t> ir_;
    std::function<void(const Part&)> begins_;
    Compared compared_;
};

}  // namespace lanewise::fuzz
