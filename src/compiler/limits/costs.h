// Costs that the compiler assumes for generated code: numbers that choose between two correct forms of a kernel.
//
// A comment says what a number means, its unit, and what was compared to choose it. Unless the comment names another
// processor, that was one core of Zen 5 with AVX-512 or, where it says so, AVX2. "No kernel" means none of bench/, of
// this project's tests, of SHOC, Rodinia, PolyBench and pocl, and of some of hashcat's modes.
//
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::costs {

// ---- Lanes or one work-item at a time (plan/plan.h, widen/interleave_items.h) ----

/// Fewest lanes of a chunk, in several registers if necessary. Chains of doubles are slower with fewer or more (AVX2).
/// With AVX-512 no kernel has fewer anyway.
inline constexpr unsigned fewest_lanes = 8;

/// Fewest iterations of a loop that is vectorized by iterations (simplify/loops/vectorize_loops.h).
inline constexpr unsigned fewest_vectorized = 8;

/// Largest stride, in elements, of an access in a loop that runs by iterations of one work-item (plan/estimates/
/// row_iterations.h). Grey values of pixels of three bytes are much faster by iterations.
inline constexpr unsigned most_interleaved = 4;

/// Fewest elements of a source vector that fill registers without lanes. With 4, Sobel's filter of uchar4 becomes
/// scalar and much slower. With 16 no kernel changes.
inline constexpr unsigned wide_vector = 8;

/// Cost model for kernels on such vectors. `wide_operations_per_cycle`: operations on whole registers that begin in a
/// cycle. `shuffles_of_transposed` and `scatters_of_transposed`: operations for each element that take source vectors
/// apart into lanes, if the vectors lie side by side or anywhere. `spilled_vectors`: factor on the time of lanes whose
/// registers spill. `better_by_...`: factor by which lanes and pairs of work-items must be faster to be chosen.
inline constexpr unsigned wide_operations_per_cycle = 2, shuffles_of_transposed = 2, scatters_of_transposed = 8;
inline constexpr double spilled_vectors = 1.3, better_by_lanes = 1.1, better_by_two = 1.2;

/// Share of gathers among the operations of a loop with divergent exits, in per cent, from which on the loop is faster
/// scalar. With more, the product of a sparse matrix and a vector would get lanes and be slower; with fewer, histograms
/// and sorts of Rodinia would lose theirs (not timed). Two gathers, of an index and with it, are as fast with lanes as
/// scalar beside a few multiply-adds. Scalar code is faster beside none, lanes are faster beside more.
inline constexpr unsigned gather_share = 30;

/// The same if gathers are made of loads (AVX2, Zen 3). This is the share with the least regret, over bench_regret's
/// kernels and as many others that nothing was fitted to. While all iterations of a loop were masked, a lower share was
/// best.
inline constexpr unsigned gather_of_loads_share = 25;

/// The same for a loop that looks up in private arrays or in tables: two work-items at a time are faster there. Private
/// arrays count only if those of all lanes overflow the cache. Lanes are slower for Blowfish and for AES's tables, but
/// faster for one chain of look-ups alone. With a lower share kernels that are faster with lanes would run in pairs.
inline constexpr unsigned lookup_share = 15;

/// The same for a loop in which each lane reads on until it finds something (plan/steady_walks.h).
inline constexpr unsigned search_share = 10;

/// Fewest gathers of a loop that gather_share and lookup_share apply to. With 4, sparse products get lanes and are
/// slower. With 1 no kernel changes: a walk through a list keeps its lanes, which are a little faster.
inline constexpr unsigned fewest_gathers = 2;

/// Gathers that an atomic operation with a used result counts as, if lanes execute it in turn. A compare-and-exchange
/// counts as more, since few lanes go on after it. Levels of a breadth-first search exchange in turn and take places in
/// one step. They are slower with lanes, and would be slower still if lanes took places in turn, too.
inline constexpr unsigned gathers_for_turns = 4;
inline constexpr unsigned gathers_for_exchanges = 8;

/// Gathers that an atomic operation with an unused result counts as, in loops that also gather. Most kernels that push
/// along the edges of graphs (minima, sums, marks, histograms) are slower with lanes; sines beside the update are
/// enough work for lanes. Histograms of values that lanes load side by side are faster with lanes.
inline constexpr unsigned gathers_for_updates = 2;

/// Bytes of all lanes' private arrays that stay in the first-level data cache: its size in all but the newest cores.
/// Blowfish with larger tables is slower with lanes than in pairs, with smaller ones equal, or slower with AVX2. Rounds
/// of AES would be faster in pairs with tables of any size, mere chains of look-ups would not.
inline constexpr unsigned cached_bytes = 32 * 1024;

/// Fewest operations on lanes for each enqueue by all of them; with fewer, the kernel is scalar. A kernel that enqueues
/// its next step is faster without lanes, and so is one whose million work-items enqueue a child each.
inline constexpr unsigned work_beside_enqueue = 64;

// ---- How many lanes and rows (plan/plan.h, plan/estimates/latency.h, plan/estimates/pressure.h) ----

/// Per cent of the vector registers that values of lanes may fill; uniform values are in the others. With fewer, matrix
/// products, MD5 and n-body are slower. With all, kernels on float4 are slower and Sobel is faster.
inline constexpr unsigned usable_registers = 75;

/// Registers' worth of live lane values up to which more lanes need no chains to hide. With AVX-512's 32 registers
/// these are as many as lanes may fill; with 16 registers some are memory operands. AVX2 (Zen 3): regret falls with
/// more, but beyond this number hardly.
inline constexpr unsigned live_vectors = 24;

/// Rows together (unroll-and-jam) of a matrix product, and registers that the lanes of each row fill. The first block
/// whose values fit is taken, in 32 or in 16 registers. Compared by rows and by columns of the first matrix. With
/// AVX-512 (Emerald Rapids) eight rows of one or two registers and four of two are slower. With AVX2 (Zen 3) eight or
/// four rows of one register and two of four are slower, and doubles give the same as floats.
struct RowBlock {
    unsigned rows, registers;
};
inline constexpr RowBlock blocks_of_32_registers[] = {{4, 4}, {4, 2}}, blocks_of_16_registers[] = {{4, 2}, {2, 2}};

/// Fewest rows together that share a gather if a single row loads along memory in blocks. By `access_cycles` and
/// `blocked_cycles` below, two rows that share gathers take longer than blocks, four take less time.
inline constexpr unsigned rows_of_gathers = 4;

/// Per cent of the usable registers that values may fill in kernels with barriers that get two registers of lanes. With
/// 100, forces between atoms in boxes are slower. Most other kernels with wide enough groups are faster by it, some are
/// slightly slower.
inline constexpr unsigned registers_in_groups = 75;

/// The same for AVX2, where values are also memory operands (Zen 3). Nearly all of the kernels that get 16 lanes for 8
/// by it are faster; two scans are slower. Half as many and a third more have slightly more regret.
inline constexpr unsigned operands_in_groups = 150;

/// Fewest work-items of a group for which more than two registers of lanes pay in a loop between barriers. They pay if
/// the loop has long chains, or at most `short_loop` operations. Sums, products and extremes of floats, doubles and
/// words are faster with more registers in groups of 128 and 256 work-items, and slower in groups of 64 (Zen 4).
inline constexpr unsigned wide_group = 128, short_loop = 6;

/// Per cent of the usable registers that live values may fill if chains of dependent operations take the time. Half and
/// twice as many change the lanes of hashcat's MD5 and SHA-256. Rounds of MD4 take the same time with both.
inline constexpr unsigned spilled_chains = 230;

/// The same for two registers each in loops with divergent exits, spilled or not. Half of the timed kernels are faster
/// with two registers, the others equal. Attention with one work-item for each row has many more live values, and is
/// slower.
inline constexpr unsigned spilled_apart = 500;

/// The same for eight registers each, of columns (AVX2, Zen 3). Tridiagonal systems and clusters by features are faster
/// with 32 lanes, congruences are slightly slower. More live values mean longer chains.
inline constexpr unsigned spilled_columns = 400;

/// Limits for AVX2's lanes with two registers each, or four if these hide chains. `registers_of_lanes`: those of the 16
/// that hold values of lanes in plan/estimates/spills.h. `moved_...`: spill moves in per cent of the operations, in
/// loops and in straight code. `carried_registers`: registers from one iteration to the next. Nearly all kernels that
/// have more lanes by them are faster; two reductions and two kernels with short rows are slower. Other limits on moves
/// have the same regret. Without `carried_registers` tiles of products are much slower (Zen 3).
inline constexpr unsigned registers_of_lanes = 15, moved_in_loops = 140, moved_in_straight = 110,
                          carried_registers = 24;

/// Spill moves, in per cent of the operations, up to which four registers each pay without chains to hide. Few kernels
/// change by it, most of them become faster: searches for MD5, lengths in UTF-8, greatest divisors. With a higher limit
/// products with sparse rows change, too, and are slower (Zen 3, with masks as wide as the elements that they select).
inline constexpr unsigned moved_by_four = 60;

/// Per cent of the usable registers that live values may fill in short straight code with two registers each. With 100,
/// five of six kernels with slightly more values would be slower (particles in a field, tone curves, bitmaps, sorts of
/// eight, lattice Boltzmann). With 210, sums over edges and inverses of matrices would be slower, and colours slightly
/// faster.
inline constexpr unsigned spilled_straight = 160;

/// Fewest operations for each scattered access in straight code for which lanes may fill four registers instead of two.
/// Nearly all of the timed kernels (colours, diffusion, waves, spins) are faster with four.
inline constexpr unsigned work_beside_apart = 6;

/// Most instructions for each call of a function in kernels that mostly call functions (AVX2, Zen 3), and registers
/// that their lanes may fill for each value. Chemistry, options, forces and particles are faster with four registers,
/// two kernels on doubles are slightly slower. Two registers gain less.
inline constexpr unsigned work_beside_call = 40, vectors_of_calls = 4;

/// Trip count that is assumed for an inner loop. Half and twice as many change whether loops of multiply-adds, MD5 and
/// n-body have a version for full chunks, but no kernel's time.
inline constexpr unsigned inner_iterations = 8;

/// Two rows of a stencil run together (plan/plan_rows.h) if ten of their loads are of at most nine places. For two
/// loads there may be five operations at most. Stencils of five and more neighbours are faster with two rows,
/// gradients, which share nothing, are equal, and medians are slower.
inline constexpr unsigned loads_of_rows = 10, places_of_rows = 9, work_of_stencils = 5;

/// Fewest operations by which a loop counts. They are left out when uniform work is compared with other work. Kernels
/// of bench_regret whose work is then mostly uniform are faster with two rows together than with one, or equal.
inline constexpr unsigned loop_counting = 2;

/// Operations in the core's reorder window, roughly: longer loops wait for their chains. MD4 is much slower if no loop
/// counts as longer. Half and twice as many change no kernel.
inline constexpr unsigned operations_in_flight = 128;

/// Vector operations that the core starts in a cycle. With 1, MD4 and k-means are slower. With 2, and with products and
/// divisions as quick as all else, a filter of 5x5 is faster. Slower are batches of Cholesky's and of tridiagonal
/// systems, sliding means, checksums by bits, congruences of 64 bits and random walks.
inline constexpr unsigned operations_per_cycle = 4;

/// Real time of a long piece of code in per cent of its critical path, since no schedule is perfect. With 100, MD4 is
/// much slower; with twice this number it is hardly faster.
inline constexpr unsigned schedule_slack = 125;

/// Latencies: cycles from operands to result. `floating_cycles` is that of a multiply-add. A product of 64 bits is
/// three instructions. With calls of 1 cycle, chains of sin, exp, atan2 and pow are slower, with 100 equal. With 2
/// cycles for floating point, k-means is slower. With 2 for integers, two kernels change, and MD4 takes the same time.
inline constexpr unsigned integer_cycles = 1, product_cycles = 3, long_product_cycles = 15, floating_cycles = 4,
                          division_cycles = 13, call_cycles = 30;

/// Cycles for each lane of an access by lanes that are in different rows: with AVX-512, with fast gathers, and with
/// AVX2. `stored_cycles`: those from a store to a load of the same place. plan/row_writes.h compares them with the time
/// of one work-item after another. For loops that write rows (filters, sums, tridiagonal systems) lanes and pairs take
/// the predicted time. Rows of a power of two bytes slow lanes down far more, but only the launch knows them.
inline constexpr double access_cycles = 1.5, fast_access_cycles = 0.75, short_access_cycles = 1.2;
inline constexpr unsigned stored_cycles = 5;

/// Fewest cycles of an iteration that waits for the one before, if work-items run one by one. Measured with running
/// maxima of integers.
inline constexpr double recurrence_cycles = 1.5;

/// Cycles for each lane and four bytes of an access that is made in blocks of a row, with or without arithmetic beside
/// it.
inline constexpr double blocked_cycles = 0.5;

/// Objects whose rows lanes read and write in blocks, from which on 16 lanes evict each other's cache lines. Sums of
/// prefixes and suffixes, filters, tridiagonal systems and alternating directions are faster with 16 lanes if their
/// rows have about 500 floats, slower with 1,024. With three objects they gain less and lose more (Zen 4).
inline constexpr unsigned crowding_rows = 3;

/// Factor by which steps of a group along rows must be faster one by one (plan/group_steps.h). Elimination,
/// factorizations, inverses, triangular systems and alignments of small matrices above it are faster one by one. LU
/// factorizations below it would be slower, and so would tiles of a product that its author gave to each work-item.
inline constexpr double better_one_by_one = 2.4;

/// Cycles until the next floating-point division can begin. Measured with averages of 11 and of 9 elements along rows:
/// the former are faster with 8 lanes, the latter equal.
inline constexpr unsigned division_issue_cycles = 3;

/// The same for integers, one by one. Divided sliding sums of four bytes by rows are faster with lanes (Zen 3).
inline constexpr unsigned integer_division_issue_cycles = 6;

// ---- Which dimension lanes lie along (plan/dimensions/dimension_costs.h) ----

/// Cost of one vector operation, in the unit of that file.
inline constexpr unsigned price = 4;

/// Fewest loads of bytes and shorts for which it matters how many registers they are widened to (plan/widened_bytes.h).
/// With more than `work_on_widened` instructions for each, chains make more lanes pay again.
inline constexpr unsigned widened_loads = 3, work_on_widened = 6;

/// Cost of scattered accesses of lanes, in per cent of the same accesses one by one. Gathers take twice the time of
/// their loads. Each scattered store also brings a cache line, and writes it back.
inline constexpr unsigned scattered_load = 200, scattered_store = 300;

/// The same in local memory, which the caches hold. These and the next four were fitted to kernels with tiles and
/// groups of all shapes (docs/decisions/planner/033-group-shapes.md). Regret was higher while accesses to local memory
/// cost as much as others, divisions by constants as much as others, and all loops were assumed to run eight times.
inline constexpr unsigned scattered_local_load = 150, scattered_local_store = 250;

/// Operations of a load whose lanes most likely are neighbours, in global and in local memory. In local memory chunks
/// meet the edges of tiles.
inline constexpr unsigned likely_ramp = 3, likely_ramp_of_tile = 8;

/// Operations of a division by a constant. The others are costs for one work-item: of an access, of such a division,
/// and of a division by a variable.
inline constexpr unsigned constant_division = 8, scalar_access = 3, scalar_constant_division = 10, scalar_division = 32;

/// Trip count of a loop that a group goes through together, each work-item in its turn.
inline constexpr unsigned rounds_of_group = 2;

/// Operations that divide ids out of the linear id.
inline constexpr unsigned linear_ids = 40;

/// Lanes lie along dimension 0, unless it costs more than this many per cent of another dimension. The first dimension
/// is the one that a kernel's author had in mind.
inline constexpr unsigned better_dimension = 125;

// ---- Masks (plan/mask_cost.h, linearize/masks/region_linearizer.h, linearize/hoist_safe_loads.h) ----

/// Fewest instructions of a kernel for each one that masks add, for which the code for tails may run full chunks, too.
/// With half as many, Sobel is slower. With twice as many, MD5, n-body and loops of multiply-adds have code twice and
/// take the same time.
inline constexpr unsigned work_beside_mask = 40;

/// Instructions that take as long as a masked store, for each register, if masks are vectors. On Zen 3 a masked store
/// is slow, and no two run at a time.
inline constexpr unsigned masked_store = 20;

/// Most instructions of one side of a divergent branch that all lanes run without a branch around it. An unpredictable
/// branch that few items take costs as much as this many. With half as many such branches are slower, branches that no
/// item or runs of neighbours take are faster. With twice as many the latter are slower, and bench/'s rays and spheres
/// much slower. Look-ups that are hoisted above the branch need no limit of their own: they are slower only if no item
/// takes it (Zen 4).
inline constexpr unsigned flat_instructions = 24;

// ---- Few active lanes (linearize/serialize_sparse/serialization_threshold.h) ----

/// Cycles of all lanes from which on a divergent region is tested at run time for few active lanes. In this order: a
/// region with loops, one with loops inside of a loop, one without loops, and each iteration of a loop with divergent
/// exits. Measured with regions (walks along edges, windows, look-ups, sorts, equations, lights, texts) that few to all
/// work-items take at random: the fewer take one, the more is gained, and nothing is lost if all do (Zen 4). With the
/// lowest for all, forces within a radius and colours between eight neighbours are slower. With much less for an
/// iteration, words of a text are slower.
inline constexpr unsigned work_for_turns = 60, work_in_loop = 150, work_at_once = 250, work_of_iteration = 80;

/// Cycles until one lane's turn begins, and per cent of all lanes' time that all turns may take. With a longer start
/// and a lower share rows, forces, windows and walks along edges that few items take are slower. With twice the share
/// lists and lights are slower.
inline constexpr unsigned begin_of_turn = 15, share_of_turns = 100;

/// Cycles of a mispredicted branch, and of a load until its result is there. `apart_quarters`: quarters of a cycle that
/// a scattered access takes for each lane.
inline constexpr unsigned guessed_wrong = 13, loaded_cycles = 5, apart_quarters = 3;

// ---- Memory (widen/memory, lower/stream_stores.h, plan/row_streams.h, group/rematerialize.h,
// linearize/strided_streams/transpose_streams.h) ----

/// Smallest constant divisor of ids for which the lanes of a chunk are assumed to be mostly in one row.
inline constexpr unsigned wide_row = 32;

/// Largest distance of two lanes' elements, for each used element, that wide loads may skip at any rate. Loads one by
/// one or gathers are slower for every second, third and fourth float, with AVX2, too.
inline constexpr unsigned loaded_for_used = 4;

/// Largest such distance, in elements, with source vectors. Half and twice as much change no kernel; a quarter would
/// change SHA-256's uint8.
inline constexpr unsigned widest_vector_run = 16;

/// Fewest lanes for each loaded register if the stride is wider than that. Every eighth and every fifth float are
/// faster by wide loads. With fewer, doubles from every fifth on are slower, and floats from every sixth on with AVX2.
inline constexpr unsigned elements_for_register = 2;

/// Widest such stride, in elements. Every twelfth short or byte is faster by wide loads, every sixteenth short is
/// slower.
inline constexpr unsigned widest_element_run = 12;

/// Fewest elements of a source vector for which a transposition is faster than a gather, or a shuffle, for each of
/// them. Gathered float4 and float8 are much slower. With 2, float2 takes the same time, since it moves as 64 bits
/// anyway.
inline constexpr unsigned transposed_elements = 4;

/// Most bytes of adjacent stores that are merged into one (linearize/merges/merge_stores.h). Four floats of a
/// structure, the same changed in place, and complex numbers are faster merged (Zen 4).
inline constexpr std::int64_t merged_store_bytes = 32;

/// The same for words if the lanes' stores leave no gaps. Eight and 16 floats, eight doubles, and matrices of 4x4 are
/// about twice as fast merged (Zen 4).
inline constexpr std::int64_t merged_dense_bytes = 64;

/// Fewest iterations of a loop whose sums are kept in registers if possible (linearize/promote_reductions.h).
inline constexpr unsigned promoted_reduction_trips = 8;

/// Elements of a row that are loaded at once if lanes walk along rows of their own
/// (linearize/strided_streams/transpose_streams.h). Sums of rows are much slower without such blocks, and slightly
/// slower with half as many elements.
inline constexpr unsigned streamed_elements = 8;

/// The same for 32-bit elements: a cache line. By half a line rows of 2^n bytes, for whose lines a cache has few
/// places, are slower, other rows equal. The rest of a row goes by half a line.
inline constexpr unsigned streamed_words = 16;

/// Smallest element of such a row, in bytes, for which lanes fill no more than one vector (plan/strided_rows.h). With
/// 64 lanes sums of floats are slower, checksums of bytes faster. With AVX2 nearly all kernels on bytes are faster with
/// 32 lanes than with 8 (Zen 3).
inline constexpr std::int64_t widened_stream_bytes = 4;

/// Smallest known trip count of a loop that loads in blocks, without and with stores in blocks. Sums of 16 differences
/// of bytes under a mask are much faster in blocks; with stores, 16 iterations are slightly slower.
inline constexpr unsigned read_stream_trips = 16, written_stream_trips = 32;

/// Bytes of a cache line. The others describe Zen 3's first-level data cache: the distance of lines of the same set, in
/// bytes, and the lines of a set.
inline constexpr std::uint64_t line_bytes = 64, bytes_till_same_place = 4096, lines_of_a_place = 8;

/// Fewest bytes of a line that a store past the caches must fill. With half as many Sobel gains nothing.
inline constexpr std::uint64_t least_streamed_bytes = 32;

/// Most instructions that are rematerialized after a barrier instead of storing and loading their result. With half as
/// many kernels of bench/ with barriers take about the same time; with twice as many none of them changes, and few
/// others do.
inline constexpr int rematerialized = 8;

// ---- Unlikely blocks (limits/unlikely_block.h) ----

/// A block is unlikely if its branch takes it less than once in this many times. LLVM's own mark means once in 2000;
/// profiles of the source may say anything.
inline constexpr std::uint64_t unlikely_share = 64;

}  // namespace lanewise::compiler::costs
