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

/// A program, and a way to compile it.
struct Trial {
    std::vector<TermPtr> terms;
    std::uint32_t seed;
    ProgramKind kind;
    CodeWay way;

    /// Returns the outcome of the program with only the terms `some`. A program that does not build counts as right.
    Outcome outcome(const std::vector<TermPtr>& some) const;
    /// Returns a term that fails on its own, or null if only several terms together fail.
    TermPtr culprit() const;
    /// Returns the smallest term, made of parts of `term`, that has the same outcome.
    TermPtr reduce(const TermPtr& term) const;
};

/// CPU time that no right trial uses, and CPU time without progress after which a process counts as hanging.
inline constexpr std::chrono::seconds patience_with_trial(4), patience_with_step(20);

}  // namespace lanewise::fuzz
