// Compiles terms in one way, runs them for all work-items and compares with the model.
// Thread-safety: none.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluate_terms.h"

namespace lanewise::test {
class CompiledKernel;
}

namespace lanewise::fuzz {

struct CodeWay {
    std::uint32_t lanes;
    const char* features;  // as LANEWISE_CPU_FEATURES
};

/// Every number of lanes at every level that this processor has.
std::vector<CodeWay> all_ways();

struct Difference {
    std::size_t term = 0;
    std::string text;  // which item, and both results
};

class TermRun {
public:
    TermRun(std::vector<TermPtr> terms, std::uint32_t seed);

    /// Whether the source compiles to IR; else see log().
    bool build();
    /// None where results are right. A kernel without code is a difference of its first term. Terms that are too many
    /// for so many lanes are run by halves.
    std::vector<Difference> differences(const CodeWay& way);

    const std::vector<TermPtr>& terms() const { return terms_; }
    const std::string& log() const { return log_; }
    const std::string& source() const { return source_; }

private:
    std::optional<Difference> compare(std::size_t term, const std::byte* got) const;
    std::vector<Difference> differences_of_halves(const CodeWay& way);
    std::vector<Difference> run(const test::CompiledKernel& kernel) const;

    std::vector<TermPtr> terms_;
    Inputs inputs_;
    std::vector<Column> expected_;
    std::string source_, log_;
    std::vector<std::uint8_t> ir_;
    std::uint32_t seed_;
    std::unique_ptr<TermRun> halves_[2];
};

/// The least term that is made of parts of `term` and differs in the same way.
TermPtr reduce(const TermPtr& term, std::uint32_t seed, const CodeWay& way);

}  // namespace lanewise::fuzz
