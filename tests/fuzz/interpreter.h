// Runs a random program as its tree says: every statement for all work-items of a group, one after
// another, before the next statement. So barriers mean nothing here, and nothing is shared with the
// compiler that is tested.
#pragma once

#include <vector>

#include "lanewise/ndrange.h"
#include "program.h"

namespace lanewise::fuzz {

/// What a kernel is given and leaves behind.
struct Memory {
    std::vector<std::vector<std::byte>> buffers;  // as Program::buffers
    std::vector<std::uint32_t> counts;            // global_counter_sets * group_counters
    std::uint32_t n = 0;
    std::uint32_t total = 0;
};

/// Elements of `buffer` for an NDRange of `items` work-items.
std::size_t elements_of(const Buffer& buffer, std::size_t items);

/// Runs the kernel. False when it would take longer than is worth waiting for.
bool interpret(const Program& program, const NDRange& range, Memory& memory);

}  // namespace lanewise::fuzz
