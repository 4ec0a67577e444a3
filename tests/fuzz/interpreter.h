// Runs a random program as its tree says: each work-item of a group up to its next barrier, one after another, then
// all of them on from there. So it knows whether a barrier is legally met, and shares nothing with the compiler that is
// tested.
#pragma once

#include <vector>

#include "lanewise/ndrange.h"
#include "program.h"

namespace lanewise::fuzz {

/// What a kernel is given and leaves behind.
struct Memory {
    std::vector<std::vector<std::byte>> buffers;  // as Program::buffers
    std::vector<std::uint32_t> counts;            // global_counter_sets * group_counters
    std::vector<std::uint32_t> packets;           // that were put into the pipe, in any order
    std::uint32_t taken = 0;                      // packets that were taken out of the other
    std::uint32_t n = 0;
    std::uint32_t total = 0;
};

/// Elements of `buffer` for an NDRange of `items` work-items.
std::size_t elements_of(const Buffer& buffer, std::size_t items);

/// Whether a run has one right result.
enum class Verdict : std::uint8_t {
    defined,
    too_long,  // would take longer than is worth waiting for
    parted,    // not all work-items of a group met the same barrier in the same rounds of the loops around
    wild,      // a pointer was used before it was aimed
    raced,     // work-items shared local memory without a barrier between
};

/// Runs the kernel.
Verdict interpret(const Program& program, const NDRange& range, Memory& memory);

}  // namespace lanewise::fuzz
