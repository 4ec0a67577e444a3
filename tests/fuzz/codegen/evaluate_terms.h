// What terms are for some work-items, and the memory from which they take their inputs.
// Thread-safety: none needed, no state.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "term.h"

namespace lanewise::fuzz {

inline constexpr unsigned items = 192;
inline constexpr unsigned edge_items = 150;  // in a chunk's middle, whatever its lanes

/// How work-items lie in groups and sub-groups. Those beyond `running` are not there.
struct Groups {
    unsigned running = items;
    unsigned group_size = items / 3;
    unsigned sub_group_size = 1;
};

/// Lanes of all work-items, one item after another.
using Column = std::vector<std::uint64_t>;

/// A column of inputs: of which type, and which one of it.
struct InputKey {
    Type type;
    unsigned number;

    bool operator<(const InputKey& other) const;
};

/// Inputs of a program, and where in memory they begin.
struct Inputs {
    struct Place {
        std::size_t offset = 0;
        Column column;
    };
    std::map<InputKey, Place> places;  // with a few items more than run, which Form::near reads
    std::map<InputKey, Column> edges;
    std::size_t bytes = 0;
    Groups groups;

    /// Those of `terms`, with numbers that tell much: extremes, few bits, neighbours of powers of two.
    static Inputs of(const std::vector<TermPtr>& terms, std::uint32_t seed, const Groups& groups);
    std::vector<std::byte> memory() const;
    /// Where those of a scalar type begin, which lie side by side.
    std::size_t base_of(Scalar scalar) const;
    std::vector<std::size_t> bases() const;
};

std::set<InputKey> inputs_of(const Term& term);
std::set<InputKey> edges_of(const Term& term);

/// With other results of the part `changed`, if that is not null.
Column evaluate(const Term& term, const Inputs& inputs, const Term* changed = nullptr);

/// How many operators have results that change the term's for some work-item.
unsigned expressions_of(const Term& term, const Inputs& inputs);

}  // namespace lanewise::fuzz
