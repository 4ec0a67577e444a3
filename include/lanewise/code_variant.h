// The variants of a kernel's machine code. Most launches run the usual variant. Another variant is compiled when a
// launch first needs it, or when a trial compares plans (src/runtime/code/plan_trial.h). Compiler, runtime, cache and
// dumps name a variant by the same value.
//
// Thread-safety: constants and pure functions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanewise {

namespace compiler {

/// Decides which work-items are on adjacent lanes (docs/design/planner.md, "Which dimension").
enum class Along : std::uint8_t {
    where_it_pays,  // lanes along the dimension in which the kernel accesses adjacent memory
    dimension_0,
    dimension_1,
    dimension_2,
    linear_id,  // lanes along the linear id of all dimensions, for rows that are shorter than the number of lanes
};

/// Decides whether neighbouring work-items are computed together: several rows by one chunk function (unroll-and-jam,
/// widen/widen.h), or two work-items by a one-lane kernel (interleaving, widen/interleave_items.h).
enum class Together : std::uint8_t {
    where_it_pays,
    never,
    where_possible,
};

/// Decides which chunks the machine code runs. Full and partial chunks (docs/ir.md, "Stages of one kernel") need
/// different code, and many programs never have partial chunks.
enum class Chunks : std::uint8_t {
    all,
    full,     // runs full chunks, and partial ones if they need little additional code (KernelCode::whole_lanes)
    partial,  // runs only the chunks that code for Chunks::full does not run
};

}  // namespace compiler

enum class CodeVariant : std::uint8_t {
    usual,           // runs full chunks of launches whose ids are below small_id_bound
    partial_chunks,  // runs only chunks that `usual` cannot run (KernelCode::whole_lanes and whole_rows)
    large_launch,    // all chunks, for launches with larger ids or with objects above small_object_bound (KernelCode)
    flat_groups,  // all chunks, any ids; for launches whose sub-groups are not parts of rows (KernelCode::flat_groups)
    along_0,      // all chunks, lanes along dimension 0; for launches too narrow in the planned dimension
    along_1,
    along_2,
    along_linear_id,  // all chunks, lanes by linear id; for launches too narrow in every dimension
    one_lane,         // from here on: other plans, with lanes along the planned dimension
    two_items,        // code of one lane that interleaves two work-items
    lanes_8,
    lanes_16,
    lanes_32,
    lanes_64,
    rows_of_8,  // 8 lanes, with several rows together
    rows_of_16,
    rows_of_32,
    rows_of_64,
};
inline constexpr unsigned code_variants = 18;

/// Describes how the code of a variant is compiled.
struct VariantPlan {
    const char* name;  // also the folder in dumps of the compiler
    compiler::Along along = compiler::Along::where_it_pays;
    std::uint32_t lanes = 0;  // 0 if the planner chooses the number
    compiler::Together together = compiler::Together::where_it_pays;
    compiler::Chunks chunks = compiler::Chunks::all;
    bool for_large_launches = false;
};

constexpr VariantPlan plan_of(CodeVariant variant) {
    using compiler::Along, compiler::Chunks, compiler::Together;
    constexpr auto together = Together::where_possible;
    constexpr VariantPlan plans[code_variants] = {
        {.name = "usual", .chunks = Chunks::full},
        {.name = "partial_chunks", .chunks = Chunks::partial},
        {.name = "large_launch", .for_large_launches = true},
        {.name = "flat_groups", .along = Along::linear_id, .for_large_launches = true},
        {.name = "along_0", .along = Along::dimension_0},
        {.name = "along_1", .along = Along::dimension_1},
        {.name = "along_2", .along = Along::dimension_2},
        {.name = "along_linear_id", .along = Along::linear_id},
        {.name = "one_lane", .lanes = 1},
        {.name = "two_items", .lanes = 1, .together = together},
        {.name = "lanes_8", .lanes = 8},
        {.name = "lanes_16", .lanes = 16},
        {.name = "lanes_32", .lanes = 32},
        {.name = "lanes_64", .lanes = 64},
        {.name = "rows_of_8", .lanes = 8, .together = together},
        {.name = "rows_of_16", .lanes = 16, .together = together},
        {.name = "rows_of_32", .lanes = 32, .together = together},
        {.name = "rows_of_64", .lanes = 64, .together = together},
    };
    static_assert(plans[code_variants - 1].name != nullptr, "each variant has a row");
    return plans[static_cast<std::size_t>(variant)];
}

/// Returns the variant whose lanes are along `dimension`.
constexpr CodeVariant variant_along(unsigned dimension) {
    return static_cast<CodeVariant>(static_cast<unsigned>(CodeVariant::along_0) + dimension);
}

/// Returns the bit of a variant in a bit mask of variants.
static_assert(code_variants <= 32);
constexpr std::uint32_t bit_of(CodeVariant variant) { return std::uint32_t{1} << static_cast<unsigned>(variant); }

}  // namespace lanewise
