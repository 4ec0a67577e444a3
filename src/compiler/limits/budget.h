// Limits that bound compile time by bounding code: numbers of code_size() (limits/code_size.h), and the step that is
// left out beyond each. They are the same on all machines and in all runs. Compile time is roughly proportional to the
// instructions. A kernel that is too large first gives up inlined math (library/inline_builtins.h) and a version of its
// own for full chunks. Then it gives up lanes, and at last the code generator's optimizations. limits/memory_limits.h
// bounds sizes of memory; limits/costs.h has the assumed costs at run time.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler::budget {

/// Size of a kernel beyond which functions are simplified before they are inlined, in the front end's instructions.
inline constexpr std::uint64_t simplified_first = 5000;

/// Size of a kernel up to which everything that it calls is inlined. In a larger kernel functions of more than
/// `copied_instructions` are kept (prepare/kept/kept_functions.h): those that are called more than once, and those that
/// are called once by a function that would take in more than `grown_instructions`. The time of many passes grows
/// faster than a function. A kernel of more than `repeated_instructions` also counts as larger if inlining makes it
/// `most_copies` times the source's size: functions that call each other twice on each of a dozen levels.
inline constexpr std::uint64_t inlined_instructions = 60000;
inline constexpr std::uint64_t repeated_instructions = 4000, most_copies = 32;
inline constexpr std::uint64_t copied_instructions = 200;
inline constexpr std::uint64_t grown_instructions = 4000;

/// Size that inlined late builtins may add to a chunk function; those beyond it are called.
inline constexpr std::uint64_t builtins_in_chunk = 1000;
inline constexpr std::uint64_t builtins_in_tail = 100;

/// The same for code that is compiled for launches not known to take long (LargeBuiltins::called). In small kernels
/// with one math call the builtin's body takes most of the compile time.
inline constexpr std::uint64_t builtins_at_first = 100;

/// Size that copies of a builtin may add if the source calls it several times. Kernels with many calls are slightly
/// slower with calls, but copies take much of their compile time. A single call of the source is worth copies, even if
/// it is four calls of 16 lanes: sin, pow, atan2 and fmod are clearly faster, and the kernel compiles a little longer.
inline constexpr std::uint64_t copies_of_builtin = 128;

/// Size that texel functions made for known images may add to chunk functions, in code that is compiled while other
/// code runs (pipeline/known_images.h).
inline constexpr std::uint64_t known_images_in_chunk = 4000;

/// Size of a chunk function for full chunks and one for tails together. Larger kernels run all chunks by the one for
/// tails. Beyond `one_version` they have fewer lanes, or run by one work-item at a time.
inline constexpr std::uint64_t both_versions = 8000;
inline constexpr std::uint64_t one_version = 20000;

/// Size of a chunk function for tails with fewer lanes, if those that were planned make it too large.
inline constexpr std::uint64_t fewer_lanes = 10000;

/// Size of a chunk function for tails beyond which it is compiled separately, when a launch first needs it
/// (compiler::Chunks). Smaller ones take little compile time.
inline constexpr std::uint64_t tail_apart = 100;

/// Instructions that group/split_barriers wraps around each region between barriers: loops over a work-group's chunks.
inline constexpr std::uint64_t code_of_region = 45;

/// Size of a finished kernel beyond which code generation does not optimize.
inline constexpr std::uint64_t optimized_code = 32000;

/// Divisors for the parts of code generation's time that grow quadratically. The number of blocks (or vector
/// constants), squared and divided by these, counts as instructions. Register allocation looks for splits in all
/// blocks, and the pool of vector constants is searched linearly.
inline constexpr std::uint64_t squared_blocks = 500;
inline constexpr std::uint64_t squared_constants = 900;

/// Size of a finished kernel up to which its frame lies on the thread's stack; a larger one has a stack of its own
/// (machine/own_stack.h).
inline constexpr std::uint64_t code_on_stack = 2000;

/// Most instructions of a function that all cleanup passes are applied to.
inline constexpr unsigned cleaned_thoroughly = 60000;

/// Most instructions of a basic block; longer ones are cut (machine/split_long_blocks.h).
inline constexpr unsigned block_instructions = 500;

/// Most loops of a function for which a step that looks at loops is still taken: its time grows quadratically. Strength
/// reduction compares induction variables pairwise. GVN looks in all loops before a load for the stores of its value.
/// ScalarEvolution looks in all loops before a loop for the conditions that guard it. Rotation updates the depths of
/// all blocks after a loop.
inline constexpr unsigned strength_reduced_loops = 48;
inline constexpr unsigned followed_loops = 150;
/// Loads times instructions up to which GVN follows loads. Sums of rows by 16 lanes, whose blocks are 64 loads each,
/// compile much longer without this limit. The collection's kernels beyond it are as fast with it.
inline constexpr std::uint64_t followed_loads = 100000;
inline constexpr unsigned analysed_loops = 100;
inline constexpr unsigned rotated_loops = 600;
inline constexpr unsigned cleaned_loops = 3000;

/// Most products of a sum that loops' starts and ends are taken apart into (simplify/loops/exact_sum.h), and most
/// operations on the way to each. Handwritten sums have fewer.
inline constexpr unsigned summed_products = 4, summed_depth = 6;

/// Loops times instructions of a function up to which induction variables are optimized. The uses of each loop's
/// variables are compared pairwise, and for each the guards of all loops around it are looked at.
inline constexpr unsigned strength_reduced_work = 20000;

/// Most instructions of an unrolled nest of loops (simplify/unroll_loops.h), and of a loop header that is copied to
/// rotate the loop. Code grows by as much.
inline constexpr std::uint64_t unrolled_nest = 4096;
inline constexpr unsigned rotated_header = 64;

/// Most elements of memory that registers carry through one loop (simplify/loops/scalar_replacement.h): more may have
/// to be spilled. And most accesses of the loop, since each element is compared with them.
inline constexpr unsigned carried_elements = 16, accesses_beside_carried = 256;

/// Most stores that wait in registers for later loads (simplify/values/sink_stores.h).
inline constexpr unsigned sunk_stores = 16;

/// Most instructions of a loop that the cleanup unrolls (simplify/cleanup.h).
inline constexpr std::size_t unrolled_loop = 600;

/// Bytes of a private array from which on loops over it are not unrolled: no registers hold it.
inline constexpr std::uint64_t large_array = 1024;

/// Most iterations of a loop that is unrolled because it accesses adjacent elements.
inline constexpr unsigned merged_iterations = 4;

/// Rounds of unrolling: depth of a nest whose inner loops are bounded by the counters of outer ones.
inline constexpr unsigned unroll_rounds = 3;

/// Most instructions of a loop that is vectorized by iterations (simplify/loops/vectorize_loops.h), and most such loops
/// of a function. Each becomes up to ten times as large and takes a while to compile.
inline constexpr std::size_t vectorized_loop = 200;
inline constexpr unsigned vectorized_loops = 32;

/// Most bytes of a copied private array for which the copy becomes loads and stores (linearize/open_copies.h). Code
/// grows with each vector of it.
inline constexpr std::uint64_t opened_copy_bytes = 1024;

/// Most copies of sides of divergent branches for chunks that do not diverge there (linearize/fast_paths/fast_paths.h),
/// and most instructions of them all. A kernel grows by these, and for each copy the whole kernel is searched.
inline constexpr unsigned fast_paths = 4;
inline constexpr unsigned instructions_of_fast_paths = 400;

/// Most divergent regions that few active lanes run one by one (linearize/serialize_sparse/serialize_sparse.h), and
/// most instructions of them all, since each gets a function. `handed_elements`: most elements of a private array that
/// is handed over to it.
inline constexpr std::size_t sparse_regions = 4;
inline constexpr unsigned instructions_of_sparse_regions = 1000;
inline constexpr std::uint64_t handed_elements = 16;

/// Most lanes of a chunk: masks are integers of as many bits (widen/chunk/widen_options.h), and code grows with the
/// lanes.
inline constexpr unsigned most_lanes = 64;

/// Most instructions of a kernel on wide source vectors that is considered for lanes (plan/plan.h). Larger ones wait
/// for chains of their own, which no other iteration hides, and are mostly unrolled hash functions.
inline constexpr unsigned instructions_on_wide_vectors = 400;

/// Most rows that run together, and most instructions of a kernel that is tried in rows (plan/plan_rows.h). A further
/// version is made, as many times as large.
inline constexpr unsigned most_rows = 8;
inline constexpr unsigned instructions_in_rows = 400;

/// Most instructions of a linearized kernel with barriers that gets more lanes than one register holds: its code may
/// double.
inline constexpr unsigned instructions_in_wide_groups = 250;

/// Most instructions of a kernel without loops that has two registers of lanes although they spill. Larger ones take
/// longer to compile than they gain.
inline constexpr unsigned instructions_that_spill = 600;

/// Most instructions of a linearized kernel whose values are traced through registers (plan/estimates/spills.h).
inline constexpr unsigned instructions_traced = 900;

/// Most instructions of a linearized kernel whose launches try other plans, since all of its plans are compiled then.
inline constexpr unsigned tried_instructions = 3000;

/// Most instructions of a kernel whose items run in pairs (widen/interleave_items.h): three copies of it are made.
inline constexpr unsigned paired_instructions = 8000;

/// Most values that are followed back from the address of one load to see whether it is a look-up.
inline constexpr unsigned lookup_steps = 32;

/// Iterations of a loop that are stepped through to find its critical path (plan/estimates/latency.h). The delay from
/// one iteration to the next no longer changes after these.
inline constexpr unsigned stepped_iterations = 3;

/// Depth of an index's expression that is searched to guess whether lanes read adjacent elements
/// (widen/memory/contiguity.h). Each operand of each operation is looked at, so time doubles with each level.
inline constexpr unsigned guessed_depth = 8;

/// Most operations that are followed back from all addresses of a kernel to find the ids in them
/// (plan/dimensions/memory_order.h).
inline constexpr unsigned address_operations = 10000;

/// Depth of nested sums in an address that is searched for a loop's counter, as in plan/strided_rows.h. Sources nest no
/// deeper, with the extensions between.
inline constexpr unsigned address_depth = 8;

/// Most pairs of a load and a store of local memory whose distance is asked for (lower/match_local_stores.h).
inline constexpr std::size_t matched_accesses = 4096;

/// Most sums of a loop that may be kept in registers (linearize/promote_reductions.h). Then most accesses of such a
/// loop, most pairs of places that are compared at run time, and most instructions, since there are two versions of the
/// loop.
inline constexpr std::size_t promoted_reductions = 16, accesses_beside_sums = 96, compared_places = 64,
                             promoted_reduction_loop = 600;

/// Most loads of a block that are searched for adjacent ones (linearize/merges/merge_loads.h): each is compared with
/// one of each group. And bits of their distance.
inline constexpr unsigned merged_loads = 64, merged_distance_bits = 16;

/// Most stores of a block, and most loads between them, that are searched for adjacent stores
/// (linearize/merges/merge_stores.h).
inline constexpr std::size_t merged_stores = 64;

/// Most loads and stores of a kernel along rows that become blocks (linearize/strided_streams/transpose_streams.h):
/// each is some hundred instructions. And most loops of a kernel that is searched for them, since ScalarEvolution goes
/// through all loops before a load.
inline constexpr std::size_t transposed_streams = 6, streamed_loops = 48;

/// Most stores of a loop whose places are compared with each other, and most loads whose places are compared with each
/// such store.
inline constexpr std::size_t stores_beside_streams = 4, reads_beside_streams = 8;

/// Most unlikely blocks that get a copy of the same vector (machine/sink_unlikely.h).
inline constexpr unsigned sunk_copies = 4;

/// Most runs of stores of a kernel that get a second form, which bypasses the caches (lower/stream_stores.h).
inline constexpr std::size_t streamed_runs = 4;

/// Most ways to express one bitwise operation as a function of three values (machine/fuse_logic.h): those of its
/// operands are combined pairwise.
inline constexpr unsigned cuts_of_operation = 12;

/// Depth of nested sums in addresses of lanes (machine/lane_places.h), and most terms of each kind.
inline constexpr unsigned depth_of_lane_places = 4;
inline constexpr std::size_t terms_of_lane_places = 4;

/// Most masks made of each other that are split together (machine/masks/mask_web.h): each becomes several.
inline constexpr unsigned masks_of_web = 256;

/// Most votes of a kernel that is analysed anew after each of them, since one may prove those that follow
/// (meetings/group_votes.h).
inline constexpr unsigned votes_one_by_one = 16;

/// Most blocks that are followed in one kernel to find phis whose values may be stored early
/// (group/spill_live_values.cpp).
inline constexpr std::uint64_t followed_blocks = 200000;

/// Most regions that a block of a kernel with votes belongs to, on average (meetings/settle_meetings.h).
inline constexpr std::size_t copies_of_blocks = 3;

/// Most places where the work-items of a kernel with votes may resume, times the values that live from block to block.
inline constexpr std::size_t values_at_starts = 100000;

/// Fewest blocks of a function whose variables are promoted one by one (simplify/values/promote_variables.h), and most
/// blocks that use such a variable.
inline constexpr std::size_t many_blocks = 500;
inline constexpr unsigned blocks_of_variable = 8;

/// Uses of a variable in memory from which on it is hidden from InstCombine (simplify/combine/combine_instructions.h).
inline constexpr unsigned shown_uses = 500;

/// Most instructions of a function that shows its frozen comparisons to InstCombine
/// (simplify/combine/frozen_comparisons.h).
inline constexpr unsigned shown_freezes = 1000;

enum class Versions : std::uint8_t { none, masked, both };

/// Chooses which of a kernel's two widened chunk functions to keep. `register_bits`: see code_size().
Versions affordable_versions(const llvm::Function& full, const llvm::Function& tail, unsigned register_bits);

/// Whether `tail` is too large for a kernel that gets fewer lanes than planned.
bool is_too_large_for_fewer_lanes(const llvm::Function& tail, unsigned register_bits);

/// Whether the code for partial chunks, `tail`, is compiled separately from that for full chunks.
bool is_tail_apart(const llvm::Function& tail, unsigned register_bits);

/// Whether `kernel` is too large to try widening, which makes it larger.
bool is_too_large_to_widen(const llvm::Function& kernel, unsigned register_bits);

/// Whether `function` has at most `limit` loops.
bool has_few_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned limit);

/// Whether the finished `entry` is compiled with optimizing code generation.
bool affords_optimizing_codegen(const llvm::Function& entry, unsigned register_bits);

}  // namespace lanewise::compiler::budget
