// Limits on the size of code, which bound compile time. Each limit is a value of code_size() (limits/code_size.h) or a
// count. If code exceeds the limit of a transformation, the pass leaves out this transformation. The limits are the
// same on all machines and in all runs. Compile time is roughly proportional to the number of instructions. If a kernel
// is too large, math functions are not inlined (library/inline_builtins.h), and full chunks get no separate chunk
// function. If the kernel is still too large, it gets fewer lanes, and finally the code generator does not optimize it.
// limits/memory_limits.h has limits on memory, and limits/costs.h has the assumed costs at run time. Thread-safety:
// functions without state.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace lanewise::compiler::budget {

/// Limit on the size that a kernel would have with all calls inlined. Above this limit, the kernel's functions are
/// simplified before they are inlined. The size is counted in instructions of the front end's output.
inline constexpr std::uint64_t simplified_first = 5000;

/// Limits on inlining the functions that a kernel calls (prepare/kept/kept_functions.h). If the kernel has at most
/// `inlined_instructions` after inlining, all functions are inlined. In a larger kernel, functions of more than
/// `copied_instructions` are not inlined if they are called more than once. A function that is called once is not
/// inlined if its caller would exceed `grown_instructions`, since many passes take more than linear time in the size of
/// a function. If inlining makes a kernel larger than `repeated_instructions` and more than `most_copies` times as
/// large as the source, the kernel is treated as if it exceeded `inlined_instructions`. This happens, for example, if
/// each function of a chain of a dozen functions calls the next function twice.
inline constexpr std::uint64_t inlined_instructions = 60000;
inline constexpr std::uint64_t repeated_instructions = 4000, most_copies = 32;
inline constexpr std::uint64_t copied_instructions = 200;
inline constexpr std::uint64_t grown_instructions = 4000;

/// Maximum size that inlined late builtins may add to a chunk function; further builtins are called.
inline constexpr std::uint64_t builtins_in_chunk = 1000;
inline constexpr std::uint64_t builtins_in_tail = 100;

/// Value that replaces `builtins_in_chunk` for launches that are not known to take long (LargeBuiltins::called). In a
/// small kernel with one math call, the inlined builtin would take most of the compile time.
inline constexpr std::uint64_t builtins_at_first = 100;

/// Maximum size that copies of one builtin may add if the source calls the builtin several times. With calls instead of
/// copies, the kernel is slightly slower, but copies would take much of its compile time. A single call in the source
/// is inlined whatever the size of the builtin, even if the call becomes four calls of 16 lanes. Inlined copies of sin,
/// pow, atan2 and fmod are clearly faster than calls, and lengthen compilation only a little.
inline constexpr std::uint64_t copies_of_builtin = 128;

/// Maximum size that texel functions for known images may add to chunk functions (pipeline/known_images.h). The limit
/// is high, since code with these functions is compiled while other code of the kernel runs.
inline constexpr std::uint64_t known_images_in_chunk = 4000;

/// `both_versions`: maximum size of the chunk functions for full chunks and for tails together. A larger kernel also
/// runs full chunks with the function for tails. `one_version`: maximum size of the function for tails alone. A kernel
/// that exceeds `one_version` gets fewer lanes, or code for one work-item at a time.
inline constexpr std::uint64_t both_versions = 8000;
inline constexpr std::uint64_t one_version = 20000;

/// Maximum size of the chunk function for tails in a kernel that is so large that it gets fewer lanes than planned.
inline constexpr std::uint64_t fewer_lanes = 10000;

/// Size of the chunk function for tails above which this function is compiled separately, when a launch first needs it
/// (compiler::Chunks). Smaller functions take little compile time.
inline constexpr std::uint64_t tail_apart = 100;

/// Number of instructions that group/split_barriers adds to each region between barriers for the loop over the
/// work-group's chunks.
inline constexpr std::uint64_t code_of_region = 45;

/// Maximum size of a finished kernel for which code generation optimizes.
inline constexpr std::uint64_t optimized_code = 32000;

/// Divisors for the two parts of code generation that take quadratic time. The squared number of blocks, divided by
/// `squared_blocks`, is added to the size of the kernel, since register allocation looks for splits of live ranges in
/// all blocks. The squared number of vector constants, divided by `squared_constants`, is also added, since code
/// generation searches its list of vector constants linearly.
inline constexpr std::uint64_t squared_blocks = 500;
inline constexpr std::uint64_t squared_constants = 900;

/// Maximum size of a finished kernel that runs on the thread's stack. A larger kernel switches to a separate stack
/// (machine/own_stack.h).
inline constexpr std::uint64_t code_on_stack = 2000;

/// Maximum number of instructions of a function that gets all cleanup passes.
inline constexpr unsigned cleaned_thoroughly = 60000;

/// Maximum number of instructions of a basic block; longer blocks are cut (machine/split_long_blocks.h).
inline constexpr unsigned block_instructions = 500;

/// Maximum numbers of loops in a function for which certain passes run, since these passes take quadratic time in the
/// number of loops. Strength reduction compares induction variables pairwise. For each load, GVN searches all preceding
/// loops for the store of the loaded value. For each loop, ScalarEvolution searches all preceding loops for conditions
/// that guard the loop. For each loop, rotation updates the depths of all later blocks.
inline constexpr unsigned strength_reduced_loops = 48;
inline constexpr unsigned followed_loops = 150;
/// Maximum product of the number of loads and the number of instructions of a function in which GVN searches for the
/// values of loads. Without this limit, kernels that sum rows with 16 lanes take much longer to compile, since loading
/// a block of each row takes 64 loads. Kernels of the test collection that exceed the limit are as fast without the
/// search as with it.
inline constexpr std::uint64_t followed_loads = 100000;
inline constexpr unsigned analysed_loops = 100;
inline constexpr unsigned rotated_loops = 600;
inline constexpr unsigned cleaned_loops = 3000;

/// Maximum number of products in the sum of products that expresses a loop's start or end (simplify/loops/exact_sum.h).
/// `summed_depth`: maximum nesting of the operations that compute the sum. Handwritten sums have fewer products and
/// less nesting.
inline constexpr unsigned summed_products = 4, summed_depth = 6;

/// Maximum product of the number of loops and the number of instructions of a function whose induction variables are
/// optimized. The optimizing pass compares the uses of each loop's variables pairwise, and examines the guards of all
/// loops around each use.
inline constexpr unsigned strength_reduced_work = 20000;

/// Maximum number of instructions of an unrolled nest of loops (simplify/unroll_loops.h). `rotated_header`: maximum
/// number of instructions of a loop header that is copied to rotate the loop. Unrolling and rotation add at most this
/// many instructions to the code.
inline constexpr std::uint64_t unrolled_nest = 4096;
inline constexpr unsigned rotated_header = 64;

/// Maximum number of memory elements that one loop keeps in registers (simplify/loops/scalar_replacement.h); further
/// elements would be spilled. `accesses_beside_carried`: maximum number of memory accesses in a loop with such
/// elements, since each access is compared with each element.
inline constexpr unsigned carried_elements = 16, accesses_beside_carried = 256;

/// Maximum number of delayed stores whose values stay in registers for later loads (simplify/values/sink_stores.h).
inline constexpr unsigned sunk_stores = 16;

/// Maximum number of instructions of a loop that the cleanup unrolls (simplify/cleanup.h).
inline constexpr std::size_t unrolled_loop = 600;

/// Minimum size, in bytes, of a private array for which loops over the array are not unrolled, since registers cannot
/// hold the array.
inline constexpr std::uint64_t large_array = 1024;

/// Maximum number of iterations of a loop that is unrolled because it accesses adjacent elements.
inline constexpr unsigned merged_iterations = 4;

/// Maximum number of rounds of unrolling. A further round unrolls loops whose trip counts depend on the counters of
/// loops that the preceding round unrolled.
inline constexpr unsigned unroll_rounds = 3;

/// Maximum number of instructions of a loop whose iterations are vectorized (simplify/loops/vectorize_loops.h), and
/// maximum number of such loops in a function. Vectorized loops become up to ten times as large and take long to
/// compile.
inline constexpr std::size_t vectorized_loop = 200;
inline constexpr unsigned vectorized_loops = 32;

/// Maximum size, in bytes, of a private array whose copy (llvm.memcpy) becomes loads and stores
/// (linearize/open_copies.h). Each vector of the array adds code.
inline constexpr std::uint64_t opened_copy_bytes = 1024;

/// Maximum number of divergent branches for which the code of one side is copied (linearize/fast_paths/fast_paths.h).
/// Chunks that do not diverge at the branch run the copy. `instructions_of_fast_paths`: maximum number of instructions
/// in all copies. Copies make the kernel larger, and the whole kernel is searched for each copy.
inline constexpr unsigned fast_paths = 4;
inline constexpr unsigned instructions_of_fast_paths = 400;

/// Maximum number of divergent regions that are serialized for few active lanes
/// (linearize/serialize_sparse/serialize_sparse.h). `instructions_of_sparse_regions`: maximum number of instructions in
/// all these regions, since each region gets a function. Larger regions that lanes always run one after another do not
/// count toward this limit. `handed_elements`: maximum number of elements of a private array that is passed to the
/// function of a serialized region.
inline constexpr std::size_t sparse_regions = 4;
inline constexpr unsigned instructions_of_sparse_regions = 1000;
inline constexpr std::uint64_t handed_elements = 16;

/// Maximum number of lanes of a chunk. Masks are integers with one bit for each lane (widen/chunk/widen_options.h), and
/// code grows with the number of lanes.
inline constexpr unsigned most_lanes = 64;

/// Maximum number of instructions of a kernel on wide source vectors for which the planner considers lanes
/// (plan/plan.h). Most larger kernels are hash functions with unrolled loops. If such a kernel still has a loop, the
/// dependence chain of an iteration is so long that it does not overlap with the chain of the next iteration.
inline constexpr unsigned instructions_on_wide_vectors = 400;

/// Maximum number of rows together, and maximum number of instructions of a kernel for which the planner considers rows
/// together (plan/plan_rows.h). The size of the chunk function for rows together grows in proportion to the number of
/// rows.
inline constexpr unsigned most_rows = 8;
inline constexpr unsigned instructions_in_rows = 400;

/// Maximum number of instructions of a linearized kernel with barriers that gets more lanes than one register holds.
/// The additional lanes may double the kernel's code.
inline constexpr unsigned instructions_in_wide_groups = 250;

/// Maximum number of instructions of a kernel without loops whose lanes fill two registers, although values are then
/// spilled. In larger kernels, compiling for the second register takes longer than the second register saves at run
/// time.
inline constexpr unsigned instructions_that_spill = 600;

/// Maximum number of instructions of a linearized kernel for which register allocation is simulated
/// (plan/estimates/spills.h).
inline constexpr unsigned instructions_traced = 900;

/// Maximum number of instructions of a linearized kernel for which launches are used to time plans that the planner did
/// not choose. Each plan that is timed must first be compiled.
inline constexpr unsigned tried_instructions = 3000;

/// Maximum number of instructions of a kernel whose items run in pairs (widen/interleave_items.h), which takes three
/// copies of the kernel.
inline constexpr unsigned paired_instructions = 8000;

/// Maximum number of values in the computation of a load's address that are examined to find out whether the load is a
/// look-up.
inline constexpr unsigned lookup_steps = 32;

/// Number of iterations that are simulated to find a loop's critical path (plan/estimates/latency.h). After these
/// iterations, the delay from one iteration to the next no longer changes.
inline constexpr unsigned stepped_iterations = 3;

/// Maximum depth to which an index's expression is searched, to guess whether lanes read adjacent elements
/// (widen/memory/contiguity.h). All operands of each operation are searched, so the time doubles with each additional
/// level of depth.
inline constexpr unsigned guessed_depth = 8;

/// Maximum number of operations in the computations of all addresses of a kernel that are examined to find ids
/// (plan/dimensions/memory_order.h, prepare/ids/grouping.cpp).
inline constexpr unsigned address_operations = 10000;

/// Maximum number of values that a search in an expression finds (analysis/expressions.h). Few addresses and
/// conditions of real programs are computed from as many.
inline constexpr unsigned searched_values = 100;

/// Maximum nesting of operations in an address or in a condition, for example in analysis/linear_place.h. In real
/// programs, sums and integer extensions in addresses are nested less deeply.
inline constexpr unsigned address_depth = 8;

/// Maximum number of pairs of a load and a store of local memory whose distance is computed
/// (lower/match_local_stores.h).
inline constexpr std::size_t matched_accesses = 4096;

/// Limits on loops that keep sums in registers instead of memory (linearize/promote_reductions.h). The constants are
/// the maximum numbers of sums, memory accesses in the loop, pairs of addresses compared at run time, and instructions
/// in the loop. The number of instructions is limited because the loop gets a second version.
inline constexpr std::size_t promoted_reductions = 16, accesses_beside_sums = 96, compared_places = 64,
                             promoted_reduction_loop = 600;

/// Maximum number of loads in a block that are searched for adjacent loads (linearize/merges/merge_loads.h). Each load
/// is compared with one load of each group of adjacent loads that was found before. `merged_distance_bits`: maximum
/// number of bits of the distance between two loads.
inline constexpr unsigned merged_loads = 64, merged_distance_bits = 16;

/// Maximum number of stores in a block that are searched for adjacent stores, and maximum number of loads between these
/// stores (linearize/merges/merge_stores.h).
inline constexpr std::size_t merged_stores = 64;

/// Maximum number of strided loads and stores of a kernel that are transposed in blocks
/// (linearize/strided_streams/transpose_streams.h), since each becomes some hundred instructions. A kernel
/// with more than `streamed_loops` loops is not searched for strided loads and stores, since ScalarEvolution would
/// search all loops that precede a load.
inline constexpr std::size_t transposed_streams = 6, streamed_loops = 48;

/// Maximum number of stores in a loop with strided streams, since the addresses of the stores are compared with each
/// other. `reads_beside_streams`: maximum number of loads whose addresses are compared with the addresses of the
/// stores.
inline constexpr std::size_t stores_beside_streams = 4, reads_beside_streams = 8;

/// Maximum number of unlikely blocks into which the computation of the same vector is copied (machine/sink_unlikely.h).
inline constexpr unsigned sunk_copies = 4;

/// Maximum number of sequences of stores in a kernel that get a second version, which bypasses the caches
/// (lower/stream_stores.h).
inline constexpr std::size_t streamed_runs = 4;

/// Maximum number of ways to express one bitwise operation as a function of three values (machine/fuse_logic.h). All
/// ways to express the operation's first operand are combined with all ways to express its second operand.
inline constexpr unsigned cuts_of_operation = 12;

/// Maximum depth of nested sums in an address of lanes (machine/lane_places.h).
inline constexpr unsigned depth_of_lane_places = 4;
/// Maximum number of uniform terms of such an address, and also the maximum number of its varying terms.
inline constexpr std::size_t terms_of_lane_places = 4;

/// Maximum number of masks in a web of masks that are split together (machine/masks/mask_web.h). Each mask becomes
/// several masks.
inline constexpr unsigned masks_of_web = 256;

/// Maximum number of votes in a kernel that is analysed again after each inserted vote, since one vote may make later
/// votes unnecessary (meetings/group_votes.h).
inline constexpr unsigned votes_one_by_one = 16;

/// Maximum number of blocks that are visited in one kernel to find phis whose values may be stored early
/// (group/spill_live_values.cpp).
inline constexpr std::uint64_t followed_blocks = 200000;

/// Maximum average number of regions that share a block in a kernel with votes (meetings/settle_meetings.h). Each of
/// these regions gets a copy of the block.
inline constexpr std::size_t copies_of_blocks = 3;

/// Limit on the work of meetings/settle_meetings.cpp for a kernel with votes. The work is the number of points where
/// work-items may resume, times the number of values that are live from one block to another.
inline constexpr std::size_t values_at_starts = 100000;

/// Minimum number of blocks for which the variables of a function are promoted one by one
/// (simplify/values/promote_variables.h). `blocks_of_variable`: maximum number of blocks that use such a variable.
inline constexpr std::size_t many_blocks = 500;
inline constexpr unsigned blocks_of_variable = 8;

/// Minimum number of uses for which a variable in memory is hidden from InstCombine
/// (simplify/combine/combine_instructions.h).
inline constexpr unsigned shown_uses = 500;

/// Maximum number of instructions of a function whose frozen comparisons are not hidden from InstCombine
/// (simplify/combine/frozen_comparisons.h).
inline constexpr unsigned shown_freezes = 1000;

/// Maximum number of elements for which a copy between two parts of one variable becomes loads and stores of the
/// elements (simplify/values/own_copies.h).
inline constexpr unsigned copied_pieces = 32;

enum class Versions : std::uint8_t { none, masked, both };

/// Chooses which of a kernel's two widened chunk functions are kept. `register_bits`: see code_size().
/// `Versions::masked` keeps `tail` alone.
Versions affordable_versions(const llvm::Function& full, const llvm::Function& tail, unsigned register_bits);

/// Whether `tail`, made with fewer lanes than planned, is still too large to keep.
bool is_too_large_for_fewer_lanes(const llvm::Function& tail, unsigned register_bits);

/// Whether `tail`, the code for partial chunks, is compiled separately from the code for full chunks.
bool is_tail_apart(const llvm::Function& tail, unsigned register_bits);

/// Whether `kernel` is so large that widening, which makes code larger, is not tried.
bool is_too_large_to_widen(const llvm::Function& kernel, unsigned register_bits);

/// Whether `function` has at most `limit` loops.
bool has_few_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, unsigned limit);

/// Whether code generation may optimize the finished kernel `entry`.
bool affords_optimizing_codegen(const llvm::Function& entry, unsigned register_bits);

}  // namespace lanewise::compiler::budget
