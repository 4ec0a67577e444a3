// Limits that bound compile time by bounding the size of code. Each is a value of code_size() (limits/code_size.h) or a
// count, and a pass leaves out a step for code above the limit. The limits are the same on all machines and in all
// runs. Compile time is roughly proportional to the number of instructions. A kernel that is too large first gives up
// inlined math (library/inline_builtins.h) and a separate chunk function for full chunks. If it is still too large, it
// gives up lanes, and at last the code generator's optimizations. limits/memory_limits.h bounds sizes of memory;
// limits/costs.h has the assumed costs at run time. Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler::budget {

/// Size of a kernel with all calls inlined, in the front end's instructions, above which functions are simplified
/// before they are inlined.
inline constexpr std::uint64_t simplified_first = 5000;

/// Limits on inlining the functions that a kernel calls (prepare/kept/kept_functions.h). Up to `inlined_instructions`
/// after inlining, all of them are inlined. In a larger kernel, functions of more than `copied_instructions` are kept:
/// those called more than once, and those called once by a function that would exceed `grown_instructions`. The reason
/// is that many passes take more than linear time in the size of a function. A kernel of more than
/// `repeated_instructions` also counts as larger if inlining makes it `most_copies` times the source's size. This
/// happens if functions call each other twice on each of a dozen levels.
inline constexpr std::uint64_t inlined_instructions = 60000;
inline constexpr std::uint64_t repeated_instructions = 4000, most_copies = 32;
inline constexpr std::uint64_t copied_instructions = 200;
inline constexpr std::uint64_t grown_instructions = 4000;

/// Maximum size that inlined late builtins may add to a chunk function; further builtins are called.
inline constexpr std::uint64_t builtins_in_chunk = 1000;
inline constexpr std::uint64_t builtins_in_tail = 100;

/// Value of `builtins_in_chunk` for launches that are not known to take long (LargeBuiltins::called). In a small kernel
/// with one math call, the inlined builtin would take most of the compile time.
inline constexpr std::uint64_t builtins_at_first = 100;

/// Maximum size that copies of one builtin may add if the source calls the builtin several times. Calls make such a
/// kernel slightly slower, but copies would take much of its compile time. A single call in the source is inlined at
/// any size, even if it becomes four calls of 16 lanes. The reason is that sin, pow, atan2 and fmod are clearly faster
/// inlined, and the kernel compiles only a little longer.
inline constexpr std::uint64_t copies_of_builtin = 128;

/// Maximum size that texel functions for known images may add to chunk functions (pipeline/known_images.h). Code with
/// these functions is compiled while other code runs.
inline constexpr std::uint64_t known_images_in_chunk = 4000;

/// `both_versions`: maximum size of the chunk functions for full chunks and for tails together. A larger kernel runs
/// full chunks by the function for tails, too. `one_version`: maximum size of the function for tails alone. A kernel
/// above it gets fewer lanes, or code for one work-item at a time.
inline constexpr std::uint64_t both_versions = 8000;
inline constexpr std::uint64_t one_version = 20000;

/// Maximum size of the chunk function for tails in a kernel that gets fewer lanes than planned because of its size.
inline constexpr std::uint64_t fewer_lanes = 10000;

/// Size of the chunk function for tails above which it is compiled separately, when a launch first needs it
/// (compiler::Chunks). Smaller functions take little compile time.
inline constexpr std::uint64_t tail_apart = 100;

/// Instructions that group/split_barriers adds to each region between barriers: a loop over the work-group's chunks.
inline constexpr std::uint64_t code_of_region = 45;

/// Maximum size of a finished kernel for which code generation optimizes.
inline constexpr std::uint64_t optimized_code = 32000;

/// Divisors for the two parts of code generation's time that grow quadratically. The square of the number of blocks (or
/// of vector constants), divided by the constant, is added to the size of the kernel. The time is quadratic because
/// register allocation looks for splits in all blocks, and code generation searches its vector constants linearly.
inline constexpr std::uint64_t squared_blocks = 500;
inline constexpr std::uint64_t squared_constants = 900;

/// Maximum size of a finished kernel whose frame lies on the thread's stack. A larger kernel switches to a stack of its
/// own (machine/own_stack.h).
inline constexpr std::uint64_t code_on_stack = 2000;

/// Maximum number of instructions of a function that gets all cleanup passes.
inline constexpr unsigned cleaned_thoroughly = 60000;

/// Maximum number of instructions of a basic block; longer blocks are cut (machine/split_long_blocks.h).
inline constexpr unsigned block_instructions = 500;

/// Maximum numbers of loops in a function for which a pass runs, since the pass takes quadratic time in the loops.
/// Strength reduction compares induction variables pairwise. GVN searches all loops before a load for the store of its
/// value. ScalarEvolution searches all loops before a loop for the conditions that guard it. Rotation updates the
/// depths of all blocks after a loop.
inline constexpr unsigned strength_reduced_loops = 48;
inline constexpr unsigned followed_loops = 150;
/// Maximum number of loads, times instructions, for which GVN searches the values of loads. Sums of rows by 16 lanes,
/// whose blocks are 64 loads each, compile much longer without this limit. The collection's kernels above it are not
/// slower.
inline constexpr std::uint64_t followed_loads = 100000;
inline constexpr unsigned analysed_loops = 100;
inline constexpr unsigned rotated_loops = 600;
inline constexpr unsigned cleaned_loops = 3000;

/// Maximum number of products in the sum of products that a loop's start or end is written as
/// (simplify/loops/exact_sum.h). `summed_depth`: maximum depth of the operations that compute the sum. Handwritten sums
/// have fewer products and levels.
inline constexpr unsigned summed_products = 4, summed_depth = 6;

/// Maximum number of loops, times instructions, of a function whose induction variables are optimized. That pass
/// compares the uses of each loop's variables pairwise, and for each use looks at the guards of all loops around it.
inline constexpr unsigned strength_reduced_work = 20000;

/// Maximum numbers of instructions of an unrolled nest of loops (simplify/unroll_loops.h), and of a loop header that is
/// copied to rotate the loop. Both make the code larger by that many instructions.
inline constexpr std::uint64_t unrolled_nest = 4096;
inline constexpr unsigned rotated_header = 64;

/// Maximum number of memory elements that registers carry through one loop (simplify/loops/scalar_replacement.h); more
/// would be spilled. `accesses_beside_carried`: maximum number of accesses in such a loop, since each element is
/// compared with them.
inline constexpr unsigned carried_elements = 16, accesses_beside_carried = 256;

/// Maximum number of stores whose values wait in registers for later loads (simplify/values/sink_stores.h).
inline constexpr unsigned sunk_stores = 16;

/// Maximum number of instructions of a loop that the cleanup unrolls (simplify/cleanup.h).
inline constexpr std::size_t unrolled_loop = 600;

/// Size of a private array, in bytes, from which on loops over it are not unrolled: registers cannot hold the array.
inline constexpr std::uint64_t large_array = 1024;

/// Maximum number of iterations of a loop that is unrolled because it accesses adjacent elements.
inline constexpr unsigned merged_iterations = 4;

/// Maximum number of rounds of unrolling. Each further round unrolls loops whose trip counts depend on counters of the
/// loops unrolled before.
inline constexpr unsigned unroll_rounds = 3;

/// Maximum number of instructions of a loop whose iterations are vectorized (simplify/loops/vectorize_loops.h), and
/// maximum number of such loops in a function. Vectorized loops become up to ten times as large and take long to
/// compile.
inline constexpr std::size_t vectorized_loop = 200;
inline constexpr unsigned vectorized_loops = 32;

/// Maximum size of a copied private array, in bytes, whose copy becomes loads and stores (linearize/open_copies.h).
/// Code grows with each vector of the array.
inline constexpr std::uint64_t opened_copy_bytes = 1024;

/// Maximum number of copied sides of divergent branches, for chunks that do not diverge there
/// (linearize/fast_paths/fast_paths.h), and maximum number of instructions in all copies. Copies make the kernel
/// larger, and each one takes a search of the whole kernel.
inline constexpr unsigned fast_paths = 4;
inline constexpr unsigned instructions_of_fast_paths = 400;

/// Maximum number of divergent regions that are serialized for few active lanes
/// (linearize/serialize_sparse/serialize_sparse.h). `instructions_of_sparse_regions`: maximum number of instructions in
/// all these regions, since each region gets a function. Regions that lanes always run one by one are larger and do not
/// count. `handed_elements`: maximum number of elements of a private array that is passed to the function of a
/// serialized region.
inline constexpr std::size_t sparse_regions = 4;
inline constexpr unsigned instructions_of_sparse_regions = 1000;
inline constexpr std::uint64_t handed_elements = 16;

/// Maximum number of lanes of a chunk. Masks are integers with one bit for each lane (widen/chunk/widen_options.h), and
/// code grows with the number of lanes.
inline constexpr unsigned most_lanes = 64;

/// Maximum number of instructions of a kernel on wide source vectors for which lanes are considered (plan/plan.h).
/// Larger kernels are mostly unrolled hash functions: long dependence chains that do not overlap with another
/// iteration.
inline constexpr unsigned instructions_on_wide_vectors = 400;

/// Maximum number of rows together, and maximum number of instructions of a kernel for which rows together are tried
/// (plan/plan_rows.h). The version for rows together is larger by the factor of the number of rows.
inline constexpr unsigned most_rows = 8;
inline constexpr unsigned instructions_in_rows = 400;

/// Maximum number of instructions of a linearized kernel with barriers that gets more lanes than one register holds.
/// Its code may double.
inline constexpr unsigned instructions_in_wide_groups = 250;

/// Maximum number of instructions of a kernel without loops whose lanes fill two registers although values spill. In
/// larger kernels the second register costs more compile time than it saves.
inline constexpr unsigned instructions_that_spill = 600;

/// Maximum number of instructions of a linearized kernel for which register allocation is simulated
/// (plan/estimates/spills.h).
inline constexpr unsigned instructions_traced = 900;

/// Maximum number of instructions of a linearized kernel whose launches try other plans. Each plan that is tried must
/// be compiled.
inline constexpr unsigned tried_instructions = 3000;

/// Maximum number of instructions of a kernel whose items run in pairs (widen/interleave_items.h), which takes three
/// copies of the kernel.
inline constexpr unsigned paired_instructions = 8000;

/// Maximum number of values that are followed back from a load's address to find out whether the load is a look-up.
inline constexpr unsigned lookup_steps = 32;

/// Number of iterations that are simulated to find a loop's critical path (plan/estimates/latency.h). The delay from
/// one iteration to the next no longer changes after that many.
inline constexpr unsigned stepped_iterations = 3;

/// Maximum depth to which an index's expression is searched, to guess whether lanes read adjacent elements
/// (widen/memory/contiguity.h). All operands of an operation are searched, so the time doubles with each level.
inline constexpr unsigned guessed_depth = 8;

/// Maximum number of operations that are followed back from all addresses of a kernel to find the ids in them
/// (plan/dimensions/memory_order.h, prepare/ids/grouping.cpp).
inline constexpr unsigned address_operations = 10000;

/// Maximum depth to which nested sums in an address are searched for a loop's counter, as in plan/strided_rows.h. Real
/// sources nest less deeply, even with the extensions between the sums.
inline constexpr unsigned address_depth = 8;

/// Maximum number of pairs of a load and a store of local memory whose distance is computed
/// (lower/match_local_stores.h).
inline constexpr std::size_t matched_accesses = 4096;

/// Limits on sums that a loop keeps in registers (linearize/promote_reductions.h). In this order: maximum numbers of
/// such sums, of accesses in the loop, of pairs of addresses compared at run time, and of instructions in the loop. The
/// instructions are limited because the loop is kept in two versions.
inline constexpr std::size_t promoted_reductions = 16, accesses_beside_sums = 96, compared_places = 64,
                             promoted_reduction_loop = 600;

/// Maximum number of loads in a block that are searched for adjacent ones (linearize/merges/merge_loads.h), since each
/// load is compared with one load of each group. `merged_distance_bits`: maximum number of bits of the distance between
/// two loads.
inline constexpr unsigned merged_loads = 64, merged_distance_bits = 16;

/// Maximum number of stores in a block, and of loads between them, that are searched for adjacent stores
/// (linearize/merges/merge_stores.h).
inline constexpr std::size_t merged_stores = 64;

/// Maximum number of strided loads and stores of a kernel that are transposed in blocks
/// (linearize/strided_streams/transpose_streams.h), since each becomes some hundred instructions. `streamed_loops`:
/// maximum number of loops of a kernel that is searched for them, since ScalarEvolution searches all loops before a
/// load.
inline constexpr std::size_t transposed_streams = 6, streamed_loops = 48;

/// Maximum number of stores of a loop whose addresses are compared with each other. `reads_beside_streams`: maximum
/// number of loads whose addresses are compared with each such store.
inline constexpr std::size_t stores_beside_streams = 4, reads_beside_streams = 8;

/// Maximum number of unlikely blocks that get a copy of the same vector (machine/sink_unlikely.h).
inline constexpr unsigned sunk_copies = 4;

/// Maximum number of sequences of stores in a kernel that get a second version, which bypasses the caches
/// (lower/stream_stores.h).
inline constexpr std::size_t streamed_runs = 4;

/// Maximum number of ways to express one bitwise operation as a function of three values (machine/fuse_logic.h). They
/// are found by combining all ways of its two operands.
inline constexpr unsigned cuts_of_operation = 12;

/// Maximum depth of nested sums in addresses of lanes (machine/lane_places.h), and maximum number of terms of each
/// kind.
inline constexpr unsigned depth_of_lane_places = 4;
inline constexpr std::size_t terms_of_lane_places = 4;

/// Maximum number of masks in a web whose masks are split together (machine/masks/mask_web.h). Each mask becomes
/// several.
inline constexpr unsigned masks_of_web = 256;

/// Maximum number of votes in a kernel that is analysed again after each vote, since a vote may prove the votes that
/// follow (meetings/group_votes.h).
inline constexpr unsigned votes_one_by_one = 16;

/// Maximum number of blocks that are followed in one kernel to find phis whose values may be stored early
/// (group/spill_live_values.cpp).
inline constexpr std::uint64_t followed_blocks = 200000;

/// Maximum average number of regions that share a block in a kernel with votes (meetings/settle_meetings.h). Each
/// region compiles its own copy of the block.
inline constexpr std::size_t copies_of_blocks = 3;

/// Limit on the work to settle a kernel with votes (meetings/settle_meetings.cpp). The work is the number of points
/// where work-items may resume, times the number of values that are live from one block to another.
inline constexpr std::size_t values_at_starts = 100000;

/// Minimum number of blocks of a function whose variables are promoted one by one
/// (simplify/values/promote_variables.h), and maximum number of blocks that use such a variable.
inline constexpr std::size_t many_blocks = 500;
inline constexpr unsigned blocks_of_variable = 8;

/// Number of uses from which on a variable in memory is hidden from InstCombine
/// (simplify/combine/combine_instructions.h).
inline constexpr unsigned shown_uses = 500;

/// Maximum number of instructions of a function whose frozen comparisons are shown to InstCombine
/// (simplify/combine/frozen_comparisons.h).
inline constexpr unsigned shown_freezes = 1000;

enum class Versions : std::uint8_t { none, masked, both };

/// Chooses which of a kernel's two widened chunk functions to keep. `register_bits`: see code_size().
/// `Versions::masked` keeps `tail` alone.
Versions affordable_versions(const llvm::Function& full, const llvm::Function& tail, unsigned register_bits);

/// Whether `tail`, made with fewer lanes than planned, is still too large to keep.
bool is_too_large_for_fewer_lanes(const llvm::Function& tail, unsigned register_bits);

/// Whether `tail`, the code for partial chunks, is compiled separately from the code for full chunks.
bool is_tail_apart(const llvm::Function& tail, unsigned register_bits);

/// Whether `kernel` is too large to try widening it, which makes code larger.
bool is_too_large_to_widen(const llvm::Function& kernel, unsigned register_bits);

/// Whether `function` has at most `limit` loops.
bool has_few_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned limit);

/// Whether code generation may optimize the finished kernel `entry`.
bool affords_optimizing_codegen(const llvm::Function& entry, unsigned register_bits);

}  // namespace lanewise::compiler::budget
