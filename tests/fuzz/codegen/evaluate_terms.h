// Evaluates terms for all work-items, and creates the terms' inputs in memory. Thread-safety: none needed, no state.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "term.h"

namespace lanewise::fuzz {

inline constexpr unsigned items = 192;
inline constexpr unsigned edge_items = 150;  // no multiple of 8, so that some lanes of a chunk have no element

/// Sizes of the launch, of its work-groups and of its sub-groups. Only the first `running` work-items run.
struct Groups {
    unsigned running = items;
    unsigned group_size = items / 3;
    unsigned sub_group_size = 1;
};

/// The values of a term for all work-items: the elements for work-item 0, then the elements for work-item 1, and so on.
using Column = std::vector<std::uint64_t>;

/// Identifies an input by its type and by its number among the inputs of this type.
struct InputKey {
    Type type;
    unsigned number;

    bool operator<(const InputKey& other) const;
};

/// The inputs of a program, and their offsets in memory.
struct Inputs {
    struct Place {
        std::size_t offset = 0;
        Column column;
    };
    std::map<InputKey, Place> places;  // include elements for additional work-items: Form::near reads these elements
    std::map<InputKey, Column> edges;
    std::size_t bytes = 0;
    Groups groups;

    /// Makes the inputs of `terms`. Many values are edge cases: extremes, numbers of few bits, numbers next to powers
    /// of two.
    static Inputs of(const std::vector<TermPtr>& terms, std::uint32_t seed, const Groups& groups);
    std::vector<std::byte> memory() const;
    /// Returns the offset of the first input with the scalar type `scalar`. Inputs of one scalar type are adjacent.
    std::size_t base_of(Scalar scalar) const;
    std::vector<std::size_t> bases() const;
};

std::set<InputKey> inputs_of(const Term& term);
std::set<InputKey> edges_of(const Term& term);

/// Evaluates a term. If `changed` is not null, it is a part of the term, and evaluate() alters the results of this
/// part.
Column evaluate(const Term& term, const Inputs& inputs, const Term* changed = nullptr);

/// Returns the number of operators that affect the term's result. An operator is counted if altering its results
/// changes the result of the term for any work-item.
unsigned expressions_of(const Term& term, const Inputs& inputs);

}  // namespace lanewise::fuzz
