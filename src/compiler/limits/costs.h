// What the compiler believes that things cost when they run: figures that choose between two kinds of right code.
//
// Behind each stands what it rests on, measured on one core of Zen 5 with AVX-512, or with AVX2 where that is said:
// time where the figure is another one, relative to the time as it is. "No kernel" means none of 385 (those of bench/,
// of this project's tests, of SHOC, Rodinia, PolyBench and pocl, and of some of hashcat's modes).
//
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::costs {

// ---- Lanes or one work-item at a time (plan/plan.h, widen/pair_items.h) ----

/// Lanes at the least, if need be in several registers. Chains of doubles, AVX2: 1.81 with 4, 1.50 with 16. With
/// AVX-512 no kernel has fewer anyway.
inline constexpr unsigned fewest_lanes = 8;

/// Iterations of a loop that is vectorized by them (simplify/vectorize_loops.h).
inline constexpr unsigned fewest_vectorized = 8;

/// Of every so many elements in a row an iteration may access one, its work-items one by one (plan/estimates/
/// row_iterations.h): grey values of pixels of three bytes .24.
inline constexpr unsigned most_interleaved = 4;

/// Elements of the source's vectors from which they fill registers by themselves. 4 makes Sobel's filter of uchar4
/// scalar: 4.0. With 16 no kernel changes.
inline constexpr unsigned wide_vector = 8;

/// For kernels that work on such vectors: operations on whole registers that begin in a cycle, those by which lanes
/// take vectors apart that lie side by side, or anywhere, for each element, how much longer lanes take whose registers
/// spill, and by how much lanes and pairs of work-items must be better to be taken.
inline constexpr unsigned wide_operations_per_cycle = 2, shuffles_of_transposed = 2, scatters_of_transposed = 8;
inline constexpr double spilled_vectors = 1.3, better_by_lanes = 1.1, better_by_two = 1.2;

/// Gathers among the operations of a loop that lanes leave one by one, in per cent, from which it runs faster scalar. A
/// sparse matrix's product with a vector would have lanes with 50: 2.6 to 3.3; with 20 histograms and
/// sorts of Rodinia would have none (not timed). Beside two gathers (of an index, and with it) lanes and scalars are
/// even at three multiply-adds; with none of these scalars take 0.5, with six 2.7.
inline constexpr unsigned gather_share = 30;

/// The same where gathers are made of loads (AVX2, Zen 3): regret over bench_regret's 208 kernels and 228 that nothing
/// was fitted to is 1.078 and 1.125; with 12 1.088 and 1.126, with 20 1.083 and 1.125, with 30 1.082 and 1.125, with 35
/// 1.094 and 1.139. While loops took masks for all of their iterations, 12 was best.
inline constexpr unsigned gather_of_loads_share = 25;

/// The same of a loop that looks up in private arrays (then with lanes only where these overflow the cache) or tables,
/// where two items at a time are faster. Lanes for Blowfish (with 30): 1.25, for AES's tables 1.67; for one chain of
/// look-ups and nothing else 0.73. Two at a time with 8 where lanes are better: 1.46 to 1.6.
inline constexpr unsigned lookup_share = 15;

/// The same of a loop in which each lane reads on until it finds something (plan/steady_walks.h).
inline constexpr unsigned search_share = 10;

/// Loads of a loop below which it is not looked at for either. 4: sparse products get lanes, see gather_share. With 1
/// no kernel changes: a walk through a list keeps its lanes (1.06 without).
inline constexpr unsigned fewest_gathers = 2;

/// Gathers that an atomic operation with a result counts for where lanes take turns, and a compare-and-exchange, behind
/// which few lanes go on. Levels of a breadth-first search, whose lanes exchange in turn and take places in one step,
/// take 1.12 (708 nodes each) to 1.24 (16 nodes) with lanes; 1.3 and 1.6 if places were taken in turn as well.
inline constexpr unsigned gathers_for_turns = 4;
inline constexpr unsigned gathers_for_exchanges = 8;

/// The same of one without a result, where lanes read what lies apart as well. Nine kernels that push along the edges
/// of graphs (minima, sums, marks, histograms; 8 edges each, 0 to 15, and 3 to 300): with lanes 22 of 27 took 1.1 to 17
/// of one lane's time, two of 8 edges .5 and .7; sines beside the update are enough for lanes. Histograms of what they
/// read side by side take .14 to .4 with lanes.
inline constexpr unsigned gathers_for_updates = 2;

/// Bytes of all lanes' private arrays that stay in a core's first-level data cache: that of all but the newest. Beyond
/// it lanes take 1.18 to 1.25 of Blowfish in pairs, below they are even (AVX2 1.05 to 1.14). Rounds of AES would be
/// faster in pairs with tables of any size: 0.53 of lanes' time, AVX2 0.62 to 0.70; mere chains of look-ups would not.
inline constexpr unsigned cached_bytes = 32 * 1024;

/// Operations on lanes for each enqueue of all of them below which there are none. A kernel that enqueues its next step
/// takes .53 without lanes, one whose million work-items enqueue a child each .9.
inline constexpr unsigned work_beside_enqueue = 64;

// ---- How many lanes and rows (plan/plan.h, plan/estimates/latency.h, plan/estimates/pressure.h) ----

/// Vector registers, in per cent, that values of lanes may fill; the others hold what is the same for all lanes. 40:
/// matrix products 1.9, MD5 1.7, n-body 1.1. 100: float4 1.13 to 1.16, Sobel 0.82.
inline constexpr unsigned usable_registers = 75;

/// As many registers' worth of such values may live where their number is all that more lanes cost: of AVX-512's 32
/// registers these are as many as they may fill, of 16 some are operands in memory. AVX2 (Zen 3), regret over 208
/// kernels: 1.196 with 12, 1.166 with 18, 1.153 with 24, 1.149 with 32.
inline constexpr unsigned live_vectors = 24;

/// Rows together in a block of a product of matrices, and registers that lanes of each fill: the first block whose
/// values have room in 32 registers, or in 16. Of 128 to 1,024 rows, by rows or columns of the first one, AVX-512
/// (Emerald Rapids): eight rows of one register take 1.3 to 1.9, four of two 1.03 to 1.34, eight of two 1.0 to 1.4.
/// AVX2 (Zen 3), of 256 to 1,024: eight of one 1.15 to 1.5, four of one 1.5 to 2.1, two of four 1.1 to 1.6; doubles are
/// the same with 4 of two.
struct RowBlock {
    unsigned rows, registers;
};
inline constexpr RowBlock blocks_of_32_registers[] = {{4, 4}, {4, 2}}, blocks_of_16_registers[] = {{4, 2}, {2, 2}};

/// Rows at the least that share a gather where a row by itself walks along memory in blocks: what 2 take of these by
/// the figures below (access_cycles, blocked_cycles) is more, what 4 take is less.
inline constexpr unsigned rows_of_gathers = 4;

/// Those that may be filled, in per cent, of kernels with barriers that get twice the lanes of a register. 100: forces
/// between atoms in boxes 1.25; of 36 other kernels with groups that are wide enough 24 take .77 to .99, 7 take 1.01
/// to 1.15.
inline constexpr unsigned registers_in_groups = 75;

/// The same with AVX2, where values are operands in memory as well. Zen 3, of 433 kernels (three populations) 19 get 16
/// lanes for 8 by it, which take .70 to 1.06 of their time, two scans 1.13. 75 and 200: chosen regret 1.150 and 1.148
/// for 1.146.
inline constexpr unsigned operands_in_groups = 150;

/// Work-items of a group from which on more than two registers of lanes pay in a loop between barriers whose chains, or
/// so few operations, leave room for them. Zen 4, 27 sums, products and extremes of floats, doubles and words: of 128
/// and 256 work-items .46 to .94 of the time of two registers, of 64 1.0 to 1.6.
inline constexpr unsigned wide_group = 128, short_loop = 6;

/// Bits of values that may live, in per cent of those registers', where chains are what takes time. 115 and 460 change
/// the lanes of hashcat's MD5 and SHA-256; rounds of MD4 that were timed are the same with both.
inline constexpr unsigned spilled_chains = 230;

/// The same of two registers each in loops that lanes leave one by one, spilled or not: of ten kernels five take .62 to
/// .94 of one register's time, the others .99 to 1.08; attention by one work-item for each row, whose values are 840
/// per cent, 1.8.
inline constexpr unsigned spilled_apart = 500;

/// The same of eight registers each, of columns (AVX2, Zen 3): tridiagonal systems take .51 of the time with 32 lanes,
/// clusters by features .71, congruences 1.08; more live values mean longer chains.
inline constexpr unsigned spilled_columns = 400;

/// Of 16 registers, those for values of lanes in plan/estimates/spills.h; and up to how many moves beside operations,
/// in per cent, and registers from one iteration to the next AVX2's lanes fill two registers each, or four behind
/// chains (Zen 3, 437 kernels of three populations). 48 have more lanes by it: .37 to 1.0 of the time but for two
/// reductions and two whose rows are short (1.05 to 1.3); regret 1.094, 1.138, 1.160 becomes 1.086, 1.117, 1.145. With
/// 100 and 200, 60 and 150, 17 and 36 it is the same within .002; without the last, tiles of products take 1.6 to 1.9.
inline constexpr unsigned registers_of_lanes = 15, moved_in_loops = 140, moved_in_straight = 110,
                          carried_registers = 24;

/// Moves beside operations, in per cent, up to which four registers each pay by themselves. Of the collection's and two
/// strangers' 449 kernels (Zen 3, with masks as wide as what they choose) twelve change, to .64 to 1.11 of their time,
/// .89 in the mean (searches for MD5, lengths in UTF-8, greatest divisors); with 75 also products with sparse
/// rows 1.22.
inline constexpr unsigned moved_by_four = 60;

/// The same of short straight code with two registers of each. 100: of six kernels whose values are 108 to 150
/// (particles in a field, tone curves, bitmaps, sorts of eight, lattice Boltzmann) five take 1.06 to 1.27, one .95;
/// with 210 sums over edges would take 1.11, inverses of matrices 1.3, colours .94.
inline constexpr unsigned spilled_straight = 160;

/// Operations beside each access of lanes that lie apart, in straight code, from which on four registers of lanes are
/// no more than two for what they compute: six kernels (colours, diffusion, waves, spins) take .84 to .94, one 1.04.
inline constexpr unsigned work_beside_apart = 6;

/// Instructions for each call of a function, at the most, of kernels that mostly call functions (AVX2), and registers'
/// worth of lanes that each of their values may have. Of the same 433 kernels 18 change (chemistry, options, forces,
/// particles): .68 to .99 of the time, doubles 1.04 and 1.11. Two registers: .73 to 1.02.
inline constexpr unsigned work_beside_call = 40, vectors_of_calls = 4;

/// Iterations that an inner loop is taken to run. 4 and 16 change whether loops of multiply-adds, MD5 and n-body have
/// code of their own for full chunks, and none is faster or slower by more than 2 %.
inline constexpr unsigned inner_iterations = 8;

/// Two rows of a stencil run together (plan/plan_rows.h) where their loads are of nine places for ten at the most, and
/// for two loads there are five operations at the most: of 144 stencils those of five and more neighbours take .65 to
/// .95 of one row's time, gradients, which share nothing, .95 to 1.05, medians 1.03 to 2.0.
inline constexpr unsigned loads_of_rows = 10, places_of_rows = 9, work_of_stencils = 5;

/// Operations by which a loop counts, at the least. Two rows of what is mostly the same for all lanes otherwise take
/// .56 to .81 of one's time (seven of bench_regret's kernels; two more 1.0).
inline constexpr unsigned loop_counting = 2;

/// Operations that the core looks ahead, about: longer loops wait for their chains. Without such loops (1,000,000) MD4
/// takes 1.8. 64 and 256 change no kernel.
inline constexpr unsigned operations_in_flight = 128;

/// Vector operations that it starts in a cycle. 1: MD4 1.76, k-means 1.20. 2, with products and divisions as quick as
/// all else: of bench_regret's kernels batches of Cholesky's and of tridiagonal systems, sliding means, checksums by
/// bits, congruences of 64 bits and random walks 1.2 to 2.0, a filter of 5x5 0.85; regret 1.248 becomes 1.275.
inline constexpr unsigned operations_per_cycle = 4;

/// No schedule of a long piece is perfect: per cent of its time. 100: MD4 1.73. 250: 0.97.
inline constexpr unsigned schedule_slack = 125;

/// Cycles from operands to result; floating-point ones are those of a multiply-add. With calls of 1:
/// chains of sin, exp, atan2, pow 1.64, 1.85, 1.39, 1.18; with 100 they are the same. With floating-point of 2:
/// k-means 1.22. With integers of 2 two kernels change, MD4 takes 1.00. Long products are three instructions in one.
inline constexpr unsigned integer_cycles = 1, product_cycles = 3, long_product_cycles = 15, floating_cycles = 4,
                          division_cycles = 13, call_cycles = 30;

/// Cycles of an access that lanes make each in a row of its own, for each lane (1.3 to 1.6), and from a store to a load
/// of the same: what plan/row_writes.h compares with one work-item after another. Six loops that write rows (filters,
/// sums, tridiagonal systems): lanes and two items at a time as predicted; rows of a power of two bytes make lanes take
/// up to 15 times as long, which the launch alone knows. Where gathers are fast (Emerald Rapids) .45 to .6;
/// with the eight lanes of AVX2 (Zen 3) rows of a tridiagonal system take .61 of two items' time, sums of bytes 1.05.
inline constexpr double access_cycles = 1.5, fast_access_cycles = 0.75, short_access_cycles = 1.2;
inline constexpr unsigned stored_cycles = 5;

/// What an iteration takes at the least one by one where it waits for the one before: running maxima of integers 1.6.
inline constexpr double recurrence_cycles = 1.5;

/// The same of an access in blocks of a row: .5 to .7, with or without arithmetic beside them.
inline constexpr double blocked_cycles = 0.5;

/// Objects whose rows lanes read and write in blocks, from which 16 lanes drive out each other's lines: of 54 loops
/// (sums of prefixes and suffixes, filters, tridiagonal systems, alternating directions; Zen 4) 16 lanes take .5 to .77
/// of the time with one object and rows of 500 or 512 floats, and 1.1 to 1.5 with 1,024; with three .77 to .9 and 1.4
/// to 1.7.
inline constexpr unsigned crowding_rows = 3;

/// By how much steps of a group along rows must be better one by one (plan/group_steps.h). Of 27 kernels (elimination,
/// factorizations, inverses, triangular systems, alignments; matrices of 16, 32 and 64 rows) those above 2.4 take .24
/// to .77 of their time, LU factorizations of 32 and 64 rows with 2.2 and 1.8 would take 1.3 and 2.5, tiles of a
/// product that its author gave to each work-item with 2.0 4.9.
inline constexpr double better_one_by_one = 2.4;

/// Cycles until the next division begins: means of 11 by rows of 512 take .51 of the time with 8 lanes, of 9 the same.
inline constexpr unsigned division_issue_cycles = 3;

/// The same of integers, one by one: sliding sums of four bytes, divided, by rows take .44 of the time with lanes (Zen
/// 3).
inline constexpr unsigned integer_division_issue_cycles = 6;

// ---- Which dimension lanes lie along (plan/dimension_costs.h) ----

/// What one vector operation costs there.
inline constexpr unsigned price = 4;

/// Loads of bytes and shorts from which on it matters in how many registers they are widened (plan/widened_bytes.h),
/// and how many instructions for each of them may wait for each other so much that more lanes pay again.
inline constexpr unsigned widened_loads = 3, work_on_widened = 6;

/// Accesses of lanes that lie apart, in per cent of the same one by one: gathers take twice their loads' time (16
/// cycles for 16), and stores bring a line each, and write it back.
inline constexpr unsigned scattered_load = 200, scattered_store = 300;

/// The same in local memory, which the caches hold. These and the next four rest on 107 kernels with tiles and groups
/// of all shapes (docs/regret.md), whose regret was 1.375 when everything in local memory cost as much as anywhere,
/// divisions by constants as much as others, and all loops ran eight times: 1.21.
inline constexpr unsigned scattered_local_load = 150, scattered_local_store = 250;

/// Operations that loads take which look as if they were of neighbours, and of such in local memory, where the edges
/// of tiles are.
inline constexpr unsigned likely_ramp = 3, likely_ramp_of_tile = 8;

/// Operations that a division by a constant takes; and, of one work-item, what an access, such a division and one by a
/// variable cost.
inline constexpr unsigned constant_division = 8, scalar_access = 3, scalar_constant_division = 10, scalar_division = 32;

/// Rounds of a loop that a group goes through together, its work-items by turns.
inline constexpr unsigned rounds_of_group = 2;

/// Operations that ids take which are divided out of the linear one.
inline constexpr unsigned linear_ids = 40;

/// Per cent that dimension 0 may cost of another one before that is taken: what a kernel's author had in mind is the
/// first.
inline constexpr unsigned better_dimension = 125;

// ---- Masks (plan/mask_cost.h, linearize/region_linearizer.h, linearize/hoist_safe_loads.h) ----

/// Instructions of a kernel for each one that masks add, from which tails' code may run full chunks too. 20: Sobel
/// 1.64. 80: MD5, n-body and loops of multiply-adds have code twice, and take 0.97 to 1.01.
inline constexpr unsigned work_beside_mask = 40;

/// Instructions that a store with a mask takes as long as, for each register, where masks are vectors (Zen 3: 12
/// cycles, and no two at a time).
inline constexpr unsigned masked_store = 20;

/// Instructions that are cheaper run for nothing than branched around: for 24 of them a branch that nobody can foretell
/// (2 % of the items take it) is even. 12: such a branch takes up to 1.2; one that no item takes 0.2, one that runs
/// of neighbours take 0.56. 48: those cost 9 and 1.8, bench/'s rays and spheres 4.9. Look-ups that are made in front of
/// the branch for them (Zen 4, 1 to 10 beside each other, no limit of their own): .24 to .8 where one item in 64 or in
/// two takes it, .66 to 1.02 for runs of neighbours, 1.1 to 1.4 where none does.
inline constexpr unsigned flat_instructions = 24;

// ---- What few lanes are left for (linearize/few_lanes/turns_that_pay.h) ----

/// Cycles that all lanes take for an arm from which on it is asked whether few are left for it: with loops, the same
/// inside of a loop, without loops, and for each iteration of a loop that they leave. 14 arms (walks along edges,
/// windows, look-ups, sorts, equations, lights, texts) that 1, 6, 25 and 100 per cent of the work-items take at random
/// (Zen 4): .38, .57, .9 and 1.0 of the time in the mean, with AVX2 .44 for 1; graphs whose vertices have very
/// different numbers of edges .17 to .8. With 60 for all: forces within a radius 1.3, colours between eight
/// neighbours 1.09; with 20 for an iteration words of a text 1.4.
inline constexpr unsigned work_for_turns = 60, work_in_loop = 150, work_at_once = 250, work_of_iteration = 80;

/// Cycles that a turn takes to begin, and per cent of what all lanes take that all turns may. With 25 and 80: of what 6
/// and 25 per cent of the items take rows 1.7 and 1.1, forces 1.2 and 1.15, windows 1.0 and 1.2, walks along edges 1.0
/// and 1.2. With 200: lists 1.27, lights 1.5.
inline constexpr unsigned begin_of_turn = 15, share_of_turns = 100;

/// Cycles of a branch whose way was guessed wrong, and of a load until its result is there; quarters of a cycle that an
/// access of lanes that lie apart takes for each of them.
inline constexpr unsigned guessed_wrong = 13, loaded_cycles = 5, apart_quarters = 3;

// ---- Memory (widen/memory, lower/stream_stores.h, plan/row_streams.h, group/rematerialize.h,
// linearize/walks/block_walks.h) ----

/// Ids for each row, where these are divided by a constant, from which on lanes mostly are in one row.
inline constexpr unsigned wide_row = 32;

/// Elements from one lane's to the next one's for each one used that wide loads may skip in any case. 1, that is loads
/// one by one or gathers: every 2nd float 3.8, 3rd 2.7, 4th 2.0; AVX2 2.6, 1.9, 1.2.
inline constexpr unsigned loaded_for_used = 4;

/// How many with source vectors at the most: 8 and 32 change no kernel, 4 would SHA-256's uint8.
inline constexpr unsigned widest_vector_run = 16;

/// More elements are skipped where a register is loaded for so many of them at the least: every 8th float takes 0.97,
/// 5th 0.61; doubles, with fewer for each register, 1.14 to 1.6 from the 5th on, floats with AVX2 from the 6th on 1.08.
inline constexpr unsigned elements_for_register = 2;

/// But up to so far: every 12th short takes 0.84, byte 0.40; every 16th short 1.13.
inline constexpr unsigned widest_element_run = 12;

/// Elements of the source's vectors from which a transposition beats a gather, or a shuffle, for each of them. Gathered
/// float4 take 2.0 with 8, float8 6.1 with 16. With 2 float2 are the same, which move as 64 bits anyway.
inline constexpr unsigned transposed_elements = 4;

/// Bytes that stores side by side are joined to (linearize/joins/join_stores.h). Zen 4, 65,536 work-items: four floats
/// of a structure .050 and .016 ms, changed in place .067 and .027, complex numbers .012 and .008.
inline constexpr std::int64_t joined_store_bytes = 32;

/// The same of words where lanes' stores follow each other: eight floats .008 and .004 ms, 16 .021 and .011, eight
/// doubles .015 and .008; matrices of 4x4 .082 and .042.
inline constexpr std::int64_t joined_dense_bytes = 64;

/// Iterations from which a loop's sums are kept in registers if they can be (linearize/keep_sums.h).
inline constexpr unsigned kept_sums_trips = 8;

/// Elements of a row that are loaded at once where lanes walk along rows of their own (linearize/walks/block_walks.h).
/// Without such blocks sums of rows take 1.9 to 2.9, of bytes 3.6. 4: up to 1.1.
inline constexpr unsigned walked_elements = 8;

/// The same of 32 bits, a line of memory: by half a line ten kernels with rows of 2^n bytes, for whose lines a cache
/// has few places, took 1.3 to 1.8, with other rows .93 to 1.16; what is left of a row goes by half a line.
inline constexpr unsigned walked_words = 16;

/// Bytes of an element from which lanes that walk so are no more than fill a vector: as in plan/row_walks.h. With 64
/// lanes sums of floats take 1.8, checksums of bytes 0.5. AVX2 (Zen 3): seven of eight kernels with 32 lanes for 8 take
/// .66 to 1.0 by bytes, one 1.08.
inline constexpr std::int64_t widened_walk_bytes = 4;

/// Iterations known beforehand below which they are not, without and with stores beside them. Sums of 16 differences of
/// bytes under a mask take 0.23; with stores 16 take 1.1.
inline constexpr unsigned read_walk_trips = 16, written_walk_trips = 32;

/// A line of the caches; how far apart lines of Zen 3's first-level data cache have the same place, and how many do
/// there.
inline constexpr std::uint64_t line_bytes = 64, bytes_till_same_place = 4096, lines_of_a_place = 8;

/// What a store past the caches must fill of one. 16: Sobel 1.01.
inline constexpr std::uint64_t least_streamed_bytes = 32;

/// Instructions that are cheaper run again than their result stored behind a barrier and loaded. With 4 the
/// kernels of bench/ that have barriers take 0.92 to 1.03; with 16 none of them changes, and few others do.
inline constexpr int rematerialized = 8;

// ---- Unlikely blocks (limits/unlikely_block.h) ----

/// A block is unlikely that is taken once in more than so many times. LLVM's own mark means once in 2000, what profiles
/// of the source say may be anything.
inline constexpr std::uint64_t unlikely_share = 64;

}  // namespace lanewise::compiler::costs
