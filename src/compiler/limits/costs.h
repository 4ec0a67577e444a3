// Constants of the compiler's cost model, which chooses between different correct forms of a kernel.
//
// The comment of each constant gives its meaning and unit, and the measurements by which the constant was chosen.
// Comments name kernels by their results: "sums of rows are slower" means that a kernel that sums rows is slower.
// "Slower" and "faster" without a stated comparison mean: than with the chosen value of the constant. The measurements
// used one core of Zen 5 with AVX-512, unless the comment names AVX2 or another processor. "No kernel" means none of
// the kernels in bench/, in this project's tests, in SHOC, Rodinia, PolyBench and pocl, and in some modes of hashcat.
//
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::costs {

// ---- Lanes or one work-item at a time (plan/plan.h, widen/interleave_items.h) ----

/// Minimum number of lanes of a chunk; a vector of all lanes may fill several registers. With AVX2, a lower minimum
/// makes kernels with long dependence chains of doubles slower, and so does a higher minimum. With AVX-512, this
/// minimum does not change the number of lanes of any kernel.
inline constexpr unsigned fewest_lanes = 8;

/// Minimum trip count of a loop whose iterations are vectorized (simplify/loops/vectorize_loops.h).
inline constexpr unsigned fewest_vectorized = 8;

/// Maximum stride, in elements, that a loop's accesses may have if the planner vectorizes the loop's iterations instead
/// of work-items (plan/estimates/row_iterations.h). For example, the conversion of three-byte pixels to grey values is
/// much faster with vectorized iterations than with vectorized work-items.
inline constexpr unsigned most_interleaved = 4;

/// Minimum number of elements of a wide source vector. The planner assumes that a wide source vector of a single
/// work-item fills a register. With a minimum of 4, Sobel's filter on uchar4 would be scalar and much slower. With a
/// minimum of 16, no kernel changes.
inline constexpr unsigned wide_vector = 8;

/// Constants of the cost model for kernels on wide source vectors (`wide_vector`). `wide_operations_per_cycle`: number
/// of operations on whole registers that the core begins in a cycle. `shuffles_of_transposed`,
/// `scatters_of_transposed`: numbers of operations that transpose one register. The first number holds if the source
/// vectors of adjacent lanes are adjacent in memory, and the second number holds if the source vectors are at scattered
/// addresses. `spilled_vectors`: factor by which spills lengthen the estimated time with lanes. `better_by_lanes`: the
/// planner chooses lanes only if they are faster than pairs of work-items by this factor. `better_by_two`: the planner
/// chooses pairs only if they are faster than single work-items by this factor.
inline constexpr unsigned wide_operations_per_cycle = 2, shuffles_of_transposed = 2, scatters_of_transposed = 8;
inline constexpr double spilled_vectors = 1.3, better_by_lanes = 1.1, better_by_two = 1.2;

/// Minimum share of gathers, in per cent of the operations, for which a loop with divergent exits stays scalar. With a
/// higher minimum, the product of a sparse matrix and a vector would get lanes and be slower. With a lower minimum,
/// histograms and sorts of Rodinia would lose their lanes (not measured). A loop that gathers an index, gathers an
/// element at this index and does a few multiply-adds takes the same time as scalar code and with lanes. Without
/// multiply-adds, such a loop is faster as scalar code; with more multiply-adds, it is faster with lanes.
inline constexpr unsigned gather_share = 30;

/// Value that replaces `gather_share` on processors that execute a gather as a separate load for each lane (AVX2, Zen
/// 3). With this value, regret is lowest over the kernels of bench_regret and over an equal number of other kernels, to
/// which no constant was fitted. A lower value would be better only if all iterations of a loop ran under masks.
inline constexpr unsigned gather_of_loads_share = 25;

/// Minimum share of look-ups, in per cent of a loop's operations, for which a kernel runs in pairs of work-items
/// instead of in lanes. Look-ups are loads from private arrays or from tables. Loads from private arrays count as
/// look-ups only if the arrays of all lanes exceed `cached_bytes`. Blowfish and table-based AES are slower with lanes
/// than in pairs. A kernel with a single chain of look-ups is faster with lanes. With a lower minimum, kernels that are
/// faster with lanes would run in pairs.
inline constexpr unsigned lookup_share = 15;

/// Value that replaces `gather_share` for a loop in which each lane reads one element after another, to search for an
/// element (plan/steady_walks.h).
inline constexpr unsigned search_share = 10;

/// Minimum number of gathers in a loop for which `gather_share` and `lookup_share` are considered. With a minimum of 4,
/// products of sparse matrices would get lanes and be slower. With a minimum of 1, no kernel changes: even a loop that
/// follows a linked list keeps its lanes, and is slightly faster with lanes than scalar.
inline constexpr unsigned fewest_gathers = 2;

/// Number of gathers that are assumed to take as long as an atomic operation whose result is used. Lanes execute this
/// operation one after another. `gathers_for_exchanges` is the number for a compare-and-exchange. This number is
/// higher, since the code after a compare-and-exchange often runs for only a few lanes. For example, in a breadth-first
/// search, lanes compare and exchange one after another, and the remaining lanes then reserve elements of a list
/// together by one atomic operation. This search is slower with lanes than scalar, and would be even slower if each
/// lane reserved its element separately.
inline constexpr unsigned gathers_for_turns = 4;
inline constexpr unsigned gathers_for_exchanges = 8;

/// Number of gathers that are assumed to take as long as an atomic operation whose result is not used, in loops that
/// also gather. Most kernels that update the neighbours of a graph's nodes (minima, sums, marks, histograms) are slower
/// with lanes than scalar. Kernels that also compute a sine for each update are faster with lanes. Histograms of values
/// that adjacent lanes load from adjacent addresses are also faster with lanes.
inline constexpr unsigned gathers_for_updates = 2;

/// Size, in bytes, up to which the private arrays of all lanes together are assumed to fit into the first-level data
/// cache. Only the newest cores have a larger cache. Blowfish with larger tables is slower with lanes than in pairs of
/// work-items. Blowfish with smaller tables is equally fast with lanes and in pairs, except with AVX2, where it is
/// slower with lanes. Rounds of AES with smaller tables would also be faster in pairs than with lanes, but chains of
/// look-ups without other operations would be slower or equally fast in pairs.
inline constexpr unsigned cached_bytes = 32 * 1024;

/// Minimum number of vector operations for each unmasked call of enqueue_kernel; kernels with fewer operations stay
/// scalar. Two kernels are faster as scalar code: one that enqueues itself again for the next iteration of an
/// algorithm, and one in which each of a million work-items enqueues a child kernel.
inline constexpr unsigned work_beside_enqueue = 64;

// ---- How many lanes and rows (plan/plan.h, plan/estimates/latency.h, plan/estimates/pressure.h) ----

/// Share of the vector registers, in per cent, for values that differ between lanes; the other registers hold uniform
/// values. With a lower share, matrix products, MD5 and n-body simulations are slower. With a share of 100, kernels on
/// float4 are slower, and Sobel's filter is faster.
inline constexpr unsigned usable_registers = 75;

/// Maximum number of registers for the simultaneously live values of all lanes, if lanes fill several registers
/// although dependence chains are short. This number is `usable_registers` per cent of AVX-512's 32 registers. AVX2 has
/// only 16 registers, so instructions then read some of these values from memory. On Zen 3 (AVX2), regret is higher
/// with a lower maximum, and hardly lower with a higher maximum.
inline constexpr unsigned live_vectors = 24;

/// Two numbers for matrix products: how many rows run together (unroll-and-jam), and how many registers the lanes of
/// one row fill. The planner uses the list for the target's number of registers, and takes the first entry with which
/// all values fit into the registers. Measured with products that read the first matrix by rows or by columns. With
/// AVX-512 (Emerald Rapids), eight rows that fill one or two registers each, and four rows that fill two registers
/// each, are slower than the first entry. With AVX2 (Zen 3), eight or four rows that fill one register each, and two
/// rows that fill four registers each, are slower than the first entry. This holds for products of floats
/// and for products of doubles.
struct RowBlock {
    unsigned rows, registers;
};
inline constexpr RowBlock blocks_of_32_registers[] = {{4, 4}, {4, 2}}, blocks_of_16_registers[] = {{4, 2}, {2, 2}};

/// Minimum number of rows that run together to share a gather. This minimum applies if the work-items of a single row
/// could load blocks of matrix elements instead of gathering (linearize/strided_streams). According to the estimates
/// with `access_cycles` and `blocked_cycles` below, two rows that share gathers take longer than rows that load blocks,
/// and four rows that share gathers take less time.
inline constexpr unsigned rows_of_gathers = 4;

/// Limit for kernels with barriers, as a share of the usable registers, in per cent. Lanes fill two registers only if
/// live values then need at most this share. With a share of 100, forces between atoms in boxes are slower. Most other
/// kernels whose work-groups have enough work-items are faster with lanes that fill two registers than with lanes that
/// fill one register, and some are slightly slower.
inline constexpr unsigned registers_in_groups = 75;

/// Value that replaces `registers_in_groups` with AVX2, where instructions may also read values from memory (Zen 3).
/// Nearly all kernels that get 16 lanes instead of 8 because of this value are faster; two prefix sums are slower.
/// Regret is slightly higher with half of this value, and also with four thirds of this value.
inline constexpr unsigned operands_in_groups = 150;

/// Minimum number of work-items of a work-group for which the lanes of a loop between barriers may fill more than two
/// registers. The loop must also have long dependence chains, or at most `short_loop` operations. Reductions of floats,
/// doubles and 32-bit integers are faster with lanes that fill more than two registers in work-groups of 128 and 256
/// work-items, and slower in work-groups of 64 (Zen 4).
inline constexpr unsigned wide_group = 128, short_loop = 6;

/// Maximum share of the usable registers, in per cent, that live values may fill if dependence chains take most of the
/// time. A share above 100 permits values that do not fit into the registers. With half or twice this maximum,
/// hashcat's MD5 and SHA-256 get a different number of lanes. Rounds of MD4 take the same time with half and with twice
/// this maximum.
inline constexpr unsigned spilled_chains = 230;

/// Value that replaces `spilled_chains` for lanes that fill two registers in a loop with divergent exits. With this
/// share, many live values are spilled. Nevertheless, half of the measured kernels are faster if their lanes fill two
/// registers instead of one, and the other half are equally fast. An attention kernel with one work-item for each row
/// exceeds this share by far, and would be slower if its lanes filled two registers.
inline constexpr unsigned spilled_apart = 500;

/// Value that replaces `spilled_chains` for lanes that fill eight registers in a kernel that works along columns (AVX2,
/// Zen 3). Kernels for tridiagonal systems and for clusters of feature vectors are faster with 32 lanes than with fewer
/// lanes, and kernels that solve congruences are slightly slower with 32. The share is higher than `spilled_chains`: in
/// kernels that work along columns, more live values mean longer dependence chains, whose latency more lanes hide.
inline constexpr unsigned spilled_columns = 400;

/// Limits on spills with AVX2 (Zen 3). Up to these limits, lanes fill two registers, or four registers if dependence
/// chains are also long. `registers_of_lanes`: number of AVX2's 16 registers that plan/estimates/spills.h uses for
/// values of lanes. `moved_in_loops`, `moved_in_straight`: maximum number of stores and loads of spilled values, in per
/// cent of the operations, in loops and in straight-line code. `carried_registers`: maximum number of registers for
/// values that an iteration passes to the next iteration. Nearly all kernels whose number of lanes grows because of
/// these limits become faster; two reductions and two kernels with short rows become slower. Regret is the same with
/// other values of `moved_in_loops` and `moved_in_straight`. Without the limit `carried_registers`, matrix products by
/// tiles are much slower.
inline constexpr unsigned registers_of_lanes = 15, moved_in_loops = 140, moved_in_straight = 110,
                          carried_registers = 24;

/// Limit on stores and loads of spilled values, in per cent of the operations. Up to this limit, lanes may fill four
/// registers even without long dependence chains. This limit changes the lanes of few kernels. Most of these kernels
/// become faster, for example those that search for MD5 hashes or compute lengths of UTF-8 texts or greatest common
/// divisors. With a higher limit, products with sparse rows would also get more lanes and be slower (Zen 3, where the
/// masks are as wide as the selected elements).
inline constexpr unsigned moved_by_four = 60;

/// Maximum share of the usable registers, in per cent, that live values may fill if the lanes of short straight-line
/// code fill two registers. With a share of 100, the lanes of six kernels that exceed this share would fill only one
/// register. Five of these kernels would be slower: those for particles in a field, tone curves, bitmaps, sorts of
/// eight elements, and the lattice Boltzmann method. With a share of 210, kernels that sum over edges or invert
/// matrices would be slower, and kernels that convert colours slightly faster.
inline constexpr unsigned spilled_straight = 160;

/// Minimum number of operations per scattered access for which the lanes of straight-line code may fill four registers
/// instead of two. Nearly all of the measured kernels (for colours, diffusion, waves and spins) are faster if their
/// lanes fill four registers.
inline constexpr unsigned work_beside_apart = 6;

/// Maximum number of instructions per function call for which a kernel is assumed to spend most of its time in function
/// calls (AVX2, Zen 3). `vectors_of_calls`: maximum number of registers that the lanes of such a kernel fill.
/// Kernels for chemistry, option prices, forces and particles are faster if their lanes fill four registers instead of
/// one; two kernels on doubles are slightly slower. The faster kernels gain less from two registers than from four.
inline constexpr unsigned work_beside_call = 40, vectors_of_calls = 4;

/// Trip count that the cost model assumes for an inner loop. With half or twice this trip count, kernels of
/// multiply-adds, MD5 and n-body simulations gain or lose their separate function for full chunks, but no kernel's time
/// changes.
inline constexpr unsigned inner_iterations = 8;

/// Limits for a stencil that runs two rows together (plan/plan_rows.h). The loads of both rows may have at most
/// `places_of_rows` different addresses for every `loads_of_rows` loads. The kernel may have at most `work_of_stencils`
/// operations for every two loads of a row. Stencils of five and more neighbours are faster with two rows together than
/// with one. Gradients, whose rows share no loads, take the same time with two rows together as with one, and medians
/// are slower.
inline constexpr unsigned loads_of_rows = 10, places_of_rows = 9, work_of_stencils = 5;

/// Number of operations of a loop that only increment and test the loop counter. The planner subtracts this number from
/// the number of the loop's uniform operations before it compares the result with the number of other operations.
/// Kernels of bench_regret whose remaining operations are mostly uniform are equally fast or faster with two rows
/// together than with one.
inline constexpr unsigned loop_counting = 2;

/// Approximate number of operations that the core's reorder window holds. An iteration with more operations is assumed
/// not to overlap with the next iteration, so it takes at least the latency of its dependence chains. MD4 is much
/// slower if all iterations are assumed to overlap. With half or twice this number, no kernel changes.
inline constexpr unsigned operations_in_flight = 128;

/// Number of vector operations that the core begins in a cycle. With a value of 1, MD4 and k-means are slower. With a
/// value of 2, and with the assumption that products and divisions take no longer than other operations, a 5x5 filter
/// is faster. With the same value and assumption, however, batches of Cholesky factorizations and tridiagonal systems,
/// sliding means, bitwise checksums, 64-bit congruences and random walks are slower.
inline constexpr unsigned operations_per_cycle = 4;

/// Assumed time of a long loop body, in per cent of the latency of its critical path. The value is above 100, since the
/// processor does not schedule instructions perfectly. With a value of 100, MD4 is much slower; with twice the value,
/// MD4 is hardly faster.
inline constexpr unsigned schedule_slack = 125;

/// Latencies: cycles from an operation's operands to its result. `floating_cycles` is the latency of a multiply-add.
/// `long_product_cycles` is the latency of a 64-bit integer product, which takes three instructions. With a value of 1
/// for `call_cycles`, kernels with chains of sin, exp, atan2 or pow are slower; with 100 they are equally fast. With a
/// value of 2 for `floating_cycles`, k-means is slower. With a value of 2 for `integer_cycles`, two kernels get
/// different plans, and MD4 takes the same time.
inline constexpr unsigned integer_cycles = 1, product_cycles = 3, long_product_cycles = 15, floating_cycles = 4,
                          division_cycles = 13, call_cycles = 30;

/// Cycles that an access takes for each lane, if each lane accesses a different row of an array. The three constants
/// are for AVX-512, for processors with fast gathers, and for AVX2. `stored_cycles`: cycles from a store to a load of
/// the same address. With these constants, plan/row_writes.h compares the time of lanes with the time of work-items
/// that run one after another. Measured times of lanes and of pairs agree with the estimates for loops that write rows
/// (filters, sums, tridiagonal systems). Lanes take far longer than estimated if the size of a row in bytes is a power
/// of two, but this size is known only at launch.
inline constexpr double access_cycles = 1.5, fast_access_cycles = 0.75, short_access_cycles = 1.2;
inline constexpr unsigned stored_cycles = 5;

/// Minimum number of cycles that an iteration takes if it depends on the preceding iteration and work-items run one
/// after another. Measured with a kernel that computes running maxima of integers.
inline constexpr double recurrence_cycles = 1.5;

/// Cycles that an access along rows takes for each lane and for every four bytes, if the access is done in transposed
/// blocks (linearize/strided_streams). The number is the same for loops with and without arithmetic.
inline constexpr double blocked_cycles = 0.5;

/// Minimum number of memory objects for which 16 lanes are assumed to evict each other's cache lines. Each lane
/// accesses a row of each object in blocks. Measured with prefix and suffix sums, filters, tridiagonal systems and
/// alternating-direction methods. With fewer objects, these kernels are faster with 16 lanes than with 8 if their rows
/// have about 500 floats, and slower if the rows have 1,024 floats. With three objects instead of fewer, 16 lanes gain
/// less for the shorter rows and lose more for the longer rows (Zen 4).
inline constexpr unsigned crowding_rows = 3;

/// Minimum ratio of the time with lanes to the time without lanes, for which the loops along rows in a work-group run
/// without lanes (plan/group_steps.h). Without lanes, work-items run one after another. Eliminations, factorizations,
/// inverses, triangular systems and alignments, all with small matrices, have a higher ratio, and are faster without
/// lanes. LU factorizations, and products in which each work-item computes a tile, have a lower ratio, and would be
/// slower without lanes.
inline constexpr double better_one_by_one = 2.4;

/// Cycles from the start of a floating-point division to the start of the next division. Measured with averages along
/// rows: averages of 11 elements are faster with 8 lanes than with one work-item after another; averages of 9 elements
/// are equally fast.
inline constexpr unsigned division_issue_cycles = 3;

/// Cycles from the start of a scalar integer division to the start of the next division. Sliding averages of four bytes
/// along rows are faster with lanes than with one work-item after another (Zen 3).
inline constexpr unsigned integer_division_issue_cycles = 6;

// ---- Which dimension lanes lie along (plan/dimensions/dimension_costs.h) ----

/// Cost of one vector operation. The other costs of plan/dimensions/dimension_costs.h have the same unit.
inline constexpr unsigned price = 4;

/// Minimum number of loads of bytes and shorts for which the planner considers how many registers the values fill after
/// widening to 32 bits (plan/widened_bytes.h). `work_on_widened`: maximum number of operations per load of bytes or
/// shorts for which the planner considers these registers. In kernels with more operations per load, the loads take
/// only a small part of the time; lanes that fill more registers are then faster, since more dependence chains overlap.
inline constexpr unsigned widened_loads = 3, work_on_widened = 6;

/// Cost of a scattered load or store by lanes, in per cent of the cost of scalar accesses for all lanes. A gather takes
/// twice the time of the scalar loads that it replaces. A scattered store costs more than a gather, since the processor
/// also loads a cache line for each lane and writes it back.
inline constexpr unsigned scattered_load = 200, scattered_store = 300;

/// Values that replace `scattered_load` and `scattered_store` for local memory, which is always in the caches. All
/// constants from here to `linear_ids` were fitted to kernels with tiles, and to work-groups of all shapes
/// (docs/decisions/planner/033-group-shapes.md). Three simpler cost models have higher regret: a model with one cost
/// for local and other memory, a model with one cost for all divisions, and a model that assumes eight iterations for
/// all loops.
inline constexpr unsigned scattered_local_load = 150, scattered_local_store = 250;

/// Costs of a load whose lanes most likely read adjacent elements, in vector operations: the first for global memory,
/// the second for local memory. A load from local memory costs more. If a work-group processes a tile, the edge of the
/// tile often divides a chunk, so not all lanes of the chunk read adjacent elements.
inline constexpr unsigned likely_ramp = 3, likely_ramp_of_tile = 8;

/// Cost of a vector division by a constant, in vector operations. The constants `scalar_...` are costs of scalar code
/// for one work-item, in the same unit as `price`: the cost of an access, of a division by a constant, and of a
/// division by a variable.
inline constexpr unsigned constant_division = 8, scalar_access = 3, scalar_constant_division = 10, scalar_division = 32;

/// Assumed trip count of a loop whose counter grows by the local size; such a loop divides its iterations among all
/// work-items of a work-group.
inline constexpr unsigned rounds_of_group = 2;

/// Number of vector operations that compute the ids of all dimensions from the linear id by divisions.
inline constexpr unsigned linear_ids = 40;

/// Minimum cost of lanes along dimension 0, in per cent of the cost along another dimension, for which the planner
/// chooses the other dimension. Dimension 0 is preferred, because most kernels are written for lanes along dimension 0.
inline constexpr unsigned better_dimension = 125;

// ---- Masks (plan/mask_cost.h, linearize/masks/region_linearizer.h, linearize/hoist_safe_loads.h) ----

/// Minimum ratio of a kernel's instructions to the instructions added by masks, for which the chunk function for tails
/// also runs full chunks. With half this ratio, Sobel's filter is slower. With twice this ratio, MD5, n-body
/// simulations and loops of multiply-adds get a separate function for full chunks, and take the same time.
inline constexpr unsigned work_beside_mask = 40;

/// Number of instructions that take as long as one masked store of a register, if masks are vectors. On Zen 3, a masked
/// store is slow, and two masked stores never overlap.
inline constexpr unsigned masked_store = 20;

/// Maximum number of instructions on one side of a divergent branch for which this side is if-converted, without a
/// guard. A guard that the processor cannot predict costs as much as this many instructions. With half this maximum,
/// kernels are slower if few work-items take a branch and the processor cannot predict the branch. With half this
/// maximum, kernels are faster if no work-item takes a branch, or if only runs of adjacent work-items take the branch.
/// With twice this maximum, kernels in which only runs of adjacent work-items take a branch are slower, and the kernel
/// in bench/ that intersects rays with spheres is much slower. No separate limit is needed for look-ups that are
/// hoisted above the branch: they take additional time only if no work-item takes the branch (Zen 4).
inline constexpr unsigned flat_instructions = 24;

// ---- Few active lanes (linearize/serialize_sparse/serialization_threshold.h) ----

/// Minimum time of a divergent region for all lanes together, in cycles. Before regions that take longer, the compiler
/// inserts a test that checks whether only few lanes are active. The four constants are for a region with loops, a
/// region with loops that is itself in a loop, a region without loops, and each iteration of a loop with divergent
/// exits. Measured with regions that a few, many or all work-items take at random, in kernels for graphs, windows
/// of signals, table look-ups, sorting, equations, lighting and text search (Zen 4). The test saves most time if few
/// work-items take the region, and costs no measurable time if all work-items take it. With the lowest of the four
/// values for all regions, a kernel that sums forces within a radius and a kernel that mixes colours of eight
/// neighbours are slower. With a much lower `work_of_iteration`, a kernel that reads the words of a text is slower.
inline constexpr unsigned work_for_turns = 60, work_in_loop = 150, work_at_once = 250, work_of_iteration = 80;

/// Cycles to start a region for a single lane. `share_of_turns`: maximum time of running a region for one active lane
/// after another, in per cent of the time for all lanes together. With more cycles and a lower percentage, kernels for
/// rows, forces, windows and walks along edges are slower if few work-items take the region. With twice the percentage,
/// kernels for lists and lights are slower.
inline constexpr unsigned begin_of_turn = 15, share_of_turns = 100;

/// Penalty of a mispredicted branch, and latency of a load, both in cycles. `apart_quarters`: time for each lane of a
/// scattered access, in quarters of a cycle.
inline constexpr unsigned guessed_wrong = 13, loaded_cycles = 5, apart_quarters = 3;

// ---- Memory (widen/memory, lower/stream_stores.h, plan/row_streams.h, group/rematerialize.h,
// linearize/strided_streams/transpose_streams.h) ----

/// Minimum constant divisor of ids that is assumed to be the length of a matrix row. If ids are divided by such a
/// length, most lanes of a chunk get the same quotient, which is the number of the row.
inline constexpr unsigned wide_row = 32;

/// Maximum distance between the elements of adjacent lanes for wide loads, which also load elements that no lane uses.
/// The distance is the number of elements from the start of one lane's elements to the start of the next lane's
/// elements, divided by the number of elements that each lane uses. Wide loads of every second, third or fourth float
/// are faster than scalar loads and gathers, also with AVX2.
inline constexpr unsigned loaded_for_used = 4;

/// Maximum distance between the source vectors of adjacent lanes, in elements, for wide loads that `loaded_for_used`
/// allows. With half or twice this distance, no kernel changes. With a quarter of this distance, the code of SHA-256 on
/// uint8 would change.
inline constexpr unsigned widest_vector_run = 16;

/// Minimum average number of lanes whose elements are in the same register of a wide load, if the distance between
/// lanes exceeds `loaded_for_used`. Wide loads are faster than gathers for every fifth and every eighth float. With a
/// lower minimum, wide loads would also be used for distances of five doubles and more, and with AVX2 for distances of
/// six floats and more. For these distances, wide loads are slower than gathers.
inline constexpr unsigned elements_for_register = 2;

/// Maximum distance, in elements, between the elements of adjacent lanes for wide loads, where `elements_for_register`
/// permits distances above `loaded_for_used`. Wide loads are faster than gathers for every twelfth short or byte, and
/// slower for every sixteenth short.
inline constexpr unsigned widest_element_run = 12;

/// Minimum number of elements of a source vector for which transposing is faster than one gather, or one shuffle, for
/// each element. For float4 and float8, gathers are much slower than transpositions. With a minimum of 2, float2 would
/// take the same time, since a float2 is accessed as one element of 64 bits anyway.
inline constexpr unsigned transposed_elements = 4;

/// Maximum total size, in bytes, of adjacent stores of a lane that are merged into one store
/// (linearize/merges/merge_stores.h). Merged stores are faster than separate stores for complex numbers and for
/// structures of four floats, even if the structures are changed in place (Zen 4).
inline constexpr std::int64_t merged_store_bytes = 32;

/// Value that replaces `merged_store_bytes` for 32- and 64-bit elements if the stores of all lanes leave no gaps.
/// Merged stores are much faster than separate stores for eight and 16 floats, eight doubles, and matrices of 4x4 (Zen
/// 4).
inline constexpr std::int64_t merged_dense_bytes = 64;

/// Minimum trip count of a loop whose sums are kept in registers if possible (linearize/promote_reductions.h).
inline constexpr unsigned promoted_reduction_trips = 8;

/// Number of elements in the block that each lane of a strided stream loads at once
/// (linearize/strided_streams/transpose_streams.h). Sums of rows are much slower without blocks, and slightly slower
/// with blocks of half as many elements.
inline constexpr unsigned streamed_elements = 8;

/// Value that replaces `streamed_elements` for 32-bit elements; a block is then a cache line. Blocks of half a line are
/// slower for rows of 2^n bytes, whose lines map to few sets of the cache, and equally fast for other rows. The last
/// block of a row may be half a line.
inline constexpr unsigned streamed_words = 16;

/// Minimum size, in bytes, of the elements of a strided stream for which the kernel's lanes fill only one register
/// (plan/strided_rows.h). With 64 lanes, sums of floats are slower than with 16, and checksums of bytes are faster.
/// With AVX2, nearly all kernels on bytes are faster with 32 lanes than with 8 (Zen 3).
inline constexpr std::int64_t widened_stream_bytes = 4;

/// Minimum trip counts, if known, of loops whose accesses are transposed in blocks: for loops without stores, and for
/// loops with stores. A loop of 16 iterations that sums differences of bytes under a mask is much faster with blocks.
/// A loop of 16 iterations with stores is slightly slower with blocks.
inline constexpr unsigned read_stream_trips = 16, written_stream_trips = 32;

/// Size of a cache line in bytes. `bytes_till_same_place` and `lines_of_a_place` describe Zen 3's first-level data
/// cache: the distance in bytes between lines of the same set, and the number of lines in a set.
inline constexpr std::uint64_t line_bytes = 64, bytes_till_same_place = 4096, lines_of_a_place = 8;

/// Minimum size, in bytes, of a vector store that may bypass the caches. With half this size, Sobel's filter takes the
/// same time.
inline constexpr std::uint64_t least_streamed_bytes = 32;

/// Maximum number of instructions for which a value is recomputed after a barrier instead of being stored and loaded.
/// With half this maximum, the kernels of bench/ with barriers take about the same time. With twice this maximum, the
/// code of these kernels stays the same, and the code of only a few other kernels changes.
inline constexpr int rematerialized = 8;

// ---- Unlikely blocks (limits/unlikely_block.h) ----

/// Minimum ratio of a branch's weights for which its less likely successor is an unlikely block. LLVM uses a ratio of
/// 2000 for branches that the source marks as unlikely; the ratio in a profile may have any value.
inline constexpr std::uint64_t unlikely_share = 64;

}  // namespace lanewise::compiler::costs
