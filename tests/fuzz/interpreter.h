// Interprets the syntax tree of a random program. Runs the work-items of a group one after another, each up to its next
// barrier, and then continues all of them after the barrier. The interpreter thus finds work-items of a group that wait
// at different barriers, which is illegal. The interpreter shares no code with the tested compiler.
#pragma once

#include <vector>

#include "lanewise/ndrange.h"
#include "program.h"

namespace lanewise::fuzz {

/// Input and output of a kernel.
struct Memory {
    std::vector<std::vector<std::byte>> buffers;  // in the order of Program::buffers
    std::vector<std::uint32_t> counts;            // global_counter_sets * group_counters counters
    std::vector<std::uint32_t> packets;           // packets that the program wrote to a pipe, in any order
    std::uint32_t taken = 0;                      // number of packets that the program read from the other pipe
    std::uint32_t n = 0;
    std::uint32_t total = 0;
};

/// Returns the number of elements of `buffer` in an NDRange of `items` work-items.
std::size_t elements_of(const Buffer& buffer, std::size_t items);

/// Says whether a run has exactly one right result, and if not, why.
enum class Verdict : std::uint8_t {
    defined,
    too_long,  // the run takes too many steps
    parted,    // work-items of a group waited at different barriers, or in different iterations around a barrier
    wild,      // a pointer was used before it was set
    raced,     // work-items accessed the same local memory without a barrier between their accesses
};

/// Runs the kernel on `memory` and returns whether its results are defined.
Verdict interpret(const Program& program, const NDRange& range, Memory& memory);

}  // namespace lanewise::fuzz
