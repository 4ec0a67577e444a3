// Runs terms in processes of their own, which may crash, or compile for ever.
// Thread-safety: none.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "term_run.h"

namespace lanewise::fuzz {

enum class Outcome : std::uint8_t { right, wrong, crash, hang };

/// A program in one way.
struct Trial {
    std::vector<TermPtr> terms;
    std::uint32_t seed;
    ProgramKind kind;
    CodeWay way;

    /// Of the same program with these terms only. Programs that do not build are right.
    Outcome outcome(const std::vector<TermPtr>& some) const;
    /// A term that alone has an outcome other than right; null where only several together have.
    TermPtr culprit() const;
    /// The least term that is made of parts of `term` and has the same outcome.
    TermPtr reduce(const TermPtr& term) const;
};

/// CPU time in which what a trial does ends by far, and how long a process that makes no step is waited for.
inline constexpr std::chrono::seconds patience_with_trial(4), patience_with_step(20);

}  // namespace lanewise::fuzz
