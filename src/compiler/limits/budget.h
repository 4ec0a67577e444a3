// Compile time is bounded by bounding code: limits on code_size() (limits/code_size.h), and what is done
// beyond each. Machines and runs do not differ in it. A kernel that is too large gives up, in this order,
// inlined math (library/inline_builtins.h), a version of its own for full chunks, lanes, and the code
// generator's optimizations. About 50 microseconds are spent on each instruction. Sizes of memory are bounded by
// limits/memory_limits.h; what code is taken to cost when it runs is in limits/costs.h.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler::budget {

/// A kernel beyond which functions are simplified before they are inlined, in the front end's instructions.
inline constexpr std::uint64_t simplified_first = 5000;

/// A kernel up to which all that it calls is inlined. In a larger one functions of more than `copied_instructions` are
/// kept (prepare/kept/kept_functions.h): those that are called more than once, and those that are called once where
/// their caller would have more than `grown_instructions` taken in. The time of many passes grows faster than a
/// function. A kernel of more than `repeated_instructions` counts as larger where it has `most_copies` times what is
/// written: functions that call each other twice on each of a dozen levels.
inline constexpr std::uint64_t inlined_instructions = 60000;
inline constexpr std::uint64_t repeated_instructions = 4000, most_copies = 32;
inline constexpr std::uint64_t copied_instructions = 200;
inline constexpr std::uint64_t grown_instructions = 4000;

/// What late builtins may add to a chunk function by being inlined; those beyond it are called.
inline constexpr std::uint64_t builtins_in_chunk = 1000;
inline constexpr std::uint64_t builtins_in_tail = 100;

/// The same in code that is compiled for launches which are not known to take long (LargeBuiltins::called): most of the
/// compile time of small kernels with one math call is that of the builtin's body.
inline constexpr std::uint64_t builtins_at_first = 100;

/// What the copies of one builtin that the source calls several times may add: calls cost a kernel with many of them
/// 5 %, copies cost it a third of its compile time. One call of the source, even if it is four of 16 lanes, is worth
/// copies: sin, pow, atan2 and fmod take a tenth to a third less time, a kernel of one of them compiles 8 ms longer.
inline constexpr std::uint64_t copies_of_builtin = 128;

/// What texel functions made for known images may add to the chunk functions of code that is compiled while other code
/// runs (pipeline/known_images.h).
inline constexpr std::uint64_t known_images_in_chunk = 4000;

/// A chunk function for full chunks and one for tails together; larger kernels run all chunks by the one
/// for tails, larger than `one_version` with fewer lanes, or by one work-item at a time.
inline constexpr std::uint64_t both_versions = 8000;
inline constexpr std::uint64_t one_version = 20000;

/// The one for tails where there are fewer lanes than were planned, because these would be too large.
inline constexpr std::uint64_t fewer_lanes = 10000;

/// A chunk function for tails that is compiled apart, when a launch first needs it (compiler::Chunks); smaller ones
/// cost a kernel 2 ms.
inline constexpr std::uint64_t tail_apart = 100;

/// Instructions that group/split_barriers wraps around each region between barriers: loops over a work-group's chunks.
inline constexpr std::uint64_t code_of_region = 45;

/// The finished kernel; a larger one is compiled without optimizing code generation.
inline constexpr std::uint64_t optimized_code = 32000;

/// What that time grows with the square of: register allocation looks for splits in all blocks, the pool of vector
/// constants is searched linearly. As many of them squared, and divided by these, count as instructions.
inline constexpr std::uint64_t squared_blocks = 500;
inline constexpr std::uint64_t squared_constants = 900;

/// The finished kernel up to which its frame lies on the thread's stack; a larger one has a stack of its own
/// (machine/own_stack.h).
inline constexpr std::uint64_t code_on_stack = 2000;

/// Instructions of a function to which all cleanup passes are applied.
inline constexpr unsigned cleaned_thoroughly = 60000;

/// Instructions in one basic block; longer ones are cut (machine/split_long_blocks.h).
inline constexpr unsigned block_instructions = 500;

/// Loops of one function up to which a step that looks at loops is still taken; the steps' time grows with the
/// square of their number. Induction variables are compared pairwise; ScalarEvolution looks for the conditions
/// that guard a loop in all loops before it; rotation updates the depths of all blocks behind a loop; what a load may
/// have been stored by is looked for in all loops before it.
inline constexpr unsigned strength_reduced_loops = 48;
inline constexpr unsigned followed_loops = 150;
/// And loads times instructions: without the limit 14 of 50 ms for sums of rows by 16 lanes, whose blocks are 64 loads
/// each; the collection's kernels, a fifteenth of which it concerns, are as fast with it.
inline constexpr std::uint64_t followed_loads = 100000;
inline constexpr unsigned analysed_loops = 100;
inline constexpr unsigned rotated_loops = 600;
inline constexpr unsigned cleaned_loops = 3000;

/// Products of a sum that loops' starts and ends are taken apart into (simplify/exact_sum.h), and operations on the way
/// to each: of both, what is written by hand has fewer.
inline constexpr unsigned summed_products = 4, summed_depth = 6;

/// Loops times instructions of a function whose loops' induction variables are still optimized: the uses of each loop's
/// variables are compared pairwise, and the guards of all loops around them are looked at for each.
inline constexpr unsigned strength_reduced_work = 20000;

/// Instructions of a nest of loops once it is unrolled (simplify/unroll_loops.h), and of the header of a loop that is
/// copied to rotate it: code grows by as much.
inline constexpr std::uint64_t unrolled_nest = 4096;
inline constexpr unsigned rotated_header = 64;

/// Elements of memory that registers carry through one loop (simplify/carry_elements.h), more may have to be spilled;
/// and the loop's accesses, which each of them is compared with.
inline constexpr unsigned carried_elements = 16, accesses_beside_carried = 256;

/// Stores that wait for loads behind them (simplify/delay_stores.h), in registers.
inline constexpr unsigned delayed_stores = 16;

/// Instructions of a loop that the cleanup unrolls (simplify/cleanup.h).
inline constexpr std::size_t unrolled_loop = 600;

/// Bytes of a private array from which on loops over it are not unrolled: no registers hold it.
inline constexpr std::uint64_t large_array = 1024;

/// Iterations of a loop that is unrolled for what it writes side by side.
inline constexpr unsigned joined_iterations = 4;

/// Times that loops are unrolled: nests of so many whose inner ones the outer ones bound.
inline constexpr unsigned unroll_rounds = 3;

/// Instructions of a loop that is vectorized by iterations (simplify/vectorize_loops.h), and such loops of a function:
/// each becomes up to ten times as large, and takes its milliseconds.
inline constexpr std::size_t vectorized_loop = 200;
inline constexpr unsigned vectorized_loops = 32;

/// Bytes of a copy of a private array up to which it becomes loads and stores (linearize/open_copies.h): code grows
/// with each vector of it.
inline constexpr std::uint64_t opened_copy_bytes = 1024;

/// Copies of sides of divergent branches for chunks that go there as one (linearize/fast_paths/fast_paths.h), and their
/// instructions in sum: that is how much a kernel grows, and each copy is looked for in the whole kernel.
inline constexpr unsigned fast_paths = 4;
inline constexpr unsigned instructions_of_fast_paths = 400;

/// Arms that few lanes go through one by one (linearize/few_lanes/few_lanes.h), their instructions in sum, of which
/// there is a function each, and elements of a private array that are handed over to it.
inline constexpr std::size_t rare_arms = 4;
inline constexpr unsigned instructions_of_arms = 1000;
inline constexpr std::uint64_t handed_elements = 16;

/// Lanes of a chunk: masks are numbers of as many bits (widen/chunk/widen_options.h), and code grows with them.
inline constexpr unsigned most_lanes = 64;

/// Instructions of a kernel that works on wide source vectors and is looked at for lanes all the same (plan/plan.h):
/// more wait for chains of their own, which no other iteration hides, and are mostly hash functions unrolled.
inline constexpr unsigned instructions_on_wide_vectors = 400;

/// Rows that run together, and instructions of a kernel that is tried in rows (plan/plan_rows.h): a version more is
/// made, as many times as large.
inline constexpr unsigned most_rows = 8;
inline constexpr unsigned instructions_in_rows = 400;

/// Instructions of a linearized kernel with barriers that gets more lanes than one register holds: up to twice the
/// code.
inline constexpr unsigned instructions_in_wide_groups = 250;

/// Those of a kernel without loops that has two registers of lanes although they spill: more take longer to compile
/// than they gain.
inline constexpr unsigned instructions_that_spill = 600;

/// Instructions of a linearized kernel whose values are traced through registers (plan/estimates/spills.h).
inline constexpr unsigned instructions_traced = 900;

/// Instructions of a linearized kernel whose launches are asked for the best plan: all of its plans are compiled then.
inline constexpr unsigned tried_instructions = 3000;

/// Instructions of a kernel whose items run in pairs (widen/pair_items.h): three copies of it are made.
inline constexpr unsigned paired_instructions = 8000;

/// Values that are followed back from the address of one load, to see whether it is a look-up.
inline constexpr unsigned lookup_steps = 32;

/// Iterations of a loop that are stepped through for its chains (plan/estimates/latency.h); how far one comes behind
/// the last no longer changes then.
inline constexpr unsigned stepped_iterations = 3;

/// How deep an index is looked into to guess that lanes read side by side (widen/memory/contiguity.h): each operand of
/// each operation is looked at, so time doubles with each level.
inline constexpr unsigned guessed_depth = 8;

/// Operations that are looked at, back from all addresses of a kernel, to find the ids that they are made of
/// (plan/memory_order.h).
inline constexpr unsigned address_operations = 10000;

/// Sums within sums that plan/row_walks looks for a loop's count in: as deep as sources write them, and extensions
/// between.
inline constexpr unsigned address_depth = 8;

/// Pairs of a load and a store of local memory whose distance is asked for (lower/match_local_stores.h).
inline constexpr std::size_t matched_accesses = 4096;

/// Sums of a loop that may be kept in registers, its accesses, pairs of places that are compared when it runs, and its
/// instructions: there are two loops then (linearize/keep_sums.h).
inline constexpr std::size_t kept_sums = 16, accesses_beside_sums = 96, compared_places = 64, kept_sums_loop = 600;

/// Loads in one block that are looked at for such as lie side by side (linearize/joins/join_loads.h): each is compared
/// with one of each group; and bits of their distance.
inline constexpr unsigned joined_loads = 64, joined_distance_bits = 16;

/// Stores in one block, and loads between them, that are looked at for stores side by side
/// (linearize/joins/join_stores.h).
inline constexpr std::size_t joined_stores = 64;

/// Loads and stores of a kernel along rows that become those of blocks (linearize/walks/block_walks.h): each is some
/// hundred instructions. And loops of a kernel that these are looked for in: ScalarEvolution goes through all loops
/// before a load.
inline constexpr std::size_t blocked_walks = 6, walked_loops = 48;

/// Stores of a loop whose places are compared with those of each of them, and loads with those of each such store.
inline constexpr std::size_t stores_beside_walks = 4, reads_beside_walks = 8;

/// Unlikely blocks that get a copy of the same vector (machine/sink_unlikely.h).
inline constexpr unsigned sunk_copies = 4;

/// Runs of stores of a kernel that get a second form, past the caches (lower/stream_stores.h): each is code twice.
inline constexpr std::size_t streamed_runs = 4;

/// Ways to see one bitwise operation as a function of three values (machine/fuse_logic.h): those of its operands are
/// combined pairwise.
inline constexpr unsigned cuts_of_operation = 12;

/// Sums that addresses of lanes are taken apart into (machine/lane_places.h): sums of sums, and terms of each kind.
inline constexpr unsigned depth_of_lane_places = 4;
inline constexpr std::size_t terms_of_lane_places = 4;

/// Masks that are made of each other and are split together (machine/split_masks.h): each becomes several.
inline constexpr unsigned masks_of_web = 256;

/// Votes of a kernel up to which it is analysed anew behind each, since one may prove what follows it
/// (meetings/group_votes.h).
inline constexpr unsigned votes_one_by_one = 16;

/// Blocks looked at in one kernel to find phis whose values may be stored early (group/spill_live_values.cpp).
inline constexpr std::uint64_t followed_blocks = 200000;

/// How often, on average, a block of a kernel with votes may belong to a region (meetings/settle_meetings.h).
inline constexpr std::size_t copies_of_blocks = 3;

/// Places where the work-items of a kernel with votes may go on, times values that live from block to block.
inline constexpr std::size_t values_at_starts = 100000;

/// A function from whose number of blocks on variables that are used in no more than `blocks_of_variable` are
/// promoted one by one (simplify/promote_variables.h).
inline constexpr std::size_t many_blocks = 500;
inline constexpr unsigned blocks_of_variable = 8;

/// Uses of one variable in memory that InstCombine is shown (simplify/combine/combine_instructions.h).
inline constexpr unsigned shown_uses = 500;

/// Instructions of a function whose frozen comparisons InstCombine is shown (simplify/combine/frozen_comparisons.h).
inline constexpr unsigned shown_freezes = 1000;

enum class Versions : std::uint8_t { none, masked, both };

/// Which of the two widened chunk functions of a kernel to keep. `register_bits`: see code_size().
Versions affordable_versions(const llvm::Function& full, const llvm::Function& tail, unsigned register_bits);

/// Whether a chunk function is too large that has fewer lanes than were planned.
bool is_too_large_for_fewer_lanes(const llvm::Function& tail, unsigned register_bits);

/// Whether code for full chunks leaves out that for the others, `tail`.
bool is_tail_apart(const llvm::Function& tail, unsigned register_bits);

/// Whether widening `kernel`, which makes it larger, is not worth trying.
bool is_too_large_to_widen(const llvm::Function& kernel, unsigned register_bits);

/// Whether `function` has at most `limit` loops.
bool has_few_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned limit);

/// Whether the finished `entry` is compiled with optimizing code generation.
bool affords_optimizing_codegen(const llvm::Function& entry, unsigned register_bits);

}  // namespace lanewise::compiler::budget
