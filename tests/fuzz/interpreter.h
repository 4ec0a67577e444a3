// Runs a random program from its tree. Each work-item of a group runs up to its next barrier, one after another; then
// all go on from there. So it knows whether all work-items meet a barrier legally, and shares no code with the tested
// compiler.
#pragma once

#include <vector>

#include "lanewise/ndrange.h"
#include "program.h"

namespace lanewise::fuzz {

/// The input and output of a kernel.
struct Memory {
    std::vector<std::vector<std::byte>> buffers;  // in the order of Program::buffers
    std::vector<std::uint32_t> counts;            // global_counter_sets * group_counters
    std::vector<std::uint32_t> packets;           // packets put into the pipe, in any order
    std::uint32_t taken = 0;                      // number of packets taken out of the other pipe
    std::uint32_t n = 0;
    std::uint32_t total = 0;
};

/// Elements of `buffer` for an NDRange of `items` work-items.
std::size_t elements_of(const Buffer& buffer, std::size_t items);

/// Whether a run has exactly one right result.
enum class Verdict : std::uint8_t {
    defined,
    too_long,  // would take too long to interpret
    parted,    // some work-items of a group met another barrier, or met it in other rounds of the loops around
    wild,      // a pointer was used before it was set
    raced,     // work-items shared local memory without a barrier in between
};

/// Runs the kernel.
Verdict interpret(const Program& program, const NDRange& range, Memory& memory);

}  // namespace lanewise::fuzz
