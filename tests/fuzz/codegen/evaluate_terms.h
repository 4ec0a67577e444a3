// Evaluates terms for a number of work-items, and makes the memory of their inputs.
// Thread-safety: none needed, no state.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "term.h"

namespace lanewise::fuzz {

inline constexpr unsigned items = 192;
inline constexpr unsigned edge_items = 150;  // in the middle of a chunk for any number of lanes

/// The division of work-items into groups and sub-groups. Items from `running` on do not exist.
struct Groups {
    unsigned running = items;
    unsigned group_size = items / 3;
    unsigned sub_group_size = 1;
};

/// The lanes of all work-items, one item after another.
using Column = std::vector<std::uint64_t>;

/// Identifies a column of inputs by its type and its number among that type's columns.
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
    std::map<InputKey, Place> places;  // with a few items more than run, which Form::near reads
    std::map<InputKey, Column> edges;
    std::size_t bytes = 0;
    Groups groups;

    /// Returns the inputs of `terms`. Their values are edge cases: extremes, few bits, neighbours of powers of two.
    static Inputs of(const std::vector<TermPtr>& terms, std::uint32_t seed, const Groups& groups);
    std::vector<std::byte> memory() const;
    /// Returns the offset of the inputs of a scalar type, which lie side by side.
    std::size_t base_of(Scalar scalar) const;
    std::vector<std::size_t> bases() const;
};

std::set<InputKey> inputs_of(const Term& term);
std::set<InputKey> edges_of(const Term& term);

/// Evaluates a term; the results of its part `changed`, if not null, are altered.
Column evaluate(const Term& term, const Inputs& inputs, const Term* changed = nullptr);

/// Returns the number of operators whose results change the term's result for some work-item.
unsigned expressions_of(const Term& term, const Inputs& inputs);

}  // namespace lanewise::fuzz
