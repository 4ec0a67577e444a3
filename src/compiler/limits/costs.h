// What the compiler believes that things cost when they run: figures that choose between two kinds of right code.
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::costs {

// ---- Lanes or one work-item at a time (plan/plan.h, widen/pair_items.h) ----

/// Lanes at the least, if need be in several registers.
inline constexpr unsigned fewest_lanes = 8;

/// Elements of the source's vectors from which they fill registers by themselves.
inline constexpr unsigned wide_vector = 8;

/// Gathers among the operations of a loop that lanes leave one by one, in per cent, from which it runs faster scalar.
inline constexpr unsigned gather_share = 35;

/// The same of a loop that looks up in private arrays or tables.
inline constexpr unsigned lookup_share = 15;

/// Loads of a loop below which it is not looked at for either.
inline constexpr unsigned fewest_gathers = 2;

/// The first-level data cache of all but the newest cores.
inline constexpr unsigned cached_bytes = 32 * 1024;

// ---- How many lanes and rows (plan/plan.h, plan/latency.h, plan/pressure.h) ----

/// Vector registers, in per cent, that values of lanes may fill; the others hold what is the same for all lanes.
inline constexpr unsigned usable_registers = 75;

/// Bits of values that may live, in per cent of those registers', where chains are what takes time.
inline constexpr unsigned spilled_chains = 230;

/// Iterations that an inner loop is taken to run.
inline constexpr unsigned inner_iterations = 8;

/// Operations that the core looks ahead, about.
inline constexpr unsigned operations_in_flight = 128;

/// Vector operations that it starts in a cycle.
inline constexpr unsigned operations_per_cycle = 2;

/// No schedule of a long piece is perfect: per cent of its time.
inline constexpr unsigned schedule_slack = 125;

/// Cycles from operands to result.
inline constexpr unsigned integer_cycles = 1, floating_cycles = 4, call_cycles = 30;

// ---- Masks (plan/mask_cost.h, linearize/region_linearizer.h) ----

/// Instructions of a kernel for each one that masks add, from which tails' code may run full chunks too.
inline constexpr unsigned work_beside_mask = 40;

/// Instructions that are cheaper run for nothing than branched around.
inline constexpr unsigned flat_instructions = 24;

// ---- Memory (widen/memory, lower/stream_stores.h, plan/row_streams.h, group/rematerialize.h) ----

/// Elements from one lane's to the next one's for each one used that wide loads may skip in any case, and how many with
/// source vectors at the most.
inline constexpr unsigned loaded_for_used = 4;
inline constexpr unsigned widest_vector_run = 16;

/// More of them are skipped where a register is loaded for so many elements at the least, up to so far.
inline constexpr unsigned elements_for_register = 2;
inline constexpr unsigned widest_element_run = 12;

/// Elements of the source's vectors from which a transposition beats a gather, or a shuffle, for each of them.
inline constexpr unsigned transposed_elements = 4;

/// A line of the caches, and what a store past them must fill of one.
inline constexpr std::uint64_t line_bytes = 64;
inline constexpr std::uint64_t least_streamed_bytes = 32;

/// Instructions that are cheaper run again than their result stored and loaded from a full cache.
inline constexpr int rematerialized = 8;

}  // namespace lanewise::compiler::costs
