// Compiles terms in one way, runs them for all work-items and compares with the model.
// Thread-safety: none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluate_terms.h"
#include "print_terms.h"

namespace lanewise::fuzz {

struct CodeWay {
    std::uint32_t lanes;
    const char* features;  // as LANEWISE_CPU_FEATURES
    std::uint32_t register_bits;
};

/// Every number of lanes at every level that this processor has.
std::vector<CodeWay> all_ways();

struct Difference {
    std::size_t term = 0;
    std::string text;  // which item, and both results
};

/// What was compared.
struct Compared {
    unsigned long terms = 0, expressions = 0;
};

class TermRun {
public:
    TermRun(std::vector<TermPtr> terms, std::uint32_t seed);

    /// Whether the source compiles to IR; else see log().
    bool build();
    /// None where results are right. A kernel without code is a difference of its first term. Terms whose vectors are
    /// too large for so many lanes are left out.
    std::vector<Difference> differences(const CodeWay& way);

    const std::vector<TermPtr>& terms() const { return terms_; }
    const std::string& log() const { return log_; }
    const std::string& source() const { return source_; }
    /// Operators whose results reach those of their terms.
    unsigned long expressions() const;
    /// In all ways so far.
    const Compared& compared() const { return compared_; }

private:
    // Terms of one kernel.
    struct Part {
        std::size_t first, count;
    };

    std::optional<Difference> compare(std::size_t term, const std::byte* got) const;
    void compare_part(const Part& part, const CodeWay& way, std::vector<Difference>& found);
    void compare_halves(const Part& part, const CodeWay& way, std::vector<Difference>& found);
    template <class Kernel>
    void run_part(const Kernel& kernel, const Part& part, const CodeWay& way, std::vector<Difference>& found);

    std::vector<TermPtr> terms_;
    Inputs inputs_;
    Outputs outputs_;
    std::vector<Column> expected_;
    std::vector<unsigned> expressions_;  // of each term
    std::string source_, log_;
    std::vector<std::uint8_t> ir_;
    bool has_partial_chunks_;
    Compared compared_;
};

/// The least term that is made of parts of `term` and differs in the same way.
TermPtr reduce(const TermPtr& term, std::uint32_t seed, const CodeWay& way);

}  // namespace lanewise::fuzz
