// Costs that the compiler assumes for generated code: numbers that choose between two correct forms of a kernel.
//
// A comment gives a number's meaning and unit, and the comparison by which the number was chosen. Kernels are named by
// their results: "sums of rows are slower" speaks of a kernel that sums rows. Comparisons ran on one core of Zen 5 with
// AVX-512, or with AVX2 where the comment says so, unless the comment names another processor. "No kernel" means none
// of bench/, of this project's tests, of SHOC, Rodinia, PolyBench and pocl, and of some of hashcat's modes.
//
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::costs {

// ---- Lanes or one work-item at a time (plan/plan.h, widen/interleave_items.h) ----

/// Minimum number of lanes of a chunk; the lanes may fill several registers. Chains of doubles are slower with fewer or
/// more lanes (AVX2). With AVX-512 no kernel would get fewer lanes anyway.
inline constexpr unsigned fewest_lanes = 8;

/// Minimum trip count of a loop whose iterations are vectorized (simplify/loops/vectorize_loops.h).
inline constexpr unsigned fewest_vectorized = 8;

/// Maximum stride, in elements, of an access in a loop of one work-item whose iterations are vectorized
/// (plan/estimates/row_iterations.h). Such a loop converts three-byte pixels to grey values much faster than lanes.
inline constexpr unsigned most_interleaved = 4;

/// Minimum number of elements of a source vector that fills a register even without lanes. With 4, Sobel's filter of
/// uchar4 would be scalar and much slower. With 16 no kernel changes.
inline constexpr unsigned wide_vector = 8;

/// Cost model for kernels on source vectors of at least `wide_vector` elements. `wide_operations_per_cycle`: number of
/// operations on whole registers that begin in a cycle. `shuffles_of_transposed` and `scatters_of_transposed`:
/// operations for each element to transpose source vectors into lanes, for adjacent and for scattered vectors.
/// `spilled_vectors`: factor on the time of lanes whose registers spill. `better_by_...`: factor by which lanes, or
/// pairs of work-items, must be faster to be chosen.
inline constexpr unsigned wide_operations_per_cycle = 2, shuffles_of_transposed = 2, scatters_of_transposed = 8;
inline constexpr double spilled_vectors = 1.3, better_by_lanes = 1.1, better_by_two = 1.2;

/// Share of gathers among the operations of a loop with divergent exits, in per cent, from which on the loop stays
/// scalar. With a higher limit, the product of a sparse matrix and a vector would get lanes and be slower. With a lower
/// limit, histograms and sorts of Rodinia would lose their lanes (not timed). A loop that gathers an index and then
/// gathers with it is as fast with lanes as scalar if a few multiply-adds stand beside. Scalar code is faster without
/// multiply-adds, and lanes are faster with more of them.
inline constexpr unsigned gather_share = 30;

/// Value of `gather_share` for processors whose gathers consist of single loads (AVX2, Zen 3). This share has the least
/// regret over bench_regret's kernels and as many others that nothing was fitted to. A lower share was best while code
/// masked all iterations of a loop.
inline constexpr unsigned gather_of_loads_share = 25;

/// Share of look-ups in a loop, in per cent, from which on two work-items run at a time instead of lanes. Look-ups are
/// loads from private arrays or tables. Private arrays count only if the arrays of all lanes overflow the cache. Lanes
/// are slower than pairs for Blowfish and for AES's tables, but faster for one chain of look-ups alone. With a lower
/// share, kernels that are faster with lanes would run in pairs.
inline constexpr unsigned lookup_share = 15;

/// Value of `gather_share` for a loop in which each lane reads on until it finds something (plan/steady_walks.h).
inline constexpr unsigned search_share = 10;

/// Minimum number of gathers in a loop for `gather_share` and `lookup_share` to apply. With 4, sparse products would
/// get lanes and be slower. With 1 no kernel changes: a loop that follows a linked list keeps its lanes, which are a
/// little faster.
inline constexpr unsigned fewest_gathers = 2;

/// Number of gathers that an atomic operation with a used result counts as, if lanes execute it in turn. A
/// compare-and-exchange counts as more, since few lanes go on after it. The example is a breadth-first search: its
/// lanes exchange in turn, but reserve elements of the next level's list in one operation. The search is slower with
/// lanes, and would be slower still if lanes also reserved elements in turn.
inline constexpr unsigned gathers_for_turns = 4;
inline constexpr unsigned gathers_for_exchanges = 8;

/// Number of gathers that an atomic operation with an unused result counts as, in loops that also gather. Most kernels
/// that update the neighbours in a graph (minima, sums, marks, histograms) are slower with lanes. Lanes pay if sines
/// are computed beside the update. Histograms of values that lanes load contiguously are also faster with lanes.
inline constexpr unsigned gathers_for_updates = 2;

/// Size, in bytes, of all lanes' private arrays that still fits into the first-level data cache of all but the newest
/// cores. Blowfish with larger tables is slower with lanes than in pairs; with smaller tables it is equal, or slower
/// with AVX2. Rounds of AES would be faster in pairs with tables of any size, plain chains of look-ups would not.
inline constexpr unsigned cached_bytes = 32 * 1024;

/// Minimum number of operations on lanes for each enqueue by all lanes; kernels with fewer are scalar. Two kernels are
/// faster without lanes: one that enqueues its next iteration, and one whose million work-items enqueue a child each.
inline constexpr unsigned work_beside_enqueue = 64;

// ---- How many lanes and rows (plan/plan.h, plan/estimates/latency.h, plan/estimates/pressure.h) ----

/// Share of the vector registers, in per cent, that values of lanes may fill; the other registers hold uniform values.
/// With a lower share, matrix products, MD5 and n-body are slower. With all registers, kernels on float4 are slower and
/// Sobel is faster.
inline constexpr unsigned usable_registers = 75;

/// Number of registers that live lane values may fill for more lanes to pay even without long dependence chains. The
/// number is the usable share of AVX-512's 32 registers. With 16 registers some values are memory operands instead. On
/// Zen 3 (AVX2) regret is higher with fewer registers, and hardly lower with more.
inline constexpr unsigned live_vectors = 24;

/// Rows together (unroll-and-jam) of a matrix product, and registers that the lanes of each row fill. The planner takes
/// the first of the blocks below whose values fit into 32 or 16 registers. Products by rows and by columns of the first
/// matrix were compared. With AVX-512 (Emerald Rapids) eight rows of one or two registers and four rows of two are
/// slower. With AVX2 (Zen 3) eight or four rows of one register and two rows of four are slower. Doubles give the same
/// results as floats.
struct RowBlock {
    unsigned rows, registers;
};
inline constexpr RowBlock blocks_of_32_registers[] = {{4, 4}, {4, 2}}, blocks_of_16_registers[] = {{4, 2}, {2, 2}};

/// Minimum number of rows together that share a gather if a single row would load in blocks along memory. By
/// `access_cycles` and `blocked_cycles` below, two rows that share gathers take longer than loads in blocks, and four
/// rows take less time.
inline constexpr unsigned rows_of_gathers = 4;

/// Share of the usable registers, in per cent, that values may fill in kernels with barriers whose lanes fill two
/// registers. With 100, forces between atoms in boxes are slower. Most other kernels with wide enough groups are faster
/// with this share than without the second register, and some are slightly slower.
inline constexpr unsigned registers_in_groups = 75;

/// Value of `registers_in_groups` for AVX2, where values may also be memory operands (Zen 3). Nearly all kernels that
/// get 16 lanes instead of 8 by this limit are faster; two scans are slower. Half of it, or a third more, gives
/// slightly more regret.
inline constexpr unsigned operands_in_groups = 150;

/// Minimum number of work-items of a group for which more than two registers of lanes pay in a loop between barriers.
/// The loop must also have long chains, or at most `short_loop` operations. Reductions of floats, doubles and words are
/// faster with more registers in groups of 128 and 256 work-items, and slower in groups of 64 (Zen 4).
inline constexpr unsigned wide_group = 128, short_loop = 6;

/// Share of the usable registers, in per cent, that live values may fill if chains of dependent operations take most of
/// the time. Half or twice this share changes the lanes of hashcat's MD5 and SHA-256. Rounds of MD4 take the same time
/// with both.
inline constexpr unsigned spilled_chains = 230;

/// Value of `spilled_chains` for lanes that fill two registers in a loop with divergent exits, whether or not values
/// spill. Half of the timed kernels are faster with two registers, the others equal. Attention with one work-item for
/// each row has many more live values, and would be slower.
inline constexpr unsigned spilled_apart = 500;

/// Value of `spilled_chains` for lanes that fill eight registers, along columns (AVX2, Zen 3). Tridiagonal systems and
/// clusters by features are faster with 32 lanes, congruences are slightly slower. Kernels with more live values also
/// have longer chains.
inline constexpr unsigned spilled_columns = 400;

/// Limits for AVX2 on lanes that fill two registers, or four if dependence chains are long (Zen 3).
/// `registers_of_lanes`: number of the 16 registers that hold values of lanes in plan/estimates/spills.h. `moved_...`:
/// spill moves in per cent of the operations, in loops and in straight-line code. `carried_registers`: number of
/// registers that stay live from one iteration to the next. Nearly all kernels that get more lanes by these limits are
/// faster; two reductions and two kernels with short rows are slower. Other limits on spill moves have the same regret.
/// Without `carried_registers` tiles of products are much slower.
inline constexpr unsigned registers_of_lanes = 15, moved_in_loops = 140, moved_in_straight = 110,
                          carried_registers = 24;

/// Spill moves, in per cent of the operations, up to which lanes that fill four registers pay even without long
/// dependence chains. Few kernels change by this limit. Most of them become faster: searches for MD5, lengths in UTF-8,
/// greatest divisors. With a higher limit products with sparse rows would also change, and be slower (Zen 3, with masks
/// as wide as the elements that they select).
inline constexpr unsigned moved_by_four = 60;

/// Share of the usable registers, in per cent, that live values may fill in short straight-line code whose lanes fill
/// two registers. With 100, five of six kernels with slightly more values would be slower (particles in a field, tone
/// curves, bitmaps, sorts of eight, lattice Boltzmann). With 210, sums over edges and inverses of matrices would be
/// slower, and colours slightly faster.
inline constexpr unsigned spilled_straight = 160;

/// Minimum number of operations for each scattered access in straight-line code whose lanes may fill four registers
/// instead of two. Nearly all of the timed kernels (colours, diffusion, waves, spins) are faster with four.
inline constexpr unsigned work_beside_apart = 6;

/// Maximum number of instructions for each call in a kernel that counts as mostly calling functions (AVX2, Zen 3).
/// `vectors_of_calls`: number of registers that the lanes of such a kernel may fill. Chemistry, options, forces and
/// particles are faster with four registers, two kernels on doubles are slightly slower. Two registers gain less.
inline constexpr unsigned work_beside_call = 40, vectors_of_calls = 4;

/// Trip count that is assumed for an inner loop. With half or twice this count, kernels of multiply-adds, MD5 and
/// n-body gain or lose their version for full chunks, but no kernel's time changes.
inline constexpr unsigned inner_iterations = 8;

/// Limits for a stencil whose rows run in twos (plan/plan_rows.h). At most `places_of_rows` of every `loads_of_rows`
/// loads of two rows may be of different addresses. For every two loads of a row there may be `work_of_stencils`
/// operations. Stencils of five and more neighbours are faster with two rows together; gradients, which share nothing,
/// are equal, and medians are slower.
inline constexpr unsigned loads_of_rows = 10, places_of_rows = 9, work_of_stencils = 5;

/// Number of operations that a loop spends on counting. These operations are subtracted when a loop's uniform work is
/// compared with its other work. Kernels of bench_regret whose work is mostly uniform by this rule are faster with two
/// rows together than with one, or equal.
inline constexpr unsigned loop_counting = 2;

/// Approximate number of operations in the core's reorder window. An iteration with more operations waits for its own
/// dependence chains. MD4 is much slower if no loop counts as longer than the window. Half and twice this number change
/// no kernel.
inline constexpr unsigned operations_in_flight = 128;

/// Number of vector operations that the core starts in a cycle. With 1, MD4 and k-means are slower. With 2, and with
/// products and divisions as quick as all other operations, a filter of 5x5 is faster. But batches of Cholesky
/// factorizations and tridiagonal systems, sliding means, checksums by bits, congruences of 64 bits and random walks
/// are slower.
inline constexpr unsigned operations_per_cycle = 4;

/// Assumed time of a long piece of code in per cent of its critical path, since no schedule is perfect. With 100, MD4
/// is much slower; with twice this number it is hardly faster.
inline constexpr unsigned schedule_slack = 125;

/// Latencies: cycles from an operation's operands to its result. `floating_cycles`: latency of a multiply-add.
/// `long_product_cycles`: latency of a product of 64 bits, which is three instructions. With calls of 1 cycle, chains
/// of sin, exp, atan2 and pow are slower; with 100 they are equal. With 2 cycles for floating point, k-means is slower.
/// With 2 cycles for integers, two kernels change, and MD4 takes the same time.
inline constexpr unsigned integer_cycles = 1, product_cycles = 3, long_product_cycles = 15, floating_cycles = 4,
                          division_cycles = 13, call_cycles = 30;

/// Cycles for each lane of an access by lanes that are in different rows: with AVX-512, with fast gathers, and with
/// AVX2. `stored_cycles`: cycles from a store to a load of the same address. plan/row_writes.h compares the lanes' time
/// with that of one work-item after another. Lanes and pairs take the predicted time in loops that write rows (filters,
/// sums, tridiagonal systems). Rows whose size is a power of two slow lanes down far more, but the size is known only
/// at launch.
inline constexpr double access_cycles = 1.5, fast_access_cycles = 0.75, short_access_cycles = 1.2;
inline constexpr unsigned stored_cycles = 5;

/// Minimum number of cycles of an iteration that depends on the iteration before it, if work-items run one by one.
/// Measured with running maxima of integers.
inline constexpr double recurrence_cycles = 1.5;

/// Cycles for each lane and four bytes of an access that is transposed in blocks of a row, with or without arithmetic
/// beside it.
inline constexpr double blocked_cycles = 0.5;

/// Number of objects whose rows lanes read and write in blocks, from which on 16 lanes evict each other's cache lines.
/// Prefix and suffix sums, filters, tridiagonal systems and alternating directions were timed. With fewer objects these
/// kernels are faster with 16 lanes if their rows have about 500 floats, and slower with 1,024. With three objects they
/// gain less and lose more (Zen 4).
inline constexpr unsigned crowding_rows = 3;

/// Minimum ratio of times, of lanes to work-items one by one, for a group's loops along rows to run one by one
/// (plan/group_steps.h). Elimination, factorizations, inverses, triangular systems and alignments of small matrices
/// have a higher ratio, and are faster one by one. LU factorizations and tiles of a product for each work-item have a
/// lower ratio, and would be slower one by one.
inline constexpr double better_one_by_one = 2.4;

/// Cycles until the next floating-point division can begin. Measured with averages along rows: those of 11 elements are
/// faster with 8 lanes, those of 9 are equal.
inline constexpr unsigned division_issue_cycles = 3;

/// Cycles until the next scalar integer division can begin. Divided sliding sums of four bytes by rows are faster with
/// lanes (Zen 3).
inline constexpr unsigned integer_division_issue_cycles = 6;

// ---- Which dimension lanes lie along (plan/dimensions/dimension_costs.h) ----

/// Cost of one vector operation, in the unit of plan/dimensions/dimension_costs.h.
inline constexpr unsigned price = 4;

/// Minimum number of loads of bytes and shorts for which the planner considers how many registers they fill after
/// widening (plan/widened_bytes.h). `work_on_widened`: maximum number of instructions for each such load. With more
/// work the loads hardly matter, and dependence chains make more lanes pay again.
inline constexpr unsigned widened_loads = 3, work_on_widened = 6;

/// Cost of scattered accesses of lanes, in per cent of the same accesses one by one. A gather takes twice the time of
/// its single loads. Each lane of a scattered store also loads a cache line and writes it back.
inline constexpr unsigned scattered_load = 200, scattered_store = 300;

/// Values of `scattered_load` and `scattered_store` for local memory, which the caches hold. All constants from here to
/// `linear_ids` were fitted to kernels with tiles and groups of all shapes
/// (docs/decisions/planner/033-group-shapes.md). Regret was higher with three simpler assumptions: one price for local
/// and other memory, one price for all divisions, and eight iterations for all loops.
inline constexpr unsigned scattered_local_load = 150, scattered_local_store = 250;

/// Cost, in operations, of a load whose lanes most likely read adjacent elements, in global and in local memory. Local
/// memory costs more because chunks cross the edges of tiles.
inline constexpr unsigned likely_ramp = 3, likely_ramp_of_tile = 8;

/// Cost of a vector division by a constant, in operations. The other three are costs for one work-item alone: of an
/// access, of a division by a constant, and of a division by a variable.
inline constexpr unsigned constant_division = 8, scalar_access = 3, scalar_constant_division = 10, scalar_division = 32;

/// Trip count of a loop whose counter grows by the local size, so that all work-items of the group share its
/// iterations.
inline constexpr unsigned rounds_of_group = 2;

/// Number of operations that compute ids from the linear id by division.
inline constexpr unsigned linear_ids = 40;

/// Cost of lanes along dimension 0, in per cent of the cost along another dimension, above which the other dimension is
/// chosen. Dimension 0 is preferred since authors write kernels for it.
inline constexpr unsigned better_dimension = 125;

// ---- Masks (plan/mask_cost.h, linearize/masks/region_linearizer.h, linearize/hoist_safe_loads.h) ----

/// Minimum number of instructions in a kernel, for each instruction that masks add, for which the code for tails may
/// run full chunks, too. With half as many, Sobel is slower. With twice as many, MD5, n-body and loops of multiply-adds
/// get a second version of their code and take the same time.
inline constexpr unsigned work_beside_mask = 40;

/// Number of instructions that take as long as a masked store of one register, if masks are vectors. On Zen 3 a masked
/// store is slow, and two never overlap.
inline constexpr unsigned masked_store = 20;

/// Maximum number of instructions on one side of a divergent branch that is if-converted, without a guard. An
/// unpredictable guard costs as much as this many instructions. With half as many, branches that few items take at
/// random are slower. Branches that no item takes, or only runs of neighbours, are faster. With twice as many, the
/// latter are slower, and bench/'s rays and spheres much slower. Look-ups hoisted above the branch need no limit of
/// their own: they cost time only if no item takes the branch (Zen 4).
inline constexpr unsigned flat_instructions = 24;

// ---- Few active lanes (linearize/serialize_sparse/serialization_threshold.h) ----

/// Minimum time of all lanes, in cycles, for a divergent region to test at run time whether few lanes are active. In
/// this order: for a region with loops, for one with loops inside of a loop, for one without loops, and for each
/// iteration of a loop with divergent exits. Measured with regions that few to all work-items take at random: walks
/// along edges, windows, look-ups, sorts, equations, lights, texts (Zen 4). The fewer work-items take a region, the
/// more is gained, and nothing is lost if all take it. With the lowest value for all four, forces within a radius and
/// colours between eight neighbours are slower. With a much lower value for an iteration, words of a text are slower.
inline constexpr unsigned work_for_turns = 60, work_in_loop = 150, work_at_once = 250, work_of_iteration = 80;

/// Cycles until one lane's turn begins, and maximum time of all turns in per cent of the time of all lanes. With a
/// longer start and a lower share, rows, forces, windows and walks along edges that few items take are slower. With
/// twice the share, lists and lights are slower.
inline constexpr unsigned begin_of_turn = 15, share_of_turns = 100;

/// Cycles of a mispredicted branch, and latency of a load in cycles. `apart_quarters`: quarters of a cycle for each
/// lane of a scattered access.
inline constexpr unsigned guessed_wrong = 13, loaded_cycles = 5, apart_quarters = 3;

// ---- Memory (widen/memory, lower/stream_stores.h, plan/row_streams.h, group/rematerialize.h,
// linearize/strided_streams/transpose_streams.h) ----

/// Minimum constant divisor of ids for which most lanes of a chunk are assumed to have the same quotient, i.e. to be in
/// one row.
inline constexpr unsigned wide_row = 32;

/// Distance of two lanes' elements, divided by the number of used elements, up to which wide loads pay although they
/// also load the gap. Single loads or gathers are slower for every second, third and fourth float, with AVX2, too.
inline constexpr unsigned loaded_for_used = 4;

/// Maximum distance of two lanes' elements if `loaded_for_used` allows it, for source vectors of several elements. Half
/// and twice as much change no kernel; a quarter would change SHA-256's uint8.
inline constexpr unsigned widest_vector_run = 16;

/// Minimum number of lanes for each loaded register if the distance exceeds `loaded_for_used`. Wide loads are faster
/// for every fifth and every eighth float. With a lower minimum, wide loads would also be used for doubles from every
/// fifth on, and with AVX2 for floats from every sixth on, where they are slower.
inline constexpr unsigned elements_for_register = 2;

/// Maximum distance in elements if it exceeds `loaded_for_used`. Wide loads are faster for every twelfth short or byte,
/// and slower for every sixteenth short.
inline constexpr unsigned widest_element_run = 12;

/// Minimum number of elements of a source vector for which a transposition is faster than one gather, or one shuffle,
/// for each element. Gathers are much slower for float4 and float8. With 2, float2 would take the same time, since it
/// is accessed as 64 bits anyway.
inline constexpr unsigned transposed_elements = 4;

/// Maximum size, in bytes, of adjacent stores that are merged into one (linearize/merges/merge_stores.h). Merging is
/// faster for four floats of a structure, for the same structure changed in place, and for complex numbers (Zen 4).
inline constexpr std::int64_t merged_store_bytes = 32;

/// Value of `merged_store_bytes` for 32- and 64-bit elements if the lanes' stores leave no gaps. Merging is about twice
/// as fast for eight and 16 floats, eight doubles, and matrices of 4x4 (Zen 4).
inline constexpr std::int64_t merged_dense_bytes = 64;

/// Minimum trip count of a loop whose sums are kept in registers if possible (linearize/promote_reductions.h).
inline constexpr unsigned promoted_reduction_trips = 8;

/// Number of elements that each lane loads at once in strided streams (linearize/strided_streams/transpose_streams.h).
/// Sums of rows are much slower without such blocks, and slightly slower with half as many elements.
inline constexpr unsigned streamed_elements = 8;

/// Value of `streamed_elements` for 32-bit elements: a cache line. Half a line is slower for rows of 2^n bytes, whose
/// lines map to few sets of the cache, and equal for other rows. The rest of a row is loaded by half a line.
inline constexpr unsigned streamed_words = 16;

/// Minimum size of a strided stream's elements, in bytes, for which lanes fill no more than one vector
/// (plan/strided_rows.h). With 64 lanes sums of floats are slower, and checksums of bytes faster. With AVX2 nearly all
/// kernels on bytes are faster with 32 lanes than with 8 (Zen 3).
inline constexpr std::int64_t widened_stream_bytes = 4;

/// Minimum known trip counts of a loop that is transposed in blocks: if only loads are in blocks, and if stores are,
/// too. Blocks make sums of 16 differences of bytes under a mask much faster. A loop of 16 iterations with stores is
/// slightly slower with blocks.
inline constexpr unsigned read_stream_trips = 16, written_stream_trips = 32;

/// Size of a cache line in bytes. The other two describe Zen 3's first-level data cache: the distance, in bytes, of
/// lines in the same set, and the number of lines in a set.
inline constexpr std::uint64_t line_bytes = 64, bytes_till_same_place = 4096, lines_of_a_place = 8;

/// Minimum number of bytes of a line that a store bypassing the caches must fill. With half as many, Sobel gains
/// nothing.
inline constexpr std::uint64_t least_streamed_bytes = 32;

/// Maximum number of instructions that are rematerialized after a barrier, instead of storing and loading their result.
/// With half as many, kernels of bench/ with barriers take about the same time. With twice as many, none of them
/// changes, and few other kernels do.
inline constexpr int rematerialized = 8;

// ---- Unlikely blocks (limits/unlikely_block.h) ----

/// Divisor that makes a block unlikely: its branch takes it less than once for this many times that it takes the other
/// side. LLVM's `unlikely` attribute means once in 2000; a profile of the source may have any ratio.
inline constexpr std::uint64_t unlikely_share = 64;

}  // namespace lanewise::compiler::costs
