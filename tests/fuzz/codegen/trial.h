// Runs terms in a child process, because their code may crash and their compilation may never end.
// Thread-safety: none.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "term_run.h"

namespace lanewise::fuzz {

enum class Outcome : std::uint8_t { right, wrong, crash, hang };

/// A program together with a way to compile it.
struct Trial {
    std::vector<TermPtr> terms;
    std::uint32_t seed;
    ProgramKind kind;
    CodeWay way;

    /// Runs a program that consists of the terms in `some`, and returns the outcome. The outcome is `right` if the
    /// program does not build.
    Outcome outcome(const std::vector<TermPtr>& some) const;
    /// Returns a term that fails on its own, or null if only several terms together fail.
    TermPtr culprit() const;
    /// Reduces `term` as long as the outcome stays the same, and returns the smallest term.
    TermPtr reduce(const TermPtr& term) const;
};

/// Limits of CPU time: the first limit for a whole trial, the second limit for one step of a process of the fuzzer. A
/// process that exceeds its limit is considered to hang.
inline constexpr std::chrono::seconds patience_with_trial(4), patience_with_step(20);

}  // namespace lanewise::fuzz
