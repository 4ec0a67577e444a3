// Runs terms in processes of their own, which may crash or compile for ever.
// Thread-safety: none.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "term_run.h"

namespace lanewise::fuzz {

enum class Outcome : std::uint8_t { right, wrong, crash, hang };

/// A program in one way of compiling it.
struct Trial {
    std::vector<TermPtr> terms;
    std::uint32_t seed;
    ProgramKind kind;
    CodeWay way;

    /// Returns the outcome of the program with only these terms. Programs that do not build count as right.
    Outcome outcome(const std::vector<TermPtr>& some) const;
    /// Returns a term with a faulty outcome on its own; null if only several terms together fail.
    TermPtr culprit() const;
    /// Returns the smallest term made of parts of `term` with the same outcome.
    TermPtr reduce(const TermPtr& term) const;
};

/// CPU time that no trial comes near, and the time to wait for a process without progress.
inline constexpr std::chrono::seconds patience_with_trial(4), patience_with_step(20);

}  // namespace lanewise::fuzz
