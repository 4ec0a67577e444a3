// Kinds of random programs. A program's kind determines which operations its terms contain, and how the program is
// compiled and launched.
// Thread-safety: functions without state.
#pragma once

#include <cstdint>

#include "evaluate_terms.h"

namespace lanewise::fuzz {

struct ProgramKind {
    bool has_vectors = false;  // whether terms have vectors; without vectors, code for many lanes is shorter
    bool moves_elements = false;
    bool has_flow = false;
    bool has_sub_groups = false;  // whether kernels have sub-groups of `sub_group_size`
    bool has_partial_chunks = false;
    unsigned sub_group_size = 1;
    bool has_pairs = false;         // whether every second term is long and uses no masks
    unsigned terms_of_kernel = 32;  // maximum number of terms in a kernel

    /// Returns the kind of the program that a seed determines. Among four consecutive programs, one moves elements of
    /// vectors, one has control flow, one has vectors without moves or control flow, and one has only scalars.
    static ProgramKind of(std::uint32_t seed) {
        ProgramKind kind;
        kind.moves_elements = seed % 4 == 2;
        kind.has_flow = seed % 4 == 1;
        kind.has_vectors = seed % 4 != 0;
        kind.has_sub_groups = seed % 8 == 5;
        if (kind.has_sub_groups) kind.sub_group_size = 8U << seed / 8 % 3;
        kind.has_partial_chunks = seed % 4 != 0 && seed / 4 % 4 == seed % 4;
        // A fault in the compiler's code for masks may stay hidden if other basic blocks of the function also use
        // masks. Such blocks come from other terms and, in small kernels, from code for partial chunks. Kernels
        // therefore have two terms, and only one of them uses masks.
        kind.has_pairs = kind.has_sub_groups && !kind.has_partial_chunks;
        if (kind.has_pairs) kind.terms_of_kernel = 2;
        return kind;
    }

    /// Returns the sizes of a launch. If the program has partial chunks, the last chunk of each work-group is not full.
    Groups groups() const {
        const unsigned running = has_partial_chunks ? items - 3 : items;
        return {running, running / 3, sub_group_size};
    }
};

}  // namespace lanewise::fuzz
